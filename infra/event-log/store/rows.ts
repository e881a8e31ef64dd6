/** Rows of `event_log.event`, there and back. */
import type { ClientBase, Pool, QueryConfig } from 'pg';
import type { CopiedRow } from './copied-rows.ts';
import type { Place } from './decide-write.ts';
import { NO_EVENTS, type LoggedEvent } from './event.ts';
import { stateFrom, type StreamState } from './known-streams.ts';
import { isMetastream, metastreamOf } from './stream-names.ts';

/** As `eventOf` takes them. */
export const columns = 'position, stream, revision, id::text, type, is_json, data, metadata, created';

export const eventOf = (row: CopiedRow): LoggedEvent => ({
  position: row.bigint(),
  stream: row.text(),
  revision: row.bigint(),
  id: row.text(),
  type: row.text(),
  isJson: row.boolean(),
  data: row.bytes(),
  metadata: row.bytes(),
  created: row.timestamp(),
});

const inserted = 'position, stream, revision, id, type, is_json, data, metadata, created';

/** One statement, one round trip, one commit, however many writes it carries; a single event goes without arrays, which is the common case of a calm hour. */
export const insertEvents = (events: readonly LoggedEvent[]): QueryConfig<unknown[]> => {
  const [only] = events;
  if (only && events.length === 1)
    return {
      name: 'insert-event',
      text: `insert into event_log.event (${inserted}) values ($1, $2, $3, $4, $5, $6, $7, $8, to_timestamp($9::float8 / 1000))`,
      values: [only.position.toString(), only.stream, only.revision.toString(), only.id, only.type, only.isJson, bytes(only.data), bytes(only.metadata), only.created],
    };
  return {
    name: 'insert-events',
    text: `insert into event_log.event (${inserted})
           select e.position, e.stream, e.revision, e.id, e.type, e.is_json, e.data, e.metadata, to_timestamp(e.created / 1000)
           from unnest($1::bigint[], $2::text[], $3::bigint[], $4::uuid[], $5::text[], $6::boolean[], $7::bytea[], $8::bytea[], $9::float8[])
             as e(position, stream, revision, id, type, is_json, data, metadata, created)`,
    values: [
      arrayOf(events, (event) => event.position),
      arrayOf(events, (event) => quoted(event.stream)),
      arrayOf(events, (event) => event.revision),
      arrayOf(events, (event) => event.id),
      arrayOf(events, (event) => quoted(event.type)),
      arrayOf(events, (event) => event.isJson),
      arrayOf(events, (event) => bytesInText(event.data)),
      arrayOf(events, (event) => bytesInText(event.metadata)),
      arrayOf(events, (event) => event.created),
    ],
  };
};

/** Arrays in Postgres's own notation: the driver would look at the kind of every single value. */
export const arrayOf = <Item>(items: readonly Item[], valueOf: (item: Item) => bigint | number | boolean | string): string => `{${items.map(valueOf).join(',')}}`;
export const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
const bytesInText = (data: Uint8Array): string => `"\\\\x${bytes(data).toString('hex')}"`;

/** The driver takes Buffers for bytes, and anything else for text. */
const bytes = (data: Uint8Array): Buffer => (Buffer.isBuffer(data) ? data : Buffer.from(data.buffer, data.byteOffset, data.byteLength));

/** Where streams end, and their newest metadata, in one query. */
export async function streamStates(client: ClientBase | Pool, streams: readonly string[]): Promise<[string, StreamState][]> {
  const found = await client.query<{ stream: string; head: string | null; data: Buffer | null; is_json: boolean | null }>({
    name: 'stream-states',
    text: `select asked.stream, (select max(revision) from event_log.event where stream = asked.stream) as head, newest.data, newest.is_json
           from unnest($1::text[], $2::text[]) as asked(stream, metastream)
           left join lateral (select data, is_json from event_log.event where stream = asked.metastream order by revision desc limit 1) newest on true`,
    values: [streams, streams.map((stream) => (isMetastream(stream) ? null : metastreamOf(stream)))],
  });
  return found.rows.map(({ stream, head, data, is_json: isJson }) => [
    stream,
    stateFrom(stream, head === null ? NO_EVENTS : BigInt(head), data && isJson !== null ? { data, isJson } : undefined),
  ]);
}

/** The events of a stream from `first` to `last`, inclusive. */
export async function places(client: ClientBase, stream: string, first: bigint, last: bigint): Promise<Place[]> {
  const found = await client.query<{ revision: string; id: string; position: string }>({
    name: 'places',
    text: 'select revision, id, position from event_log.event where stream = $1 and revision between $2 and $3',
    values: [stream, first.toString(), last.toString()],
  });
  return found.rows.map((row) => ({ revision: BigInt(row.revision), id: row.id, position: BigInt(row.position) }));
}

export async function newestData(client: ClientBase, stream: string): Promise<Buffer | undefined> {
  const found = await client.query<{ data: Buffer }>({
    name: 'newest-data',
    text: 'select data from event_log.event where stream = $1 order by revision desc limit 1',
    values: [stream],
  });
  return found.rows[0]?.data;
}
