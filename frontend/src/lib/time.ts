/** Instants by the hospital's clock, as the histories tell them: `10:42`, or with the day when it was another one. */
import { timeZone } from './time-zone.ts';

export function shownTime(instant: string, now: Date = new Date()): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return '';
  // `2026-03-02 10:42:00`
  const [said = '', today = ''] = [at, now].map((one) => one.toLocaleString('sv', { timeZone: timeZone() }));
  return said.slice(said.slice(0, 10) === today.slice(0, 10) ? 11 : 5, 16);
}
