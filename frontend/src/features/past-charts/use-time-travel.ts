/** The position on the slider, which is also in the address; and the playback. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { NavigationType, useNavigationType, useSearchParams } from 'react-router-dom';
import {
  type Axis,
  type ChangeTimes,
  defaultStep,
  firstPosition,
  formatPosition,
  isNewest,
  lastPosition,
  moveBy,
  parsePosition,
  type SliderPosition,
} from './change-times.ts';

interface UrlParams {
  readonly params: URLSearchParams;
  /** Replaces the entry of the browser's history. */
  readonly set: (name: string, value: string) => void;
}

/** The search parameters of the address. Two writes at the same moment keep each other's value. */
export function useUrlParams(): UrlParams {
  const [params, setParams] = useSearchParams();
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);
  const set = useCallback(
    (name: string, value: string) => {
      latest.current = new URLSearchParams(latest.current);
      latest.current.set(name, value);
      setParams(latest.current, { replace: true, preventScrollReset: true });
    },
    [setParams],
  );
  return { params, set };
}

/** A moving slider passes many positions: only where it rests, the chart is read and the address changes. */
const SETTLE_MS = 150;
const PLAY_INTERVAL_MS = 1_000;

export interface TimeTravel {
  readonly position: SliderPosition;
  /** The position where the slider rests: this chart is read. */
  readonly settled: SliderPosition;
  /** The step of an arrow key and of the playback. */
  readonly step: number;
  readonly goTo: (position: SliderPosition) => void;
  readonly setStep: (step: number) => void;
}

/**
 * The address follows the position. Back, forward and links set the position from the address. The
 * position is the newest change if there is no `?at=`, also after later changes.
 */
export function useTimeTravel(times: ChangeTimes, { params, set }: UrlParams): TimeTravel {
  const address = params.get('at') ?? '';
  const [chosenPosition, setChosenPosition] = useState(() => parsePosition(times, address));
  const [settled, setSettled] = useState(chosenPosition);
  const [chosenStep, setChosenStep] = useState<{ by: Axis; step: number }>();
  const isReplaced = useNavigationType() === NavigationType.Replace;
  const [seen, setSeen] = useState(address);
  if (seen !== address) {
    setSeen(address);
    if (!isReplaced) {
      const position = parsePosition(times, address);
      setChosenPosition(position);
      setSettled(position);
    }
  }
  useEffect(() => {
    if (!chosenPosition || chosenPosition === settled) return undefined;
    const timer = setTimeout(() => {
      setSettled(chosenPosition);
      set('at', formatPosition(chosenPosition));
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [chosenPosition, settled, set]);

  const newest = lastPosition(times, 'change');
  const position = chosenPosition ?? newest;
  return {
    position,
    settled: settled ?? newest,
    step: chosenStep?.by === position.by ? chosenStep.step : defaultStep(times, position.by),
    goTo: setChosenPosition,
    setStep: (step) => setChosenStep({ by: position.by, step }),
  };
}

/**
 * Plays step by step to the newest change. Started at the newest change, it begins at the first.
 * @param isReady the chart of the position is on the screen; the playback waits for a slow network
 */
export function usePlayback(
  times: ChangeTimes,
  { position, step, goTo }: TimeTravel,
  isReady: boolean,
): { playing: boolean; play: (on: boolean) => void } {
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (!playing || !isReady) return undefined;
    const next = moveBy(times, position, step);
    const timer = setTimeout(() => {
      goTo(next);
      if (isNewest(times, next)) setPlaying(false);
    }, PLAY_INTERVAL_MS);
    return () => clearTimeout(timer);
  }, [playing, isReady, times, position, step, goTo]);
  return {
    playing,
    play(on) {
      setPlaying(on);
      if (on && isNewest(times, position)) goTo(firstPosition(times, position.by));
    },
  };
}
