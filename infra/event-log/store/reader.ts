/** Reads of the table, a page at a time. */
import type { Pool } from 'pg';
import type { LoggedEvent } from './event.ts';
import type { StreamState } from './known-streams.ts';
import { PAGE_BYTES, PAGE_EVENTS } from './page.ts';
import { columns, eventOf, eventsOf, packed, streamStates, type EventRow, type PackedPage } from './rows.ts';

export type Direction = 'forwards' | 'backwards';

/** Cuts a page where the events before a row already fill the page's bytes. */
const cut = (from: string, order: string, selected: string): string =>
  `select ${selected} from (
     select *, sum(octet_length(data) + octet_length(metadata)) over (order by ${order}) - octet_length(data) - octet_length(metadata) as bytes_before
     from (${from}) few
   ) summed where bytes_before < ${PAGE_BYTES} order by ${order}`;

const page = (where: string, key: 'position' | 'revision', direction: Direction): string => {
  const order = `${key} ${direction === 'forwards' ? 'asc' : 'desc'}`;
  // Put together in the order in which they come.
  return `select ${packed} from (${cut(`select * from event_log.event where ${where} order by ${order} limit $2`, order, '*')}) page`;
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

const addressedPage = cut(
  `select event.*, nth::int from unnest($1::text[], $2::bigint[]) with ordinality as asked(stream, revision, nth)
   join event_log.event on event.stream = asked.stream and event.revision = asked.revision`,
  'nth',
  `${columns}, nth`,
);

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
    const { rows } = await this.#pool.query<PackedPage>({ name: `all-${direction}`, text: allPage[direction], values: [bounded(position), Math.min(limit, PAGE_EVENTS)] });
    return rows.flatMap(eventsOf);
  }

  /**
   * A page of a stream, from `revision` inclusive in both directions, of the events that are to be seen: from a revision on, and created
   * at an instant or after it (milliseconds since 1970, or -Infinity).
   */
  async stream(name: string, direction: Direction, revision: bigint, limit: number, seen: { from: bigint; since: number }): Promise<LoggedEvent[]> {
    const { rows } = await this.#pool.query<PackedPage>({
      name: `stream-${direction}`,
      text: streamPage[direction],
      values: [bounded(revision), Math.min(limit, PAGE_EVENTS), name, bounded(seen.from), seen.since],
    });
    return rows.flatMap(eventsOf);
  }

  /**
   * A page of events by where they lie, in the order of their addresses. What is not there is left out.
   * @returns how many of the addresses the page answers: the others are for the next one
   */
  async at(addresses: readonly { readonly stream: string; readonly revision: bigint }[]): Promise<{ readonly events: LoggedEvent[]; readonly answered: number }> {
    const { rows } = await this.#pool.query<EventRow & { readonly nth: number }>({
      name: 'events-at',
      text: addressedPage,
      values: [addresses.map(({ stream }) => stream), addresses.map(({ revision }) => bounded(revision))],
    });
    const bytes = rows.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);
    const last = rows.at(-1);
    return { events: rows.map(eventOf), answered: last && bytes >= PAGE_BYTES ? last.nth : addresses.length };
  }

  async states(streams: readonly string[]): Promise<[string, StreamState][]> {
    return streamStates(this.#pool, streams);
  }
}
