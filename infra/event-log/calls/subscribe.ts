/** Subscriptions, to a stream and to the whole log. */
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
  // A subscription begins after the place it names.
  const allAfter = from === 'start' ? 0n : from === 'end' ? log.tail.head : from;
  if (!(await responses.send(confirmationMessage(randomUUID())))) return;
  const followed =
    stream === undefined
      ? followAll(log, allAfter, signal)
      : followStream(log, stream, from === 'start' ? -1n : from, signal);
  const checkpoints = request.filter && new Checkpoints(request.filter, allAfter);
  for await (const news of followed) if (!(await pass(responses, log, request, news, checkpoints))) return;
}

async function pass(
  responses: ResponseWriter,
  log: Log,
  request: ReadRequest,
  news: Followed,
  checkpoints: Checkpoints | undefined,
): Promise<boolean> {
  if (news.kind === 'fell-behind') return responses.send(fellBehindMessage());
  if (news.kind === 'caught-up') {
    const unsaid = checkpoints?.unsaid;
    if (unsaid !== undefined && !(await responses.send(checkpointMessage(unsaid)))) return false;
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
 * A filtered subscription is told how far the log has been looked through: after every so many events, seen or not, and
 * when it has caught up, which does not count.
 */
class Checkpoints {
  readonly #filter: Filter;
  #counted = 0n;
  #looked: bigint;
  #said: bigint;

  constructor(filter: Filter, position: bigint) {
    this.#filter = filter;
    this.#looked = position;
    this.#said = position;
  }

  get unsaid(): bigint | undefined {
    if (this.#looked === this.#said) return undefined;
    return (this.#said = this.#looked);
  }

  /** The events that the filter lets pass, cut where a checkpoint is due. */
  *among(
    events: readonly LoggedEvent[],
  ): Generator<{ readonly events: readonly LoggedEvent[]; readonly checkpoint: bigint | undefined }> {
    let accepted: LoggedEvent[] = [];
    for (const event of events) {
      this.#looked = event.position;
      if (this.#filter.accepts(event)) accepted.push(event);
      this.#counted += 1n;
      if (this.#counted < this.#filter.checkpointEvery) continue;
      this.#counted = 0n;
      yield { events: accepted, checkpoint: (this.#said = event.position) };
      accepted = [];
    }
    if (accepted.length > 0) yield { events: accepted, checkpoint: undefined };
  }
}
