/** Instants and spans of time in the hospital's clock, for screens that look back. */
import { formatHospitalTime } from './time.ts';

/** `2026-03-02 10:42` where the hospital stands, as the days of care are; or `10:42:07`. Empty where it is none. */
export function formatInstant(instant: string, { seconds = false } = {}): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return '';
  // They are the same by the clocks of all zones.
  return `${formatHospitalTime(at)}${seconds ? at.toISOString().slice(16, 19) : ''}`;
}

const steps = [
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
  ['month', 30.44 * 86_400_000],
  ['year', 365.25 * 86_400_000],
] as const;

/**
 * Empty where it is no instant. `just now`, `5 minutes ago`, `1 day ago`, `3 months ago`. What a clock that is ahead
 * says of the future is just now.
 */
export function formatTimeAgo(instant: string, now: Date = new Date()): string {
  const since = now.getTime() - Date.parse(instant);
  if (Number.isNaN(since)) return '';
  const [unit, length] = steps.findLast(([, long]) => since >= long) ?? ['minute', 60_000];
  return since < 60_000
    ? 'just now'
    : new Intl.RelativeTimeFormat('en', { numeric: 'always' }).format(-Math.floor(since / length), unit);
}

/**
 * `< 1 s`, `40 s`, `2 h 10 min`, `3 d 4 h`: the two largest units, the second left out where it is 0.
 * @param span milliseconds
 */
export function formatDuration(span: number): string {
  const seconds = Math.max(0, Math.round(span / 1000));
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  const two = (first: string, second: number, unit: string): string =>
    second > 0 ? `${first} ${second} ${unit}` : first;
  if (days > 0) return two(`${days} d`, hours, 'h');
  if (hours > 0) return two(`${hours} h`, minutes, 'min');
  return minutes > 0 ? `${minutes} min` : seconds > 0 ? `${seconds} s` : '< 1 s';
}

/** Between doing and recording there is always a moment. From this on it is worth telling. */
const RECORDED_LATER_MS = 60_000;

/**
 * When the log took a change, where that was noticeably later than it was done: `14:05`, with the day in front where
 * that is another one; undefined elsewhere.
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
