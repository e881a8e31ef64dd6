/** Converts between instants and the local time of the hospital, to the minute, as a date and time field holds it. */
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
