/** Rows of `event_log.event`, there and back. */
import type { LoggedEvent } from './event.ts';

export const columns = 'position, stream, revision, id, type, is_json, data, metadata, created';

export interface EventRow {
  readonly position: string;
  readonly stream: string;
  readonly revision: string;
  readonly id: string;
  readonly type: string;
  readonly is_json: boolean;
  readonly data: Buffer;
  readonly metadata: Buffer;
  readonly created: Date;
}

export const eventOf = (row: EventRow): LoggedEvent => ({
  position: BigInt(row.position),
  stream: row.stream,
  revision: BigInt(row.revision),
  id: row.id,
  type: row.type,
  isJson: row.is_json,
  data: row.data,
  metadata: row.metadata,
  created: row.created,
});

/** One statement, one round trip, one commit, however many appends it carries. */
export const insertEvents = (events: readonly LoggedEvent[]) => ({
  name: 'insert-events',
  text: `insert into event_log.event (${columns})
         select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::uuid[], $5::text[], $6::boolean[], $7::bytea[], $8::bytea[], $9::timestamptz[])`,
  values: [
    events.map((event) => event.position.toString()),
    events.map((event) => event.stream),
    events.map((event) => event.revision.toString()),
    events.map((event) => event.id),
    events.map((event) => event.type),
    events.map((event) => event.isJson),
    events.map((event) => event.data),
    events.map((event) => event.metadata),
    events.map((event) => event.created),
  ],
});
