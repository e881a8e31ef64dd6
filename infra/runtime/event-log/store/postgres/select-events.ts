/** Queries of `event_log.event`. */
import type { ClientBase, Pool } from 'pg';
import type { CopiedRow } from './copied-rows.ts';
import type { StoredEventPosition } from '../write/decide-write.ts';
import { NO_EVENTS, type LoggedEvent } from '../event.ts';
import { stateFrom, type StreamState } from '../known-streams.ts';
import { isMetastream, metastreamOf } from '../stream-names.ts';

/** The columns that `eventOf` reads, in their order. */
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

/** The last revision and the newest metadata of streams, in one query. */
export async function streamStates(
  client: ClientBase | Pool,
  streams: readonly string[],
): Promise<[string, StreamState][]> {
  const found = await client.query<{
    stream: string;
    head: string | null;
    data: Buffer | null;
    is_json: boolean | null;
  }>({
    name: 'stream-states',
    text: `select asked.stream, (select max(revision) from event_log.event where stream = asked.stream) as head,
             newest.data, newest.is_json
           from unnest($1::text[], $2::text[]) as asked(stream, metastream)
           left join lateral (select data, is_json from event_log.event where stream = asked.metastream
                              order by revision desc limit 1) newest on true`,
    values: [streams, streams.map((stream) => (isMetastream(stream) ? null : metastreamOf(stream)))],
  });
  return found.rows.map(({ stream, head, data, is_json: isJson }) => [
    stream,
    stateFrom(stream, head === null ? NO_EVENTS : BigInt(head), data && isJson !== null ? { data, isJson } : undefined),
  ]);
}

/** The events of a stream from `first` to `last`, inclusive. */
export async function places(
  client: ClientBase,
  stream: string,
  first: bigint,
  last: bigint,
): Promise<StoredEventPosition[]> {
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
