/** Reads the table, a page at a time. */
import { escapeLiteral, type Pool } from 'pg';
import { arrayOf, quoted } from 'service-kit/postgres/array-text';
import { copyRows } from '../postgres/copied-rows.ts';
import type { LoggedEvent } from '../event.ts';
import type { StreamState } from '../known-streams.ts';
import { PAGE_BYTES, PAGE_EVENTS } from './page.ts';
import { columns, eventOf, streamStates } from '../postgres/select-events.ts';

export type Direction = 'forwards' | 'backwards';

const orders: Record<Direction, string> = { forwards: 'asc', backwards: 'desc' };

/** A select that ends when the events before a row have reached the limit of a page in bytes. */
const page = ({
  selected,
  from,
  order,
  limit,
}: {
  selected: string;
  from: string;
  order: string;
  limit: number;
}): string =>
  `select ${selected} from (
     select *, sum(octet_length(data) + octet_length(metadata)) over
       (order by ${order} rows between unbounded preceding and 1 preceding) as bytes_before
     from ${from} order by ${order} limit ${Math.min(limit, PAGE_EVENTS)}
   ) summed where bytes_before is null or bytes_before < ${PAGE_BYTES}`;

/** Postgres's largest bigint. A client may send a larger number of 64 unsigned bits, which then means the same. */
const MAX_BIGINT = 2n ** 63n - 1n;
const bounded = (value: bigint): bigint => (value > MAX_BIGINT ? MAX_BIGINT : value);

export class Reader {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** A page of the whole log: forwards from `position` inclusive, backwards exclusive, as in EventStoreDB. */
  async all(direction: Direction, position: bigint, limit = PAGE_EVENTS): Promise<LoggedEvent[]> {
    const from = `event_log.event where position ${direction === 'forwards' ? '>=' : '<'} ${bounded(position)}`;
    return copyRows(
      this.#pool,
      page({ selected: columns, from, order: `position ${orders[direction]}`, limit }),
      eventOf,
    );
  }

  /**
   * A page of the visible events of a stream, from `revision` inclusive in both directions.
   * @param seen the visible events: from a revision on, created at or after `since` (milliseconds since 1970, or
   * -Infinity)
   */
  async stream(
    name: string,
    direction: Direction,
    revision: bigint,
    limit: number,
    seen: { from: bigint; since: number },
  ): Promise<LoggedEvent[]> {
    const from = `event_log.event
      where stream = ${escapeLiteral(name)} and revision ${direction === 'forwards' ? '>=' : '<='} ${bounded(revision)}
        and revision >= ${bounded(seen.from)} and created >= to_timestamp('${seen.since}'::float8 / 1000)`;
    return copyRows(
      this.#pool,
      page({ selected: columns, from, order: `revision ${orders[direction]}`, limit }),
      eventOf,
    );
  }

  /**
   * A page of the events at addresses, in the order of the addresses. Missing events are left out.
   * @returns the number of addresses that the page answers; the rest is for the next page
   */
  async at(
    addresses: readonly { readonly stream: string; readonly revision: bigint }[],
  ): Promise<{ readonly events: LoggedEvent[]; readonly answered: number }> {
    const streams = escapeLiteral(arrayOf(addresses, ({ stream }) => quoted(stream)));
    const revisions = escapeLiteral(arrayOf(addresses, ({ revision }) => bounded(revision)));
    const from = `unnest(${streams}::text[], ${revisions}::bigint[]) with ordinality
        as asked(asked_stream, asked_revision, nth)
      join event_log.event on event.stream = asked_stream and event.revision = asked_revision`;
    const select = page({ selected: `${columns}, nth`, from, order: 'nth', limit: addresses.length });
    const found = await copyRows(this.#pool, select, (row) => ({ event: eventOf(row), nth: Number(row.bigint()) }));
    const bytes = found.reduce((sum, { event: { data, metadata } }) => sum + data.length + metadata.length, 0);
    const last = found.at(-1);
    const isCut = last && (bytes >= PAGE_BYTES || found.length === PAGE_EVENTS);
    return { events: found.map(({ event }) => event), answered: isCut ? last.nth : addresses.length };
  }

  async states(streams: readonly string[]): Promise<[string, StreamState][]> {
    return streamStates(this.#pool, streams);
  }
}
