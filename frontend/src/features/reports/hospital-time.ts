/**
 * Converts between instants and the local time of the hospital, to the minute, as a date and time field holds it. The
 * server's clock decides whether an instant is past: it may differ from the clock of this device.
 */
import { useEffect, useEffectEvent } from 'react';
import { formatInstant } from '../../platform/time/instants.ts';

const FIRST_YEAR = '1950';
const WHOLE = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** @returns `2026-03-12T09:40`; empty where `instant` is none */
export const toHospitalTime = (instant: string): string => formatInstant(instant).replace(' ', 'T');

/** @returns an instant in UTC; empty while the time is incomplete */
export function toInstant(local: string): string {
  const wanted = Date.parse(`${local}Z`);
  if (!WHOLE.test(local) || Number.isNaN(wanted) || local < FIRST_YEAR) return '';
  const offset = (at: number): number => Date.parse(`${toHospitalTime(new Date(at).toISOString())}Z`) - at;
  // Twice: between the first guess and the result the clock may change to or from summer time.
  const first = wanted - offset(wanted);
  return new Date(wanted - offset(first)).toISOString();
}

export const isInstant = (text: string): boolean => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text));

/** The time by which the server's clock is ahead of this device's, by its last answer. */
let aheadMs = 0;

/** Now by the server's clock, to the second. By this device's clock where the server does not answer. */
export async function serverNow(): Promise<string> {
  const server = await fetch(new URL('/api/config', location.origin), { cache: 'no-store' }).then(
    ({ headers }) => Date.parse(headers.get('date') ?? ''),
    () => Number.NaN,
  );
  const device = Date.now();
  if (!Number.isNaN(server)) aheadMs = server - device;
  return new Date(device + aheadMs).toISOString();
}

export const isPast = (instant: string, now: number = Date.now() + aheadMs): boolean => Date.parse(instant) <= now;

/**
 * Reads the server's clock once for each instant that is in the future by this device's clock.
 * @param onRead the server's clock is known
 */
export function useServerClock(instants: readonly (string | undefined)[], onRead: () => void): void {
  const future = instants
    .filter((instant) => instant !== undefined && isInstant(instant) && !isPast(instant))
    .join(' ');
  const notify = useEffectEvent(onRead);
  useEffect(() => {
    if (future === '') return undefined;
    let isUnmounted = false;
    void serverNow().then(() => (isUnmounted ? undefined : notify()));
    return () => {
      isUnmounted = true;
    };
  }, [future]);
}
