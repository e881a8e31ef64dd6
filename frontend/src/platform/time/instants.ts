/** Instants and durations, formatted in the hospital's time zone. */
import { useSyncExternalStore } from 'react';
import { perLanguage } from '../language/format.ts';
import { translate } from '../language/language.ts';
import { subscribeToTime, timeZone } from './dates.ts';
import { serverNow } from './server-clock.ts';

/** Cached: constructing one takes longer than 100 uses. */
let cachedFormat: { zone: string; format: Intl.DateTimeFormat } | undefined;

/** `2026-03-02 10:42`. @throws RangeError for an invalid date */
export function formatHospitalTime(at: Date): string {
  const zone = timeZone();
  if (cachedFormat?.zone !== zone)
    cachedFormat = {
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
  return cachedFormat.format.format(at);
}

/** The hospital's clock, `2026-03-02 10:42`, for screens that stay open. */
export const useHospitalClock = (): string =>
  useSyncExternalStore(subscribeToTime, () => formatHospitalTime(serverNow()));

/** `2026-03-02 10:42`, or with seconds `2026-03-02 10:42:07`. Empty for an invalid instant. */
export function formatInstant(instant: string, { seconds = false } = {}): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return '';
  // The seconds are the same in all time zones.
  return `${formatHospitalTime(at)}${seconds ? at.toISOString().slice(16, 19) : ''}`;
}

/** `10:42` on the day of `now`, `03-02 10:42` on another day. Empty for an invalid instant. */
export function formatTime(instant: string, now: Date = serverNow()): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return '';
  const text = formatHospitalTime(at);
  return text.slice(text.slice(0, 10) === formatHospitalTime(now).slice(0, 10) ? 11 : 5);
}

const relativeTime = perLanguage((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'always' }));
const steps = [
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
  ['month', 30.44 * 86_400_000],
  ['year', 365.25 * 86_400_000],
] as const;

/**
 * `just now`, `5 minutes ago`, `1 day ago`, `3 months ago`. Empty for an invalid instant. An instant in the future, of
 * a clock that is ahead, is `just now`.
 */
export function formatTimeAgo(instant: string, now: Date = serverNow()): string {
  const since = now.getTime() - Date.parse(instant);
  if (Number.isNaN(since)) return '';
  const [unit, length] = steps.findLast(([, long]) => since >= long) ?? ['minute', 60_000];
  return since < 60_000 ? translate('time.justNow') : relativeTime().format(-Math.floor(since / length), unit);
}

const OLD_MS = 3_600_000;
/**
 * The age of something unsaved: `14 hours ago`. Empty for the first hour, in which its time says
 * enough.
 * @param at milliseconds since the epoch
 */
export const formatAgeOf = (at: number, now: number = Date.now()): string =>
  now - at < OLD_MS ? '' : formatTimeAgo(new Date(at).toISOString(), new Date(now));

/**
 * `< 1 s`, `40 s`, `2 h 10 min`, `3 d 4 h`: the two largest units, without the second one if it is 0.
 * @param span milliseconds
 */
export function formatDuration(span: number): string {
  const seconds = Math.max(0, Math.round(span / 1000));
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  if (days > 0) return translate(hours > 0 ? 'time.duration.daysHours' : 'time.duration.days', { days, hours });
  if (hours > 0)
    return translate(minutes > 0 ? 'time.duration.hoursMinutes' : 'time.duration.hours', { hours, minutes });
  if (minutes > 0) return translate('time.duration.minutes', { minutes });
  return seconds > 0 ? translate('time.duration.seconds', { seconds }) : translate('time.duration.none');
}

/** A shorter delay between an action and its record is not shown. */
const RECORDED_LATER_MS = 60_000;

/**
 * The time of the record, if it is at least a minute after the change: `14:05`, or with the date on another day.
 * Undefined otherwise.
 */
export function recordedLater({
  at,
  recordedAt,
}: {
  at: string;
  recordedAt?: string | undefined;
}): { recordedAt: string; shown: string } | undefined {
  if (recordedAt === undefined || Date.parse(recordedAt) - Date.parse(at) < RECORDED_LATER_MS) return undefined;
  const [done, recorded] = [formatInstant(at), formatInstant(recordedAt)];
  return { recordedAt, shown: recorded.slice(0, 10) === done.slice(0, 10) ? recorded.slice(11) : recorded };
}
