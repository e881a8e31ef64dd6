/** The life of an admission as one goes through it: from change to change, or from hour to hour. */
import type { Moments } from 'command-api/contract/history';

/** The changes after which there was a chart: their instants in milliseconds, by revision. At least one. */
export type Life = readonly number[];

/** Where one is: at a change, by its revision, or at an instant in milliseconds. */
export type Place = { readonly by: 'change'; readonly at: number } | { readonly by: 'time'; readonly at: number };
export type By = Place['by'];

export function lifeOf({ from, after, deleted }: Moments): Life {
  const first = Date.parse(from);
  return (deleted ? after.slice(0, -1) : after).map((ms) => first + ms);
}

/** What a place is between: the first and the last of each kind. */
export const firstOf = (life: Life, by: By): Place => ({ by, at: by === 'change' ? 0 : (life[0] ?? 0) });
/** Clocks of several processes differ: the newest change need not have the latest instant. */
export const lastOf = (life: Life, by: By): Place => ({
  by,
  at: by === 'change' ? life.length - 1 : life.reduce((latest, one) => Math.max(latest, one), -Infinity),
});

const within = (life: Life, { by, at }: Place): Place => ({
  by,
  at: Math.min(Math.max(at, firstOf(life, by).at), lastOf(life, by).at),
});

/** The last change that had happened by then: the one before the first that came later, as the server has it. */
export function revisionAt(life: Life, place: Place): number {
  if (place.by === 'change') return place.at;
  const later = life.findIndex((instant) => instant > place.at);
  return (later < 0 ? life.length : later) - 1;
}
export const instantAt = (life: Life, place: Place): number => (place.by === 'time' ? place.at : (life[place.at] ?? 0));

export const isNewest = (life: Life, place: Place): boolean => revisionAt(life, place) === life.length - 1;

/**
 * What `?at=` names; undefined where it names nothing. What lies before the beginning or after the end is brought
 * there.
 */
export function placeIn(life: Life, at: string): Place | undefined {
  if (/^\d{1,15}$/.test(at)) return within(life, { by: 'change', at: Number(at) });
  const instant = /^\d{4}-\d\d-\d\dT/.test(at) ? Date.parse(at) : Number.NaN;
  return Number.isNaN(instant) ? undefined : within(life, { by: 'time', at: instant });
}
export const atOf = ({ by, at }: Place): string => (by === 'change' ? String(at) : new Date(at).toISOString());

/** The same place, gone to in the other way. */
export function turned(life: Life, place: Place, by: By): Place {
  if (place.by === by) return place;
  return within(life, { by, at: by === 'change' ? revisionAt(life, place) : instantAt(life, place) });
}

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];
const lengthOf = (life: Life, by: By): number => lastOf(life, by).at - firstOf(life, by).at;
/** A chart of today's round: in it a minute holds many changes. */
export const isShort = (life: Life): boolean => lengthOf(life, 'time') < HOUR;
/** How far a step may go: so many changes, or so many milliseconds. The first is always there. */
const sizesOf = (life: Life, by: By): readonly number[] =>
  by === 'change' ? [1, 10, 100] : isShort(life) ? [SECOND, MINUTE] : [MINUTE, HOUR, DAY, 7 * DAY];
export const stepsOf = (life: Life, by: By): readonly number[] =>
  sizesOf(life, by).filter((size, place) => place === 0 || size < lengthOf(life, by));
/** From change to change; by the clock the longest with which a life still has some steps. */
export const usualStep = (life: Life, by: By): number =>
  by === 'change'
    ? 1
    : (stepsOf(life, by).findLast((size) => lengthOf(life, by) >= 5 * size) ?? sizesOf(life, by)[0] ?? MINUTE);

export const moved = (life: Life, { by, at }: Place, distance: number): Place =>
  within(life, { by, at: at + distance });

/** The change before or after the one that is shown; undefined where there is none. */
export function neighbour(life: Life, place: Place, direction: -1 | 1): Place | undefined {
  const revision = revisionAt(life, place);
  if (place.by === 'change') {
    const at = revision + direction;
    return at < 0 || at >= life.length ? undefined : { by: 'change', at };
  }
  for (let next = revision + direction; next >= 0 && next < life.length; next += direction) {
    const there: Place = { by: 'time', at: life[next] ?? 0 };
    // Of what came in one moment only the last is seen by the clock.
    if (Math.sign(revisionAt(life, there) - revision) === direction) return there;
  }
  return undefined;
}

/** How much happened when: a share of 0 to 1 for each of so many equal parts of the life, 1 where most did. */
export function busyness(life: Life, parts: number): number[] {
  const [start, end] = [firstOf(life, 'time').at, lastOf(life, 'time').at];
  const counts = Array.from({ length: parts }, () => 0);
  for (const instant of life) {
    const part =
      end === start ? 0 : Math.min(parts - 1, Math.max(0, Math.floor(((instant - start) / (end - start)) * parts)));
    counts[part] = (counts[part] ?? 0) + 1;
  }
  const most = Math.max(...counts);
  return counts.map((count) => count / most);
}
