/** Where on a life one is, in the address as well; and the playing of it. */
import { useEffect, useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';
import { atOf, type By, firstOf, isNewest, lastOf, type Life, moved, type Place, placeIn, usualStep } from './life.ts';
import type { Address } from './use-address.ts';

/**
 * A slider is moved through many places on its way to one: neither is the server asked for each, nor the address
 * rewritten.
 */
const SETTLE_MS = 150;
const PLAY_MS = 1_000;

export interface Travel {
  readonly place: Place;
  /** Where the slider has come to rest: what is asked for. */
  readonly rested: Place;
  /** How far an arrow key, and each turn of playing, goes. */
  readonly step: number;
  readonly goTo: (place: Place) => void;
  readonly setStep: (step: number) => void;
}

/**
 * The address follows where one goes, and not the other way round but for back, forward and links. Without `?at=` it is
 * the newest, whenever that comes.
 */
export function useTravel(life: Life, { params, put }: Address): Travel {
  const address = params.get('at') ?? '';
  const [asked, setAsked] = useState(() => placeIn(life, address));
  const [rested, setRested] = useState(asked);
  const [chosen, setChosen] = useState<{ by: By; step: number }>();
  const isOurs = useNavigationType() === NavigationType.Replace;
  const [seen, setSeen] = useState(address);
  if (seen !== address) {
    setSeen(address);
    if (!isOurs) {
      const place = placeIn(life, address);
      setAsked(place);
      setRested(place);
    }
  }
  useEffect(() => {
    if (!asked || asked === rested) return undefined;
    const rest = setTimeout(() => {
      setRested(asked);
      put('at', atOf(asked));
    }, SETTLE_MS);
    return () => clearTimeout(rest);
  }, [asked, rested, put]);

  const newest = lastOf(life, 'change');
  const place = asked ?? newest;
  return {
    place,
    rested: rested ?? newest,
    step: chosen?.by === place.by ? chosen.step : usualStep(life, place.by),
    goTo: setAsked,
    setStep: (step) => setChosen({ by: place.by, step }),
  };
}

/**
 * Step by step to the newest; from there, from the beginning.
 * @param ready what was asked for is on the screen: a slow network is waited for, and nothing is left out
 */
export function usePlaying(
  life: Life,
  { place, step, goTo }: Travel,
  ready: boolean,
): { playing: boolean; play: (on: boolean) => void } {
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (!playing || !ready) return undefined;
    const next = moved(life, place, step);
    const turn = setTimeout(() => {
      goTo(next);
      if (isNewest(life, next)) setPlaying(false);
    }, PLAY_MS);
    return () => clearTimeout(turn);
  }, [playing, ready, life, place, step, goTo]);
  return {
    playing,
    play(on) {
      setPlaying(on);
      if (on && isNewest(life, place)) goTo(firstOf(life, place.by));
    },
  };
}
