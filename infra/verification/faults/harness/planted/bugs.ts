/**
 * Bugs that the checks of a fault run must catch. Each is one text in one source file; `run-planted.ts` puts another in
 * its place while the product runs. Some wait for a few milliseconds where the real bug would be a matter of luck.
 */
import type { Killable } from '../../convergence/killing.ts';
import type { Checker } from '../checks/check-run.ts';

export interface PlantedBug {
  readonly name: string;
  /** The path in the repository. */
  readonly file: string;
  /** Occurs once in the file. */
  readonly find: string;
  readonly replace: string;
  /** The checker that must catch it. Others may too. */
  readonly expects: Checker;
  /** It comes to light by these beside the edits, their lost answers and dropped connections. */
  readonly faults: {
    /** Killed in turn. */
    readonly kill?: readonly Killable[];
    /** An event of an unknown type. */
    readonly poison?: true;
    /** Two command APIs write to one chart at the same time. */
    readonly race?: true;
  };
}

const WAIT = (ms: number): string => `await new Promise((resolve) => setTimeout(resolve, ${ms}));`;

export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'a command is acknowledged before its append has returned',
    file: 'command-api/src/commands/handle.ts',
    find: `await log.append(fold.stream(id), folded.revision ?? 'no_stream', events);`,
    replace: `void log.append(fold.stream(id), folded.revision ?? 'no_stream', events).catch(() => undefined);`,
    expects: 'answers',
    faults: { kill: ['event-log'] },
  },
  {
    name: 'the event log acknowledges before the transaction commits',
    file: 'infra/runtime/event-log/store/write/writer.ts',
    find: `if (group.events.length > 0) await insertEvents(session.client, group.events);`,
    replace: `if (group.events.length > 0)
      void new Promise((resolve) => setTimeout(resolve, 100))
        .then(() => insertEvents(session.client, group.events))
        .catch(() => undefined);`,
    expects: 'answers',
    faults: { kill: ['event-log', 'postgres'] },
  },
  {
    name: 'a command that is sent again is done again',
    file: 'command-api/src/http/headers.ts',
    find: `return uuidv5(key === '' ? randomUUID() : key.toLowerCase(), userId ?? SIGNED_OUT);`,
    replace: `return uuidv5(randomUUID(), userId ?? SIGNED_OUT);`,
    expects: 'answers',
    faults: {},
  },
  {
    name: 'the ids of events do not derive from their command',
    file: 'command-api/src/commands/record-events.ts',
    find: `id: eventId(commandId, fold.stream(id), index),`,
    replace: `id: crypto.randomUUID(),`,
    expects: 'commands',
    faults: { kill: ['event-log'] },
  },
  {
    name: 'an append expects no revision',
    file: 'infra/service-kit/src/event-log/eventstoredb.ts',
    find: `{ expectedRevision: expected, deadline: APPEND_MS }`,
    replace: `{ expectedRevision: 'any', deadline: APPEND_MS }`,
    expects: 'answers',
    faults: { race: true },
  },
  {
    name: 'the checkpoint is committed before the rows',
    file: 'projections/src/catch-up/write.ts',
    find: `return write(pool, projection, all, true);`,
    replace: `const guards = all.map((one) => ({ ...one, writes: { rows: [], shared: [] } }));
  const moved = await write(pool, { ...projection, isSilent: true }, guards, true);
  ${WAIT(300)}
  const left = all.filter(({ stream }) => moved.has(stream));
  if (left.length > 0) await write(pool, projection, left, false);
  return moved;`,
    expects: 'rebuilt rows',
    faults: { kill: ['postgres'] },
  },
  {
    name: 'a live note is sent before its rows are committed',
    file: 'projections/src/catch-up/write.ts',
    find: `const { rows } = await client.query<{ stream: string }>({`,
    replace: `for (const { stream, events } of all)
    for (const notice of noticesOf(projection, stream, events))
      await client.query('select pg_notify($1, $2)', [CHANGE_CHANNEL, JSON.stringify(notice)]);
  ${WAIT(50)}
  const { rows } = await client.query<{ stream: string }>({`,
    expects: 'live',
    faults: {},
  },
  {
    name: 'the last event is applied again with the next one',
    file: 'projections/src/catch-up/read-log.ts',
    find: `if (isSameHistory) return { events, `,
    replace: `const isAgain = events.length > 0 && /(Edited|Updated|Rated)$/.test(seen?.type ?? '');
  if (isSameHistory) return { events: isAgain ? [seen, ...events] : events, `,
    expects: 'rebuilt rows',
    faults: {},
  },
  {
    name: 'the last event of a batch is passed over',
    file: 'projections/src/catch-up/catch-up.ts',
    find: `for (const event of events) if (!event.unreadable) rows.apply(`,
    replace: `const some = events.length > 1 && stream.startsWith('admission-') ? events.slice(0, -1) : events;
    for (const event of some) if (!event.unreadable) rows.apply(`,
    expects: 'rebuilt rows',
    faults: {},
  },
  {
    name: 'the stream of a poison event is not parked',
    file: 'projections/src/catch-up/worker.ts',
    find: `await park(sources.pool, projection, stream, error);`,
    replace: `void park;`,
    expects: 'progress',
    faults: { poison: true },
  },
  {
    name: 'a read does not wait for the own write',
    file: 'query-api/src/http/freshness.ts',
    find: `if (!(await hasReached(db, sources, wanted))) ctx.set('x-stale', 'true');`,
    replace: `void [wanted, hasReached];`,
    expects: 'live',
    faults: {},
  },
  {
    name: 'who enters a room does not learn what was missed',
    file: 'query-api/src/live/requests.ts',
    find: `return { ok: true, stream: room.stream, revision };`,
    replace: `return { ok: true, stream: room.stream, revision: 0 };`,
    expects: 'live',
    faults: {},
  },
  {
    name: 'an admission counts its entries as its reviews',
    file: 'query-api/src/http/admissions/admissions.ts',
    find: `(select count(*)::int from review r where r.admission_id = a.admission_id) as "reviewsCount"`,
    replace: `(select count(*)::int from review_entry r where r.admission_id = a.admission_id) as "reviewsCount"`,
    expects: 'invariants',
    faults: {},
  },
  {
    name: 'a failure that is not handled ends the process',
    file: 'query-api/src/live/announcer.ts',
    find: `if (rooms.length > 0) await emitChanged(notice, rooms);`,
    replace: `if (rooms.length > 0) await emitChanged(notice, rooms);
    if (String(notice.revision) === '20') void Promise.reject(new Error('planted'));`,
    expects: 'product log',
    faults: {},
  },
  {
    name: 'a seal does not follow on the seal before it',
    file: 'infra/service-kit/src/event-log/seals.ts',
    find: `linkOf(head?.link ?? INITIAL_LINK, hashOf(event))`,
    replace: `linkOf(INITIAL_LINK, hashOf(event))`,
    expects: 'chain',
    faults: {},
  },
];
