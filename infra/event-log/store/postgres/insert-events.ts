/** Inserts events into `event_log.event`: one statement, one round trip and one commit for any number of writes. */
import type { ClientBase } from 'pg';
import { arrayOf, quoted } from 'service-kit/postgres/array-text';
import type { LoggedEvent } from '../event.ts';
import { execute, prepare, type Prepared } from './prepared-statements.ts';

const inserted = 'position, stream, revision, id, type, is_json, data, metadata, created';

/** A single event, the common case outside load, needs no arrays. */
const insertOne: Prepared = {
  name: 'insert_event',
  text: `insert into event_log.event (${inserted})
         values ($1, $2, $3, $4, $5, $6, $7, $8, to_timestamp($9::float8 / 1000))`,
};
const insertMany: Prepared = {
  name: 'insert_events',
  text: `insert into event_log.event (${inserted})
         select e.position, e.stream, e.revision, e.id, e.type, e.is_json, e.data, e.metadata,
           to_timestamp(e.created / 1000)
         from unnest($1::bigint[], $2::text[], $3::bigint[], $4::uuid[], $5::text[], $6::boolean[], $7::bytea[],
             $8::bytea[], $9::float8[])
           as e(position, stream, revision, id, type, is_json, data, metadata, created)`,
};

/** Call it once for each connection, before the first insert. */
export const prepareInserts = (client: ClientBase): Promise<void> => prepare(client, [insertOne, insertMany]);

/** Resolves after the commit. */
export function insertEvents(client: ClientBase, events: readonly LoggedEvent[]): Promise<void> {
  const [only] = events;
  if (only && events.length === 1) {
    const { position, stream, revision, id, type, isJson, data, metadata, created } = only;
    return execute(client, insertOne, [
      String(position),
      stream,
      String(revision),
      id,
      type,
      String(isJson),
      bytes(data),
      bytes(metadata),
      String(created),
    ]);
  }
  return execute(client, insertMany, [
    arrayOf(events, (event) => event.position),
    arrayOf(events, (event) => quoted(event.stream)),
    arrayOf(events, (event) => event.revision),
    arrayOf(events, (event) => event.id),
    arrayOf(events, (event) => quoted(event.type)),
    arrayOf(events, (event) => event.isJson),
    arrayOf(events, (event) => bytesInText(event.data)),
    arrayOf(events, (event) => bytesInText(event.metadata)),
    arrayOf(events, (event) => event.created),
  ]);
}

const bytesInText = (data: Uint8Array): string => `"\\\\x${bytes(data).toString('hex')}"`;

/** The driver sends Buffers as bytes and all other values as text. */
const bytes = (data: Uint8Array): Buffer =>
  Buffer.isBuffer(data) ? data : Buffer.from(data.buffer, data.byteOffset, data.byteLength);
