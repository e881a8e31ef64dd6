/** Instants as the form takes them: to the minute, by the hospital's clock, whatever clock this device goes by. */
import { useEffect, useEffectEvent } from 'react';
import { shownInstant } from '../../platform/time/instants.ts';

const FIRST_YEAR = '1950';
const WHOLE = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** `2026-03-12T09:40`, as a field of date and time holds it; empty where it is none. */
export const localOf = (instant: string): string => shownInstant(instant).replace(' ', 'T');

/** The instant, or empty while it is being typed. */
export function instantOf(local: string): string {
  const wanted = Date.parse(`${local}Z`);
  if (!WHOLE.test(local) || Number.isNaN(wanted) || local < FIRST_YEAR) return '';
  const ahead = (at: number): number => Date.parse(`${localOf(new Date(at).toISOString())}Z`) - at;
  // Twice: the clock of the first guess may have been put forward or back since.
  const first = wanted - ahead(wanted);
  return new Date(wanted - ahead(first)).toISOString();
}

export const isInstant = (text: string): boolean => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text));
/**
 * How far the server's clock is ahead of this device's, as far as it has been asked: what has come is the server's to
 * say.
 */
let ahead = 0;
/**
 * Now, by the server's clock and to its second, so that it is over there. Where the server does not say, by this
 * device's.
 */
export async function serversNow(): Promise<string> {
  const said = await fetch(new URL('/api/config', location.origin), { cache: 'no-store' }).then(
    ({ headers }) => Date.parse(headers.get('date') ?? ''),
    () => Number.NaN,
  );
  if (!Number.isNaN(said)) ahead = said - Date.now();
  return new Date(Date.now() + ahead).toISOString();
}

/**
 * What has not come by this device's clock may have come by the server's: that is asked once for each such instant.
 * @param onSaid now it is known
 */
export function useServersClock(instants: readonly (string | undefined)[], onSaid: () => void): void {
  const early = instants.filter((instant) => instant !== undefined && isInstant(instant) && !isOver(instant)).join(' ');
  const said = useEffectEvent(onSaid);
  useEffect(() => {
    if (early === '') return undefined;
    let left = false;
    void serversNow().then(() => (left ? undefined : said()));
    return () => {
      left = true;
    };
  }, [early]);
}

/** About what has not come nothing is known. */
export const isOver = (instant: string, now: number = Date.now() + ahead): boolean => Date.parse(instant) <= now;
