/** The product's own log: no crash, and no error but those that a killed engine explains. */
import { groupBy } from 'service-kit/aggregates/group-by';

/** Characters of a line that are shown. */
const LENGTH = 1_500;

interface Entry {
  readonly service?: string;
  readonly msg?: string;
  /** The exit code of a process that has ended. */
  readonly code?: number | null;
  readonly process?: string;
  readonly error?: { readonly type?: string; readonly code?: string; readonly message?: string };
  readonly stream?: string;
}

/** Refused, reset, and Postgres's codes for a server that starts or stops. */
const awayCodes = new Set(['ECONNREFUSED', 'ECONNRESET', '57P01', '57P02', '57P03']);
/** Messages of node-postgres without a code: a link was cut or frozen. Knex, which migrates, puts its statement before. */
const awayMessages =
  /(?:^| - )(Connection terminated|Client has encountered a connection error|timeout e|Query read timeout)/;
const postgresAway = new Set([
  // A cut link, or a client that was killed while it was answered.
  'connection to client lost',
  // A connection that was begun over such a link.
  'canceling authentication due to timeout',
  // The same, where the client gave up first: 88 is its message that it ends the connection.
  'expected SASL response, got message type 88',
  'terminating connection due to unexpected postmaster exit',
  // A process stopped for longer than it may hold its lock (service-kit/src/postgres/leader-lock.ts): another one takes it.
  'terminating connection due to idle-session timeout',
  'terminating connection due to administrator command',
  'the database system is starting up',
  'the database system is shutting down',
  'the database system is in recovery mode',
  'the database system is not yet accepting connections',
]);

const isAway = ({ error }: Entry): boolean =>
  awayCodes.has(error?.code ?? '') || awayMessages.test(error?.message ?? '');
const isLogAway = ({ error }: Entry): boolean => error?.type === 'LogUnavailable';

/** The errors that may be logged while processes and engines are killed. */
const allowed: readonly { readonly why: string; readonly is: (entry: Entry) => boolean }[] = [
  {
    why: 'A process ended by a signal (0: SIGTERM): the fault itself. One that ends by itself has said why, which is judged',
    is: ({ msg, process, code }) =>
      msg === 'ended unexpectedly, is started again' &&
      (process === 'postgres' || code === null || code === 0 || code === 1),
  },
  {
    why: 'Postgres is away: the event log reconnects',
    is: ({ msg }) => msg === 'a write failed: the writer reconnects',
  },
  {
    why: 'An engine is away: a service cannot start, and is started again',
    is: (entry) => entry.msg === 'could not start' && (isAway(entry) || isLogAway(entry)),
  },
  {
    why: 'Postgres or the event log is away: the start of a service waits for it',
    is: (entry) =>
      /^(DATABASE|EVENTSTORE)_URL: the server does not answer, the start waits for it$/.test(entry.msg ?? '') &&
      (isAway(entry) || isLogAway(entry)),
  },
  {
    why: 'Postgres is away: a change is not announced, and each screen asks for it with its heartbeat',
    is: (entry) => entry.msg === 'could not send a change' && isAway(entry),
  },
  {
    why: 'Postgres or its client was killed, or the link between them was cut, and Postgres says so',
    is: ({ service, msg = '' }) =>
      service === 'postgres' && (postgresAway.has(msg) || msg.startsWith('pre-existing shared memory block')),
  },
  {
    why: 'Postgres is away: Knex, which migrates, says so of a connection that it opens',
    is: ({ msg = '' }) => /^Acquire connection error: Error: .*(ECONNREFUSED|ECONNRESET)/.test(msg),
  },
  { why: 'Postgres is away: the reader gets an error', is: ({ msg }) => msg === 'a read failed' },
];

/**
 * @param errors the lines of the log that report an error or a crash
 * @param poisoned streams that have to be parked, which is logged as an error
 */
export function logFindings(errors: readonly string[], poisoned: readonly string[] = []): string[] {
  const isParked = ({ msg, stream = '' }: Entry): boolean =>
    msg === 'stream parked: this event cannot be projected' && poisoned.includes(stream);
  const found = errors.filter((line) => {
    const entry = entryIn(line);
    return !isParked(entry) && !allowed.some(({ is }) => is(entry));
  });
  const kinds = groupBy(found, (line) => {
    const { service, msg = line, process, code, error } = entryIn(line);
    return [service, msg, process, code, error?.code].join(' ');
  });
  return [...kinds.values()].map(
    ([first = '', ...others]) => `The product logged ${others.length + 1} times: ${first.slice(0, LENGTH)}`,
  );
}

function entryIn(line: string): Entry {
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return { msg: line };
  }
}
