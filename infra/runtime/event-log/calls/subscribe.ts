/** Subscriptions to a stream and to the whole log. */
import { randomUUID } from 'node:crypto';
import {
  caughtUpMessage,
  checkpointMessage,
  confirmationMessage,
  fellBehindMessage,
} from '../protocol/recorded-event.ts';
import type { ReadRequest } from '../protocol/read-request.ts';
import type { LoggedEvent } from '../store/event.ts';
import type { Filter } from '../store/read/filter.ts';
import { followAll, followStream, type Followed } from '../store/read/follow.ts';
import { readableState, type Log } from '../store/log.ts';
import { sendEvents } from './send-events.ts';
import type { ResponseWriter } from './response-writer.ts';

/** @throws StreamDeleted */
export async function subscribe(
  responses: ResponseWriter,
  log: Log,
  request: ReadRequest,
  signal: AbortSignal,
): Promise<void> {
  const { stream, from } = request;
  if (stream !== undefined) await readableState(log, stream);
  // A subscription begins after the position that it names.
  const allAfter = from === 'start' ? 0n : from === 'end' ? log.tail.head : from;
  if (!(await responses.send(confirmationMessage(randomUUID())))) return;
  const followed =
    stream === undefined
      ? followAll(log, allAfter, signal)
      : followStream(log, stream, from === 'start' ? -1n : from, signal);
  const checkpoints = request.filter && new Checkpoints(request.filter, allAfter);
  for await (const news of followed) if (!(await forward(responses, log, request, news, checkpoints))) return;
}

async function forward(
  responses: ResponseWriter,
  log: Log,
  request: ReadRequest,
  news: Followed,
  checkpoints: Checkpoints | undefined,
): Promise<boolean> {
  if (news.kind === 'fell-behind') return responses.send(fellBehindMessage());
  if (news.kind === 'caught-up') {
    const unsent = checkpoints?.unsentPosition;
    if (unsent !== undefined && !(await responses.send(checkpointMessage(unsent)))) return false;
    return responses.send(caughtUpMessage());
  }
  if (!checkpoints) return sendEvents(responses, log, request, news.events, news.isShared);
  for (const { events, checkpoint } of checkpoints.among(news.events)) {
    if (!(await sendEvents(responses, log, request, events, news.isShared))) return false;
    if (checkpoint !== undefined && !(await responses.send(checkpointMessage(checkpoint)))) return false;
  }
  return true;
}

/**
 * Checkpoints tell a filtered subscription how far the log has been read: after a number of events, accepted or not,
 * and when the subscription has caught up. The latter does not restart the count.
 */
class Checkpoints {
  readonly #filter: Filter;
  #counted = 0n;
  #read: bigint;
  #sent: bigint;

  constructor(filter: Filter, position: bigint) {
    this.#filter = filter;
    this.#read = position;
    this.#sent = position;
  }

  /** The last position read, if no checkpoint has reported it. */
  get unsentPosition(): bigint | undefined {
    if (this.#read === this.#sent) return undefined;
    return (this.#sent = this.#read);
  }

  /** The accepted events, cut where a checkpoint is due. */
  *among(
    events: readonly LoggedEvent[],
  ): Generator<{ readonly events: readonly LoggedEvent[]; readonly checkpoint: bigint | undefined }> {
    let accepted: LoggedEvent[] = [];
    for (const event of events) {
      this.#read = event.position;
      if (this.#filter.accepts(event)) accepted.push(event);
      this.#counted += 1n;
      if (this.#counted < this.#filter.checkpointEvery) continue;
      this.#counted = 0n;
      yield { events: accepted, checkpoint: (this.#sent = event.position) };
      accepted = [];
    }
    if (accepted.length > 0) yield { events: accepted, checkpoint: undefined };
  }
}
