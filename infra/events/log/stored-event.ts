/** An event as a log keeps it, byte for byte, and what its stream and type say about it. */

/** A place in the whole log. Another log gives the same event another one. */
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

/** The revision of a tombstone, and the `$tb` of a stream that was deleted. */
export const END_OF_STREAM = 2n ** 63n - 1n;

/**
 * Whether the events of a stream are its users' or the server's own: statistics, users, projections and what these
 * write (`$ce-…`). `$$name` holds the metadata of `name` and is of its kind.
 */
export const isUserStream = (stream: string): boolean =>
  !(stream.startsWith('$$') ? stream.slice(2) : stream).startsWith('$');

/** The stream's last event for ever. The server writes it, under an id of its own. */
export const isTombstone = ({ type, revision }: StoredEvent): boolean =>
  type === '$streamDeleted' && revision === END_OF_STREAM;

/** The stream whose metadata an event sets; undefined for any other event. */
export const streamOfMetadata = ({ type, stream }: StoredEvent): string | undefined =>
  type === '$metadata' && stream.startsWith('$$') ? stream.slice(2) : undefined;

/** Whether an event of a metadata stream says that everything in the stream was deleted, until it is written again. */
export function isDeletion(event: StoredEvent): boolean {
  if (streamOfMetadata(event) === undefined) return false;
  const metadata = jsonOf(event.data);
  // JavaScript cannot hold 2^63 - 1 and reads 2^63 instead: only the text says which it was.
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

/** As people name an event. */
export const nameOf = ({ stream, revision }: Pick<StoredEvent, 'stream' | 'revision'>): string =>
  revision === END_OF_STREAM ? `the tombstone of ${stream}` : `${stream}@${revision}`;
