/** The log for its readers: the table, the newest events in memory, and the known states of streams. */
import { StreamDeleted, DELETED, NO_EVENTS } from './event.ts';
import { isDeleted } from './stream-metadata.ts';
import { isMetastream, originalOf } from './stream-names.ts';
import type { KnownStreams, StreamState } from './known-streams.ts';
import type { Reader } from './read/reader.ts';
import type { Tail } from './tail.ts';

export interface Log {
  readonly reader: Reader;
  readonly tail: Tail;
  readonly streams: KnownStreams;
}

/** The states of the streams, from memory or from the table. */
async function statesOf({ reader, tail, streams }: Log, names: readonly string[]): Promise<Map<string, StreamState>> {
  const states = new Map<string, StreamState>();
  const unknown: string[] = [];
  for (const name of new Set(names)) {
    const state = streams.get(name);
    if (state) states.set(name, state);
    else unknown.push(name);
  }
  if (unknown.length === 0) return states;
  const { head } = tail;
  for (const [name, state] of await reader.states(unknown)) {
    states.set(name, state);
    // A commit during the read may have changed the state.
    if (tail.head === head) streams.learn(name, state);
  }
  return states;
}

/**
 * The state of each stream: undefined where there is no stream or it is deleted. A metastream is tombstoned with its
 * stream.
 */
export async function readableStates(
  log: Log,
  names: readonly string[],
): Promise<Map<string, StreamState | 'tombstoned' | undefined>> {
  const states = await statesOf(
    log,
    names.flatMap((name) => (isMetastream(name) ? [name, originalOf(name)] : [name])),
  );
  const readable = new Map<string, StreamState | 'tombstoned' | undefined>();
  for (const name of names) {
    const state = states.get(name);
    const tombstoned =
      state?.head === DELETED || (isMetastream(name) && states.get(originalOf(name))?.head === DELETED);
    const nothing = !state || state.head === NO_EVENTS || isDeleted(state.metadata);
    readable.set(name, tombstoned ? 'tombstoned' : nothing ? undefined : state);
  }
  return readable;
}

/** @returns undefined when there is no such stream @throws StreamDeleted when it is tombstoned */
export async function readableState(log: Log, stream: string): Promise<StreamState | undefined> {
  const state = (await readableStates(log, [stream])).get(stream);
  if (state === 'tombstoned') throw new StreamDeleted(stream);
  return state;
}
