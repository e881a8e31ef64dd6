/**
 * Presence over several instances of this service: each instance sends the others the ids of its people by NOTIFY. The
 * receiving instance looks up the names.
 *
 * A message holds the whole state: all people of the instance at an admission. So a lost or doubled message does no
 * harm. It is repeated every ten seconds, and lapses after thirty, as for a killed instance. An instance that starts,
 * or listens again, asks the others and gets their state at once. Redis does not change this: its adapter carries
 * rooms, which need none, and not presence (docs/decisions/read-side/live-connection.md).
 */
import { randomUUID } from 'node:crypto';
import { PRESENCE_TOUCH_MS } from 'language/contract/live';
import type { Logger } from 'service-kit/process/logger';
import type { Pool } from 'pg';
import type { PersonNames } from '../person-names.ts';
import { type PresenceSyncMessage, PresenceSyncPayload } from '../payloads.ts';
import type { PresenceStore } from './presence.ts';

/** NOTIFY channel between instances. */
export const PRESENCE_CHANNEL = 'presence';

/** NOTIFY takes less than 8000 bytes, so only the first of more people at one chart are sent. */
const MAX_PEOPLE = 40;

export interface PresenceSync {
  /** Sends the people of this instance at the admission. */
  publish(admission: string): void;
  /** @param payload of a notice on `PRESENCE_CHANNEL` */
  receive(payload: string): void;
  /** Call it when listening has begun: exchanges the state with the other instances. */
  resync(): void;
  /** Tells the others that this instance has no more people. */
  stop(): Promise<void>;
}

/** @param emit sends the presence of an admission to its watchers on this instance */
export function createPresenceSync(parts: {
  db: Pool;
  presence: PresenceStore;
  names: PersonNames;
  emit: (admission: string) => void;
  logger: Logger;
  everyMs?: number | undefined;
}): PresenceSync {
  const { db, presence, names, emit, logger } = parts;
  const ownId = randomUUID();
  /** Admissions to send; their state is read when it is sent. One message at a time, so that none overtakes another. */
  const pending = new Set<string>();
  let isStopped = false;
  let sending: Promise<void> = Promise.resolve();
  let receiving: Promise<void> = Promise.resolve();

  const notify = (payloads: readonly object[]): Promise<unknown> =>
    db.query('select pg_notify($1, payload) from unnest($2::text[]) payload', [
      PRESENCE_CHANNEL,
      payloads.map((payload) => JSON.stringify(payload)),
    ]);
  const enqueue = (send: () => Promise<unknown>): void => {
    sending = sending.then(send).then(
      () => undefined,
      // The next repetition sends it again.
      (error: unknown) => logger.debug({ error }, 'could not send presence to other instances'),
    );
  };
  const publishAll = (admissions: Iterable<string>): void => {
    if (isStopped) return;
    const isQueued = pending.size > 0;
    for (const admission of admissions) pending.add(admission);
    if (isQueued || pending.size === 0) return;
    enqueue(() => {
      const states = [...pending].map((admission) => ({
        from: ownId,
        admission,
        people: presence
          .localPeople(admission)
          .slice(0, MAX_PEOPLE)
          .map(({ userId, target, mode }) => ({ userId, target, mode })),
      }));
      pending.clear();
      return notify(states);
    });
  };

  const handle = async (message: PresenceSyncMessage): Promise<void> => {
    if (message.from === ownId) return;
    if ('is' in message) {
      if (message.is === 'new') publishAll(presence.localAdmissions());
      else for (const admission of presence.removeInstance(message.from)) emit(admission);
      return;
    }
    // A name that cannot be looked up now comes with the next message.
    const people = await Promise.all(
      message.people.map(async (person) => ({ ...person, name: await names.of(person.userId).catch(() => '') })),
    );
    if (presence.setRemote(message.from, message.admission, people)) emit(message.admission);
  };

  const repeat = setInterval(() => publishAll(presence.localAdmissions()), parts.everyMs ?? PRESENCE_TOUCH_MS);
  return {
    publish: (admission) => publishAll([admission]),
    resync() {
      enqueue(() => notify([{ from: ownId, is: 'new' }]));
      publishAll(presence.localAdmissions());
    },
    receive(payload) {
      receiving = receiving
        .then(() => handle(PresenceSyncPayload.parse(JSON.parse(payload))))
        .catch((error: unknown) => logger.warn({ error }, 'could not read the presence of another instance'));
    },
    async stop() {
      clearInterval(repeat);
      isStopped = true;
      enqueue(() => notify([{ from: ownId, is: 'gone' }]));
      await sending;
    },
  };
}
