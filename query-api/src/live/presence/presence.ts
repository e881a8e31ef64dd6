/**
 * Who is looking at or writing what in an admission: a lapsing hint, never a lock, never an event (architecture, rule
 * 12). Kept in memory: the people who are connected to this instance, by their sockets, and those of other instances as
 * these last said it.
 */
import { PRESENCE_LAPSE_MS, type Presence, type PresenceTouch } from 'command-api/contract/live';

type Person = Presence['people'][number];
type Here = Person & { readonly until: number };
interface Elsewhere {
  readonly people: readonly Person[];
  readonly until: number;
}

export interface PresenceBook {
  /** @returns true when what others see has changed. */
  touch(socketId: string, person: { userId: string; name: string }, touch: PresenceTouch): boolean;
  /** The socket has left one admission. @returns true when what others see has changed. */
  leave(socketId: string, admission: string): boolean;
  /** The socket is gone. @returns the admissions where what others see has changed. */
  leaveAll(socketId: string): string[];
  /**
   * Drops who has not been heard of for 30 s, here or by another instance.
   * @returns the admissions where what others see has changed.
   */
  lapse(): string[];
  /** All that another instance has at an admission now. @returns true when what others see has changed. */
  elsewhere(instance: string, admission: string, people: readonly Person[]): boolean;
  /** The other instance has ended. @returns the admissions where what others see has changed. */
  elsewhereGone(instance: string): string[];
  /** Everybody, wherever they are connected. */
  people(admission: string): Person[];
  /** Those who are connected here: what the other instances are told. */
  here(admission: string): Person[];
  /** The admissions where somebody is connected here. */
  places(): string[];
}

/** One person in two tabs, or at two instances, with the same thing open is shown once. */
function once(people: Iterable<Person>): Person[] {
  const shown = new Map<string, Person>();
  for (const { userId, name, target, mode } of people)
    shown.set(`${userId} ${target} ${mode}`, { userId, name, target, mode });
  return [...shown].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, person]) => person);
}

/** @param now milliseconds on any clock that only goes forward */
export function createPresence(now: () => number): PresenceBook {
  const bySocket = new Map<string, Map<string, Here>>();
  const byInstance = new Map<string, Map<string, Elsewhere>>();

  const here = (admission: string): Person[] => once(bySocket.get(admission)?.values() ?? []);
  const people = (admission: string): Person[] =>
    once([
      ...[...(byInstance.get(admission)?.values() ?? [])].flatMap((instance) => instance.people),
      ...here(admission),
    ]);

  /** @returns whether what is shown of the admission is another now */
  const changing = <Held>(
    book: Map<string, Map<string, Held>>,
    admission: string,
    change: (held: Map<string, Held>) => void,
  ): boolean => {
    const before = JSON.stringify(people(admission));
    const held = book.get(admission) ?? new Map<string, Held>();
    change(held);
    if (held.size > 0) book.set(admission, held);
    else book.delete(admission);
    return JSON.stringify(people(admission)) !== before;
  };
  const dropLapsed = <Held extends { readonly until: number }>(held: Map<string, Held>): void => {
    for (const [key, { until }] of held) if (until <= now()) held.delete(key);
  };

  const leave = (socketId: string, admission: string): boolean =>
    changing(bySocket, admission, (held) => void held.delete(socketId));

  return {
    people,
    here,
    places: () => [...bySocket.keys()],
    leave,
    touch: (socketId, { userId, name }, { admission, target, mode }) =>
      changing(
        bySocket,
        admission,
        (held) => void held.set(socketId, { userId, name, target, mode, until: now() + PRESENCE_LAPSE_MS }),
      ),
    leaveAll: (socketId) =>
      [...bySocket]
        .filter(([, held]) => held.has(socketId))
        .map(([admission]) => admission)
        .filter((admission) => leave(socketId, admission)),
    elsewhere: (instance, admission, there) =>
      changing(
        byInstance,
        admission,
        (held) =>
          void (there.length > 0
            ? held.set(instance, { people: there, until: now() + PRESENCE_LAPSE_MS })
            : held.delete(instance)),
      ),
    elsewhereGone: (instance) =>
      [...byInstance.keys()].filter((admission) =>
        changing(byInstance, admission, (held) => void held.delete(instance)),
      ),
    lapse: () => [
      ...new Set([
        ...[...bySocket.keys()].filter((admission) => changing(bySocket, admission, dropLapsed)),
        ...[...byInstance.keys()].filter((admission) => changing(byInstance, admission, dropLapsed)),
      ]),
    ],
  };
}
