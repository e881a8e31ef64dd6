/**
 * Writes rows of `event_log.event` by COPY in Postgres's binary form
 * (https://www.postgresql.org/docs/current/sql-copy.html, Binary Format). Bytes go as bytes, not as hexadecimal text.
 */
import type { ClientBase } from 'pg';
import { copyIn } from 'service-kit/postgres/copy-in';
import { EPOCH_MS } from './copied-rows.ts';
import type { LoggedEvent } from '../event.ts';

const COLUMNS = 9;
/** Signature, flags, no extension. */
const HEADER = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);
const TRAILER = Buffer.from([0xff, 0xff]);
const CHUNK_BYTES = 256 * 1024;
const TEXT =
  'copy event_log.event (position, stream, revision, id, type, is_json, data, metadata, created) ' +
  'from stdin (format binary)';

/** Within the caller's transaction. @throws DatabaseError */
export const copyEvents = (client: ClientBase, events: readonly LoggedEvent[]): Promise<void> =>
  copyIn(client, TEXT, chunksOf(events));

function chunksOf(events: readonly LoggedEvent[]): Buffer[] {
  const chunks: Buffer[] = [];
  let parts: Buffer[] = [HEADER];
  let bytes = 0;
  for (const event of events) {
    const row = rowOf(event);
    parts.push(row);
    bytes += row.length;
    if (bytes < CHUNK_BYTES) continue;
    chunks.push(Buffer.concat(parts));
    [parts, bytes] = [[], 0];
  }
  chunks.push(Buffer.concat([...parts, TRAILER]));
  return chunks;
}

function rowOf({ position, stream, revision, id, type, isJson, data, metadata, created }: LoggedEvent): Buffer {
  const [streamBytes, typeBytes] = [Buffer.byteLength(stream), Buffer.byteLength(type)];
  const fixed = 2 + COLUMNS * 4 + 8 + 8 + 16 + 1 + 8;
  const row = Buffer.allocUnsafe(fixed + streamBytes + typeBytes + data.length + metadata.length);
  let at = row.writeInt16BE(COLUMNS, 0);
  const length = (size: number): void => void (at = row.writeInt32BE(size, at));
  length(8);
  at = row.writeBigInt64BE(position, at);
  length(streamBytes);
  at += row.write(stream, at);
  length(8);
  at = row.writeBigInt64BE(revision, at);
  length(16);
  at += row.write(id.replaceAll('-', ''), at, 'hex');
  length(typeBytes);
  at += row.write(type, at);
  length(1);
  at = row.writeUInt8(isJson ? 1 : 0, at);
  for (const bytes of [data, metadata]) {
    length(bytes.length);
    row.set(bytes, at);
    at += bytes.length;
  }
  length(8);
  row.writeBigInt64BE(BigInt(created - EPOCH_MS) * 1_000n, at);
  return row;
}
