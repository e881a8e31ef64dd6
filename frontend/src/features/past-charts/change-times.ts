/** The times of an admission's changes, and the positions of the slider that goes through them. */
import type { Moments } from 'language/contract/history';

/** The time of each change after which there was a chart, in milliseconds, by revision. At least one. */
export type ChangeTimes = readonly number[];

/** A revision, or an instant in milliseconds. */
export type SliderPosition =
  | { readonly by: 'change'; readonly at: number }
  | { readonly by: 'time'; readonly at: number };
export type Axis = SliderPosition['by'];

export function changeTimesOf({ from, after, deleted }: Moments): ChangeTimes {
  const first = Date.parse(from);
  return (deleted ? after.slice(0, -1) : after).map((ms) => first + ms);
}

export const firstPosition = (times: ChangeTimes, by: Axis): SliderPosition => ({
  by,
  at: by === 'change' ? 0 : (times[0] ?? 0),
});
/** The clocks of several processes differ: the newest change may not have the latest time. */
export const lastPosition = (times: ChangeTimes, by: Axis): SliderPosition => ({
  by,
  at: by === 'change' ? times.length - 1 : times.reduce((latest, one) => Math.max(latest, one), -Infinity),
});

const within = (times: ChangeTimes, { by, at }: SliderPosition): SliderPosition => ({
  by,
  at: Math.min(Math.max(at, firstPosition(times, by).at), lastPosition(times, by).at),
});

/** The change before the first later one, by the rule of the server. */
export function revisionAt(times: ChangeTimes, position: SliderPosition): number {
  if (position.by === 'change') return position.at;
  const later = times.findIndex((instant) => instant > position.at);
  return (later < 0 ? times.length : later) - 1;
}
export const instantAt = (times: ChangeTimes, position: SliderPosition): number =>
  position.by === 'time' ? position.at : (times[position.at] ?? 0);

export const isNewest = (times: ChangeTimes, position: SliderPosition): boolean =>
  revisionAt(times, position) === times.length - 1;

/** Reads `?at=` and limits it to the first and the last change. Undefined where it is no revision and no instant. */
export function parsePosition(times: ChangeTimes, at: string): SliderPosition | undefined {
  if (/^\d{1,15}$/.test(at)) return within(times, { by: 'change', at: Number(at) });
  const instant = /^\d{4}-\d\d-\d\dT/.test(at) ? Date.parse(at) : Number.NaN;
  return Number.isNaN(instant) ? undefined : within(times, { by: 'time', at: instant });
}
export const formatPosition = ({ by, at }: SliderPosition): string =>
  by === 'change' ? String(at) : new Date(at).toISOString();

/** The same position on the other axis. */
export function toAxis(times: ChangeTimes, position: SliderPosition, by: Axis): SliderPosition {
  if (position.by === by) return position;
  return within(times, { by, at: by === 'change' ? revisionAt(times, position) : instantAt(times, position) });
}

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];
const lengthOf = (times: ChangeTimes, by: Axis): number => lastPosition(times, by).at - firstPosition(times, by).at;
/** In an admission of one round, a minute holds many changes. */
export const isUnderOneHour = (times: ChangeTimes): boolean => lengthOf(times, 'time') < HOUR;
/** Step sizes, in changes or milliseconds. The first is always offered. */
const sizesOf = (times: ChangeTimes, by: Axis): readonly number[] =>
  by === 'change' ? [1, 10, 100] : isUnderOneHour(times) ? [SECOND, MINUTE] : [MINUTE, HOUR, DAY, 7 * DAY];
export const stepSizes = (times: ChangeTimes, by: Axis): readonly number[] =>
  sizesOf(times, by).filter((size, index) => index === 0 || size < lengthOf(times, by));
/** The unit of a step size in milliseconds. */
export const spanOf = (ms: number): 'second' | 'minute' | 'hour' | 'day' | 'week' =>
  ms < MINUTE ? 'second' : ms < HOUR ? 'minute' : ms < DAY ? 'hour' : ms < 7 * DAY ? 'day' : 'week';
/** One change; by the clock the longest size that leaves five steps or more. */
export const defaultStep = (times: ChangeTimes, by: Axis): number =>
  by === 'change'
    ? 1
    : (stepSizes(times, by).findLast((size) => lengthOf(times, by) >= 5 * size) ?? sizesOf(times, by)[0] ?? MINUTE);

export const moveBy = (times: ChangeTimes, { by, at }: SliderPosition, distance: number): SliderPosition =>
  within(times, { by, at: at + distance });

/** The change before or after the shown one; undefined where there is none. */
export function adjacentChange(
  times: ChangeTimes,
  position: SliderPosition,
  direction: -1 | 1,
): SliderPosition | undefined {
  const revision = revisionAt(times, position);
  if (position.by === 'change') {
    const at = revision + direction;
    return at < 0 || at >= times.length ? undefined : { by: 'change', at };
  }
  for (let next = revision + direction; next >= 0 && next < times.length; next += direction) {
    const there: SliderPosition = { by: 'time', at: times[next] ?? 0 };
    // The clock shows the last of the changes with one time only.
    if (Math.sign(revisionAt(times, there) - revision) === direction) return there;
  }
  return undefined;
}

/** The number of changes in each of `parts` equal spans, as a share of the largest number. */
export function changeDensity(times: ChangeTimes, parts: number): number[] {
  const [start, end] = [firstPosition(times, 'time').at, lastPosition(times, 'time').at];
  const counts = Array.from({ length: parts }, () => 0);
  for (const instant of times) {
    const part =
      end === start ? 0 : Math.min(parts - 1, Math.max(0, Math.floor(((instant - start) / (end - start)) * parts)));
    counts[part] = (counts[part] ?? 0) + 1;
  }
  const most = Math.max(...counts);
  return counts.map((count) => count / most);
}
