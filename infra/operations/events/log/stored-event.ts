/** An event as the log stores it, byte for byte, and the kinds of events. */

/** A position in the whole log. The same event has another position in another log. */
export interface Position {
  readonly commit: bigint;
  readonly prepare: bigint;
}

export interface StoredEvent {
  readonly stream: string;
  readonly revision: bigint;
  /** UUID in lower case with hyphens. */
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
  /** ISO 8601, UTC. */
  readonly created: string;
  readonly position: Position;
}

export const JSON_CONTENT = 'application/json';

/** The revision of a tombstone, and the `$tb` of a deleted stream. */
export const END_OF_STREAM = 2n ** 63n - 1n;

/**
 * False for the server's own streams: statistics, users, projections and their output (`$ce-…`). `$$name` holds the
 * metadata of `name` and is of its kind.
 */
export const isUserStream = (stream: string): boolean =>
  !(stream.startsWith('$$') ? stream.slice(2) : stream).startsWith('$');

/** The last event of a stream. The server writes it, with its own id. */
export const isTombstone = ({ type, revision }: StoredEvent): boolean =>
  type === '$streamDeleted' && revision === END_OF_STREAM;

/** The stream whose metadata an event sets; undefined for any other event. */
export const streamOfMetadata = ({ type, stream }: StoredEvent): string | undefined =>
  type === '$metadata' && stream.startsWith('$$') ? stream.slice(2) : undefined;

/** True if a metadata event deletes its stream until the next append. */
export function isDeletion(event: StoredEvent): boolean {
  if (streamOfMetadata(event) === undefined) return false;
  const metadata = jsonOf(event.data);
  // JSON.parse turns 2^63 - 1 into 2^63. Only the text tells them apart.
  return (
    typeof metadata === 'object' &&
    metadata !== null &&
    '$tb' in metadata &&
    metadata.$tb === Number(END_OF_STREAM) &&
    textOf(event.data).includes(END_OF_STREAM.toString())
  );
}

/** @returns undefined where these bytes are no JSON */
export function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(textOf(bytes));
  } catch {
    return undefined;
  }
}
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const textOf = (bytes: Uint8Array): string => utf8.decode(bytes);

/** The name of an event in messages. */
export const nameOf = ({ stream, revision }: Pick<StoredEvent, 'stream' | 'revision'>): string =>
  revision === END_OF_STREAM ? `the tombstone of ${stream}` : `${stream}@${revision}`;
