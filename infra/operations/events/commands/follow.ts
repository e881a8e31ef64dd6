/**
 * `follow [stream]`: writes new events until it is stopped. A subscription ends with its connection; this command
 * subscribes again after the last event.
 */
import { isTransient } from '../failures.ts';
import { lineOf } from '../file/event-line.ts';
import { firstOf, lastOf, type LogClient, type StartPoint } from '../log/log-client.ts';
import { Backoff } from 'service-kit/concurrency/backoff';
import { RETRY_BACKOFF } from '../log/retry.ts';
import { serverFilter, wanted, type Selection } from '../log/selection.ts';
import type { StoredEvent } from '../log/stored-event.ts';
import type { Context } from './context.ts';

export interface Follow extends Selection {
  readonly name: 'follow';
  /** The first event to show; 'end': new events only. */
  readonly from: StartPoint;
}

export async function follow(
  { log, out, say, signal }: Context,
  { stream, from, count, ...selection }: Follow,
): Promise<void> {
  const isWanted = wanted(selection);
  const filter = serverFilter({ stream, ...selection });
  const pauses = new Backoff(RETRY_BACKOFF);
  let left = count;
  /** @returns whether the count is reached */
  const show = async (event: StoredEvent): Promise<boolean> => {
    if (!isWanted(event)) return false;
    await out.write(lineOf(event));
    await out.flush();
    return left !== undefined && (left -= 1n) === 0n;
  };

  const begin = await beginning(log, stream, from);
  say(`Following ${stream ?? 'the whole log'}: Ctrl-C ends it.`);
  if (begin.first && (await show(begin.first))) return;
  let after = begin.after;
  let lost = false;
  while (!signal.aborted) {
    try {
      for await (const event of log.follow({ stream, from: after, filter, signal })) {
        after = stream === undefined ? event.position : event.revision;
        lost = false;
        pauses.reset();
        if (await show(event)) return;
      }
    } catch (error) {
      if (!isTransient(error)) throw error;
    }
    if (!signal.aborted && !lost) say('The connection to the event log was lost; going on as soon as it is back.');
    lost = true;
    await pauses.wait(signal);
  }
}

/**
 * A subscription begins after its start point, `--from` includes it. 'end' becomes the position of the last event, or a
 * connection that is lost before the first new event would skip events.
 * @returns where to subscribe, and the event at the start point where the subscription leaves it out
 */
async function beginning(
  log: LogClient,
  stream: string | undefined,
  from: StartPoint,
): Promise<{ after: StartPoint; first?: StoredEvent }> {
  if (from === 'start') return { after: 'start' };
  if (from === 'end') {
    const last = await lastOf(log, stream);
    if (!last) return { after: 'start' };
    return { after: stream === undefined ? last.position : last.revision };
  }
  if (typeof from === 'bigint') return { after: from === 0n ? 'start' : from - 1n };
  const first = await firstOf(log.read({ from, maxCount: 1n }));
  return first && first.position.commit === from.commit && first.position.prepare === from.prepare
    ? { after: from, first }
    : { after: from };
}
