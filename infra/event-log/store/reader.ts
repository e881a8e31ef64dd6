/**
 * Reads of the table, a page at a time: pages are limited in rows and in bytes, so that a slow reader of large events costs little memory.
 * A page is never empty while there are events to come.
 */
import type { Pool } from 'pg';
import type { LoggedEvent } from './event.ts';
import type { StreamState } from './known-streams.ts';
import { columns, eventOf, streamStates, type EventRow } from './rows.ts';

export const PAGE_EVENTS = 500;
const PAGE_BYTES = 1024 * 1024;

export type Direction = 'forwards' | 'backwards';

/** Cuts a page where the events before a row already fill the page's bytes. */
const page = (where: string, key: 'position' | 'revision', direction: Direction): string => {
  const order = `order by ${key} ${direction === 'forwards' ? 'asc' : 'desc'}`;
  return `select ${columns} from (
            select *, sum(octet_length(data) + octet_length(metadata)) over (${order}) - octet_length(data) - octet_length(metadata) as bytes_before
            from (select * from event_log.event where ${where} ${order} limit $2) few
          ) summed where bytes_before < ${PAGE_BYTES} ${order}`;
};

const allPage: Record<Direction, string> = {
  forwards: page('position >= $1', 'position', 'forwards'),
  backwards: page('position < $1', 'position', 'backwards'),
};
const visible = `stream = $3 and revision >= $4 and created >= to_timestamp($5::float8 / 1000)`;
const streamPage: Record<Direction, string> = {
  forwards: page(`${visible} and revision >= $1`, 'revision', 'forwards'),
  backwards: page(`${visible} and revision <= $1`, 'revision', 'backwards'),
};

/** Postgres's largest bigint: places beyond it (a client may send any 64 unsigned bits) mean the same as it. */
const MAX_BIGINT = 2n ** 63n - 1n;
const bounded = (value: bigint): string => (value > MAX_BIGINT ? MAX_BIGINT : value).toString();

export class Reader {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** A page of the whole log: forwards from `position` inclusive, backwards from `position` exclusive, as EventStoreDB has it. */
  async all(direction: Direction, position: bigint, limit = PAGE_EVENTS): Promise<LoggedEvent[]> {
    const rows = await this.#pool.query<EventRow>({ name: `all-${direction}`, text: allPage[direction], values: [bounded(position), Math.min(limit, PAGE_EVENTS)] });
    return rows.rows.map(eventOf);
  }

  /**
   * A page of a stream, from `revision` inclusive in both directions, of the events that are to be seen: from a revision on, and created
   * at an instant or after it (milliseconds since 1970, or -Infinity).
   */
  async stream(name: string, direction: Direction, revision: bigint, limit: number, seen: { from: bigint; since: number }): Promise<LoggedEvent[]> {
    const rows = await this.#pool.query<EventRow>({
      name: `stream-${direction}`,
      text: streamPage[direction],
      values: [bounded(revision), Math.min(limit, PAGE_EVENTS), name, bounded(seen.from), seen.since],
    });
    return rows.rows.map(eventOf);
  }

  /** Events by where they lie. What is not there is left out. */
  async at(addresses: readonly { readonly stream: string; readonly revision: bigint }[]): Promise<LoggedEvent[]> {
    const rows = await this.#pool.query<EventRow>({
      name: 'events-at',
      text: `select ${columns} from event_log.event where (stream, revision) in (select * from unnest($1::text[], $2::bigint[]))`,
      values: [addresses.map(({ stream }) => stream), addresses.map(({ revision }) => bounded(revision))],
    });
    return rows.rows.map(eventOf);
  }

  async states(streams: readonly string[]): Promise<[string, StreamState][]> {
    return streamStates(this.#pool, streams);
  }
}
