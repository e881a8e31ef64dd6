/** Appends what the product itself never writes: for faults. */
import { binaryEvent, EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';

export interface RawAppend {
  readonly url: string;
  /** A stream that does not exist yet. */
  readonly stream: string;
  readonly id: string;
  readonly type: string;
  /** `Buffer`: bytes that are no JSON, also as metadata. */
  readonly data: Record<string, unknown> | Buffer;
  readonly metadata: Record<string, unknown>;
}

/** @throws Error if the log does not answer, or the stream exists */
export async function appendRaw({ url, stream, id, type, data, metadata }: RawAppend): Promise<void> {
  const client = EventStoreDBClient.connectionString(url);
  const event = Buffer.isBuffer(data)
    ? binaryEvent({ id, type, data, metadata: data })
    : jsonEvent({ id, type, data, metadata });
  try {
    await client.appendToStream(stream, event, { expectedRevision: NO_STREAM });
  } finally {
    await client.dispose();
  }
}
