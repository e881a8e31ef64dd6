/** The filters of `read` and `follow`. */
import type { Filter } from './log-client.ts';
import type { StoredEvent } from './stored-event.ts';

export interface Selection {
  /** Undefined: the whole log. */
  readonly stream: string | undefined;
  /** Streams whose names begin with one of these; none: all. */
  readonly prefixes: readonly string[];
  /** Exact types; none: all. */
  readonly types: readonly string[];
  /** The maximum number of events. */
  readonly count: bigint | undefined;
}

export const wanted = ({
  prefixes,
  types,
}: Pick<Selection, 'prefixes' | 'types'>): ((event: StoredEvent) => boolean) => {
  const among = new Set(types);
  return (event) =>
    (prefixes.length === 0 || prefixes.some((prefix) => event.stream.startsWith(prefix))) &&
    (among.size === 0 || among.has(event.type));
};

/** The part of the selection that the server can filter: the whole log, by stream or by type. */
export function serverFilter({
  stream,
  prefixes,
  types,
}: Pick<Selection, 'stream' | 'prefixes' | 'types'>): Filter | undefined {
  if (stream !== undefined) return undefined;
  if (prefixes.length > 0) return { on: 'stream', prefixes };
  return types.length > 0 ? { on: 'type', prefixes: types } : undefined;
}
