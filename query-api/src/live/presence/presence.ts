/**
 * Who views or edits what in an admission: a hint that lapses, never a lock or an event (docs/architecture.md,
 * "Rule 12: presence is a hint"). In memory: the people of this instance by their sockets, and those of other instances
 * by their last notices.
 */
import { PRESENCE_LAPSE_MS, type Presence, type PresenceTouch } from 'language/contract/live';

type Person = Presence['people'][number];
type LocalPerson = Person & { readonly until: number };
interface RemotePeople {
  readonly people: readonly Person[];
  readonly until: number;
}

export interface PresenceStore {
  /** @returns whether the shown presence has changed */
  touch(socketId: string, person: { userId: string; name: string }, touch: PresenceTouch): boolean;
  /** The socket has left one admission. @returns whether the shown presence has changed */
  leave(socketId: string, admission: string): boolean;
  /** The socket is closed. @returns the admissions whose shown presence has changed */
  leaveAll(socketId: string): string[];
  /**
   * Removes people without a message for 30 s, from a socket or from another instance.
   * @returns the admissions whose shown presence has changed
   */
  removeLapsed(): string[];
  /** Replaces the people of another instance at an admission. @returns whether the shown presence has changed */
  setRemote(instance: string, admission: string, people: readonly Person[]): boolean;
  /** Another instance has stopped. @returns the admissions whose shown presence has changed */
  removeInstance(instance: string): string[];
  /** The people of all instances. */
  people(admission: string): Person[];
  /** The people who are connected to this instance. */
  localPeople(admission: string): Person[];
  /** The admissions with people who are connected to this instance. */
  localAdmissions(): string[];
}

/** A person who has the same thing open in two tabs, or at two instances, is shown once. */
function withoutDuplicates(people: Iterable<Person>): Person[] {
  const shown = new Map<string, Person>();
  for (const { userId, name, target, mode } of people)
    shown.set(`${userId} ${target} ${mode}`, { userId, name, target, mode });
  return [...shown].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, person]) => person);
}

/** @param now milliseconds of a monotonic clock */
export function createPresence(now: () => number): PresenceStore {
  const bySocket = new Map<string, Map<string, LocalPerson>>();
  const byInstance = new Map<string, Map<string, RemotePeople>>();

  const localPeople = (admission: string): Person[] => withoutDuplicates(bySocket.get(admission)?.values() ?? []);
  const people = (admission: string): Person[] =>
    withoutDuplicates([
      ...[...(byInstance.get(admission)?.values() ?? [])].flatMap((instance) => instance.people),
      ...localPeople(admission),
    ]);

  /** @returns whether the shown presence of the admission has changed */
  const update = <Held>(
    all: Map<string, Map<string, Held>>,
    admission: string,
    change: (held: Map<string, Held>) => void,
  ): boolean => {
    const before = JSON.stringify(people(admission));
    const held = all.get(admission) ?? new Map<string, Held>();
    change(held);
    if (held.size > 0) all.set(admission, held);
    else all.delete(admission);
    return JSON.stringify(people(admission)) !== before;
  };
  const dropLapsed = <Held extends { readonly until: number }>(held: Map<string, Held>): void => {
    for (const [key, { until }] of held) if (until <= now()) held.delete(key);
  };

  const leave = (socketId: string, admission: string): boolean =>
    update(bySocket, admission, (held) => void held.delete(socketId));

  return {
    people,
    localPeople,
    localAdmissions: () => [...bySocket.keys()],
    leave,
    touch: (socketId, { userId, name }, { admission, target, mode }) =>
      update(
        bySocket,
        admission,
        (held) => void held.set(socketId, { userId, name, target, mode, until: now() + PRESENCE_LAPSE_MS }),
      ),
    leaveAll: (socketId) =>
      [...bySocket]
        .filter(([, held]) => held.has(socketId))
        .map(([admission]) => admission)
        .filter((admission) => leave(socketId, admission)),
    setRemote: (instance, admission, remote) =>
      update(
        byInstance,
        admission,
        (held) =>
          void (remote.length > 0
            ? held.set(instance, { people: remote, until: now() + PRESENCE_LAPSE_MS })
            : held.delete(instance)),
      ),
    removeInstance: (instance) =>
      [...byInstance.keys()].filter((admission) => update(byInstance, admission, (held) => void held.delete(instance))),
    removeLapsed: () => [
      ...new Set([
        ...[...bySocket.keys()].filter((admission) => update(bySocket, admission, dropLapsed)),
        ...[...byInstance.keys()].filter((admission) => update(byInstance, admission, dropLapsed)),
      ]),
    ],
  };
}
