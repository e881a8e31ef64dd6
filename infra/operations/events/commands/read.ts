/** `read [stream]`: writes the events of a stream or of the whole log. */
import type { StartPoint } from '../log/log-client.ts';
import { lineOf } from '../file/event-line.ts';
import { serverFilter, wanted, type Selection } from '../log/selection.ts';
import { throwIfInterrupted, type Context } from './context.ts';

export interface Read extends Selection {
  readonly name: 'read';
  readonly from: StartPoint;
  readonly backwards: boolean;
}

/** @throws StreamNotFound */
export async function read(
  { log, out, signal }: Context,
  { stream, from, backwards, count, ...selection }: Read,
): Promise<void> {
  const isWanted = wanted(selection);
  let left = count;
  // The server counts before the types of a stream are filtered here.
  const maxCount = selection.prefixes.length === 0 && selection.types.length === 0 ? count : undefined;
  for await (const event of log.read({
    stream,
    from,
    backwards,
    maxCount,
    filter: serverFilter({ stream, ...selection }),
    signal,
  })) {
    if (!isWanted(event)) continue;
    await out.write(lineOf(event));
    if (left !== undefined && (left -= 1n) === 0n) break;
  }
  throwIfInterrupted(signal);
}
