/**
 * Presence over several instances of this service, with Postgres alone: each tells the others who is connected to it,
 * by NOTIFY, in ids. Names are looked up by whoever shows them.
 *
 * What is told is a state and no step: all of one's own people at an admission. So a notice that is lost or doubled
 * does no harm; the next repeats it within ten seconds, and what has not been repeated for thirty is gone, as of an
 * instance that was killed. One that starts, or listens again, asks and is told at once. With Redis it is the same: an
 * adapter would carry rooms, which need none, and not presence.
 */
import { randomUUID } from 'node:crypto';
import { PRESENCE_TOUCH_MS } from 'command-api/contract/live';
import type { Logger } from 'service-kit/process/logger';
import type { Pool } from 'pg';
import type { Names } from '../person-names.ts';
import { type Elsewhere, ElsewherePayload } from '../payloads.ts';
import type { PresenceBook } from './presence.ts';

/** NOTIFY channel between instances. */
export const PRESENCE_CHANNEL = 'presence';

/** A notice holds less than 8000 bytes: of more people at one chart than this, the first are told. */
const MOST_PEOPLE = 40;

export interface PresenceElsewhere {
  /** Our people at this admission are others now. */
  tell(admission: string): void;
  /** @param payload of a notice on `PRESENCE_CHANNEL` */
  hear(payload: string): void;
  /** Listening has begun: what others said before has been missed, and they may have missed us. */
  introduce(): void;
  /** Tells the others that nobody is connected here any more. */
  stop(): Promise<void>;
}

/** @param show tells the admission's watchers here who is there */
export function tellPresenceElsewhere(parts: {
  db: Pool;
  presence: PresenceBook;
  names: Names;
  show: (admission: string) => void;
  log: Logger;
  everyMs?: number | undefined;
}): PresenceElsewhere {
  const { db, presence, names, show, log } = parts;
  const me = randomUUID();
  /**
   * Admissions to be told of, as they are when their turn comes. One notice is on its way at a time, so that none
   * overtakes another.
   */
  const untold = new Set<string>();
  let stopped = false;
  let telling: Promise<void> = Promise.resolve();
  let hearing: Promise<void> = Promise.resolve();

  const notify = (payloads: readonly object[]): Promise<unknown> =>
    db.query('select pg_notify($1, payload) from unnest($2::text[]) payload', [
      PRESENCE_CHANNEL,
      payloads.map((payload) => JSON.stringify(payload)),
    ]);
  const inTurn = (send: () => Promise<unknown>): void => {
    telling = telling.then(send).then(
      () => undefined,
      // It is repeated within ten seconds.
      (error: unknown) => log.debug({ error }, 'could not tell other instances who is here'),
    );
  };
  const tellAll = (admissions: Iterable<string>): void => {
    if (stopped) return;
    const isUnderWay = untold.size > 0;
    for (const admission of admissions) untold.add(admission);
    if (isUnderWay || untold.size === 0) return;
    inTurn(() => {
      const states = [...untold].map((admission) => ({
        from: me,
        admission,
        people: presence
          .here(admission)
          .slice(0, MOST_PEOPLE)
          .map(({ userId, target, mode }) => ({ userId, target, mode })),
      }));
      untold.clear();
      return notify(states);
    });
  };

  const take = async (told: Elsewhere): Promise<void> => {
    if (told.from === me) return;
    if ('is' in told) {
      if (told.is === 'new') tellAll(presence.places());
      else for (const admission of presence.elsewhereGone(told.from)) show(admission);
      return;
    }
    // A name that cannot be looked up now comes with the next notice.
    const people = await Promise.all(
      told.people.map(async (person) => ({ ...person, name: await names.of(person.userId).catch(() => '') })),
    );
    if (presence.elsewhere(told.from, told.admission, people)) show(told.admission);
  };

  const repeat = setInterval(() => tellAll(presence.places()), parts.everyMs ?? PRESENCE_TOUCH_MS);
  return {
    tell: (admission) => tellAll([admission]),
    introduce() {
      inTurn(() => notify([{ from: me, is: 'new' }]));
      tellAll(presence.places());
    },
    hear(payload) {
      hearing = hearing
        .then(() => take(ElsewherePayload.parse(JSON.parse(payload))))
        .catch((error: unknown) => log.warn({ error }, 'could not hear who is at another instance'));
    },
    async stop() {
      clearInterval(repeat);
      stopped = true;
      inTurn(() => notify([{ from: me, is: 'gone' }]));
      await telling;
    },
  };
}
