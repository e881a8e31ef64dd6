/**
 * Who is looking at or writing what in an admission: a lapsing hint, never a lock, never an event (architecture, rule 12).
 * Kept in memory: with several instances of this service, each shows the people connected to it.
 */
import { PRESENCE_LAPSE_MS, type Presence, type PresenceTouch } from 'command-api/contract/live';

type Person = Presence['people'][number];
type Present = Person & { readonly until: number };

export interface PresenceBook {
  /** @returns true when what others see has changed. */
  touch(socketId: string, person: { userId: string; name: string }, touch: PresenceTouch): boolean;
  /** The socket has left one admission. @returns true when what others see has changed. */
  leave(socketId: string, admission: string): boolean;
  /** The socket is gone. @returns the admissions where what others see has changed. */
  leaveAll(socketId: string): string[];
  /** Drops who has not been heard of for 30 s. @returns the admissions where what others see has changed. */
  lapse(): string[];
  people(admission: string): Person[];
}

/** @param now milliseconds on any clock that only goes forward */
export function createPresence(now: () => number): PresenceBook {
  const admissions = new Map<string, Map<string, Present>>();

  /** One person in two tabs with the same thing open is shown once. */
  const people = (admission: string): Person[] => {
    const shown = new Map<string, Person>();
    for (const { userId, name, target, mode } of admissions.get(admission)?.values() ?? []) shown.set(`${userId} ${target} ${mode}`, { userId, name, target, mode });
    return [...shown].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, person]) => person);
  };

  const changing = (admission: string, change: (present: Map<string, Present>) => void): boolean => {
    const before = JSON.stringify(people(admission));
    const present = admissions.get(admission) ?? new Map<string, Present>();
    change(present);
    if (present.size > 0) admissions.set(admission, present);
    else admissions.delete(admission);
    return JSON.stringify(people(admission)) !== before;
  };

  const leave = (socketId: string, admission: string): boolean => changing(admission, (present) => void present.delete(socketId));

  return {
    people,
    leave,
    touch: (socketId, { userId, name }, { admission, target, mode }) =>
      changing(admission, (present) => void present.set(socketId, { userId, name, target, mode, until: now() + PRESENCE_LAPSE_MS })),
    leaveAll: (socketId) => [...admissions].filter(([, present]) => present.has(socketId)).map(([admission]) => admission).filter((admission) => leave(socketId, admission)),
    lapse: () =>
      [...admissions.keys()].filter((admission) =>
        changing(admission, (present) => {
          for (const [socketId, { until }] of present) if (until <= now()) present.delete(socketId);
        }),
      ),
  };
}
