/** Times of HL7 (TS, DTM): YYYY[MM[DD[HH[MM[SS[.S…]]]]]][+ZZZZ], without an offset in the hospital's time zone. */
import { asCalendarDate, type CalendarDate } from 'language/domain/values/calendar-date';

export interface HospitalTime {
  readonly day: CalendarDate;
  /** HH:MM in the hospital's time zone; empty where only the day is known. */
  readonly time: string;
  /** The instant: of a day alone, its beginning. */
  readonly at: Date;
}

const FORM = /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(?:(\d{2})(?:\.\d+)?)?)?([+-]\d{4})?$/;

/** @returns undefined for a text that is no day or no time of a day */
export function hospitalTime(text: string, timeZone: string): HospitalTime | undefined {
  const [, year = '', month = '', date = '', hours, minutes = '', seconds = '00', offset] = FORM.exec(text) ?? [];
  const day = asCalendarDate(`${year}-${month}-${date}`);
  if (day === undefined) return undefined;
  const clock = `${hours ?? '00'}:${minutes || '00'}`;
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(clock) || !/^[0-5]\d$/.test(seconds)) return undefined;
  const asUtc = Date.parse(`${day}T${clock}:${seconds}Z`);
  if (hours === undefined || offset === undefined) {
    const at = new Date(asUtc - offsetAt(timeZone, asUtc));
    return { day, time: hours === undefined ? '' : clock, at };
  }
  const sign = offset.startsWith('-') ? -1 : 1;
  const at = asUtc - sign * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3))) * 60_000;
  const local = new Date(at + offsetAt(timeZone, at)).toISOString();
  const localDay = asCalendarDate(local.slice(0, 10));
  return localDay && { day: localDay, time: local.slice(11, 16), at: new Date(at) };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** How far the clocks of the zone are ahead of UTC, in milliseconds: to the minute, at about this instant. */
function offsetAt(timeZone: string, instant: number): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  formats.set(timeZone, format);
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const local = Date.parse(
    `${parts['year']}-${parts['month']}-${parts['day']}T${parts['hour']}:${parts['minute']}:${parts['second']}Z`,
  );
  return local - Math.floor(instant / 1_000) * 1_000;
}
