/** Rows of `event_log.event`, there and back. */
import type { ClientBase, Pool, QueryConfig } from 'pg';
import type { Place } from './decide-write.ts';
import { NO_EVENTS, type LoggedEvent } from './event.ts';
import { stateFrom, type StreamState } from './known-streams.ts';
import { isMetastream, metastreamOf } from './stream-names.ts';

/** `created` as milliseconds since 1970: a time's text is dear to read, fifty thousand times a second. */
export const columns = `position, stream, revision, id, type, is_json, data, metadata, extract(epoch from created)::float8 * 1000 as created`;

export interface EventRow {
  readonly position: string;
  readonly stream: string;
  readonly revision: string;
  readonly id: string;
  readonly type: string;
  readonly is_json: boolean;
  readonly data: Buffer;
  readonly metadata: Buffer;
  readonly created: number;
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
  created: Math.round(row.created),
});

/**
 * A page of events as one row, each member as one text: half of what the driver costs for a row an event (measured: 5 instead of 10.5 µs an
 * event, and no more of Postgres's time).
 */
export const packed = `
  string_agg(position::text, ',') as positions, string_agg(revision::text, ',') as revisions, string_agg(id::text, ',') as ids,
  json_agg(stream) as streams, json_agg(type) as types, string_agg(is_json::text, ',') as are_json, string_agg((extract(epoch from created)::float8 * 1000)::text, ',') as created,
  string_agg(octet_length(data)::text, ',') as data_bytes, string_agg(data, '') as data,
  string_agg(octet_length(metadata)::text, ',') as metadata_bytes, string_agg(metadata, '') as metadata`;

interface Packed {
  readonly positions: string;
  readonly revisions: string;
  readonly ids: string;
  readonly streams: readonly string[];
  readonly types: readonly string[];
  readonly are_json: string;
  readonly created: string;
  readonly data_bytes: string;
  readonly data: Buffer;
  readonly metadata_bytes: string;
  readonly metadata: Buffer;
}
/** Without events there is nothing to put together. */
export type PackedPage = Packed | { readonly [Member in keyof Packed]: null };

/** The events of a page, in its order. Their bytes lie within the page's. */
export function eventsOf(page: PackedPage): LoggedEvent[] {
  if (page.positions === null) return [];
  const [stream, type] = [nthOf(page.streams), nthOf(page.types)];
  const [revision, id, isJson, created] = [listed(page.revisions), listed(page.ids), listed(page.are_json), listed(page.created)];
  const [data, metadata] = [pieces(page.data, page.data_bytes), pieces(page.metadata, page.metadata_bytes)];
  return page.positions.split(',').map((position, nth) => ({
    position: BigInt(position),
    stream: stream(nth),
    revision: BigInt(revision(nth)),
    id: id(nth),
    type: type(nth),
    isJson: isJson(nth) === 'true',
    data: data(nth),
    metadata: metadata(nth),
    created: Math.round(Number(created(nth))),
  }));
}

type NthOf<Member> = (nth: number) => Member;
const nthOf = (members: readonly string[]): NthOf<string> => (nth) => {
  const member = members[nth];
  if (member === undefined) throw new Error(`A page of the log has no event ${nth}`);
  return member;
};
const listed = (texts: string): NthOf<string> => nthOf(texts.split(','));
/** To be asked for in order. */
function pieces(bytes: Buffer, lengths: string): NthOf<Buffer> {
  const length = listed(lengths);
  let start = 0;
  return (nth) => bytes.subarray(start, (start += Number(length(nth))));
}

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
const arrayOf = (events: readonly LoggedEvent[], valueOf: (event: LoggedEvent) => bigint | number | boolean | string): string => `{${events.map(valueOf).join(',')}}`;
const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
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
