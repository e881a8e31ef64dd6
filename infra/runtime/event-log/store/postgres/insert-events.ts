/** Inserts events into `event_log.event`: one statement, one round trip and one commit for any number of writes. */
import type { ClientBase } from 'pg';
import type { LoggedEvent } from '../event.ts';

const insert = {
  name: 'insert-events',
  text: `insert into event_log.event (position, stream, revision, id, type, is_json, data, metadata, created)
         select e.position, e.stream, e.revision, e.id, e.type, e.is_json, e.data, e.metadata,
           to_timestamp(e.created / 1000)
         from unnest($1::bigint[], $2::text[], $3::bigint[], $4::uuid[], $5::text[], $6::boolean[], $7::bytea[],
             $8::bytea[], $9::float8[])
           as e(position, stream, revision, id, type, is_json, data, metadata, created)`,
};
const columns = ['position', 'stream', 'revision', 'id', 'type', 'isJson', 'data', 'metadata', 'created'] as const;

/** Resolves after the commit. */
export async function insertEvents(client: ClientBase, events: readonly LoggedEvent[]): Promise<void> {
  await client.query({ ...insert, values: columns.map((column) => events.map((event) => event[column])) });
}
