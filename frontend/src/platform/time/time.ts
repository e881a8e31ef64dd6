/** Instants by the hospital's clock, as the histories tell them: `10:42`, or with the day when it was another one. */
import { timeZone } from './time-zone.ts';

/** Kept: to make one takes longer than to use it a hundred times. */
let clock: { zone: string; format: Intl.DateTimeFormat } | undefined;

/** `2026-03-02 10:42`, where the hospital stands. @throws RangeError where it is no instant */
export function formatHospitalTime(at: Date): string {
  const zone = timeZone();
  if (clock?.zone !== zone)
    clock = {
      zone,
      format: new Intl.DateTimeFormat('sv', {
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        timeZone: zone,
      }),
    };
  return clock.format.format(at);
}

export function formatTime(instant: string, now: Date = new Date()): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return '';
  const said = formatHospitalTime(at);
  return said.slice(said.slice(0, 10) === formatHospitalTime(now).slice(0, 10) ? 11 : 5);
}
