/** The product's own log: no crash, and no error but those that a killed engine explains. */

/** Lines that are named in the message. */
const NAMED = 5;

interface Entry {
  readonly service?: string;
  readonly msg?: string;
  readonly code?: number | null;
  readonly stream?: string;
}

/** What may be logged as an error while processes and engines are killed. */
const allowed: readonly { readonly why: string; readonly is: (entry: Entry) => boolean }[] = [
  {
    why: 'A process ended by a signal: the fault itself',
    is: ({ msg, code }) => msg === 'ended unexpectedly, is started again' && code === null,
  },
  {
    why: 'Postgres is away: the event log reconnects',
    is: ({ msg }) => msg === 'a write failed: the writer reconnects',
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
  const shown = found.slice(0, NAMED).map((line) => `The product logged: ${line.slice(0, 600)}`);
  return found.length > NAMED ? [...shown, `and ${found.length - NAMED} more lines`] : shown;
}

function entryIn(line: string): Entry {
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return { msg: line };
  }
}
