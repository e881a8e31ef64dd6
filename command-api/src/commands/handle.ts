/**
 * The command loop: fold the stream, authorise and decide, append at the exact revision folded (docs/architecture.md,
 * "Rule 2: append at the exact revision"). Commands of this process on one stream go together. The loop retries a
 * conflict of the stream; it throws a conflict of an entity as `ChangedSince`, for the person to see.
 */
import { type EventLog, KeyDestroyed, WrongExpectedRevision } from 'service-kit/event-log/port';
import type { Logger } from 'service-kit/process/logger';
import { appended, stopwatch } from 'service-kit/telemetry/signals';
import { AppendAttempts } from './append-attempts.ts';
import { createCommandBatcher, type Waiting } from './command-batcher.ts';
import { decideBatch, type PendingCommand, pendingCommand } from './decide-batch.ts';
import type { Handle } from './intent.ts';
import { tellOutcome } from './tell-outcome.ts';

/** Commands of this process that may wait for one stream. */
const MAX_WAITING = 200;

/**
 * @param timeZone decides which day is today
 * @param logger hears of each command that met a write of another process
 * @param requireRoom rejects while the disk is nearly full
 */
export function createHandle(
  log: EventLog,
  timeZone: string,
  logger?: Logger,
  requireRoom?: () => Promise<void>,
): Handle {
  const batcher = createCommandBatcher<PendingCommand, undefined>(MAX_WAITING, (waiting) =>
    decideAndAppend(log, waiting, logger, requireRoom),
  );
  return async (intent) => {
    const command = pendingCommand(timeZone, intent);
    return tellOutcome(intent, command.work, async () => {
      await batcher.ask(intent.fold.stream(intent.id), command);
      return command.outcome();
    });
  };
}

/** For a trial: the loop without its append. The answer is what the command would have answered. */
export const createDecideOnly =
  (timeZone: string): Handle =>
  async (intent) => {
    const command = pendingCommand(timeZone, intent);
    await decideBatch(await intent.fold.load(intent.id), [command]);
    return command.outcome();
  };

/** @returns how many commands, from the first, have their answer */
async function decideAndAppend(
  log: EventLog,
  waiting: readonly Waiting<PendingCommand, undefined>[],
  logger: Logger | undefined,
  requireRoom: (() => Promise<void>) | undefined,
): Promise<number> {
  const commands = waiting.map(({ request }) => request);
  const [first] = commands;
  if (!first) return 0;
  const { fold, id } = first;
  const attempts = new AppendAttempts();
  let tail = 0n;
  for (let isFirst = true; ; isFirst = false) {
    // The cached fold is enough to write: an append at its revision proves that it is the newest, and saves a read.
    // A refusal, or that there is nothing to do, is an answer only after a read.
    const cached = fold.peek(id);
    const folded = (isFirst ? cached : undefined) ?? (await fold.load(id));
    if (attempts.conflicts > 0) tail += (folded.revision ?? -1n) - (cached?.revision ?? -1n);
    const { events, next, count } = await decideBatch(folded, commands);
    if (events.length === 0 && isFirst && cached) continue;
    const batch = waiting.slice(0, count);
    try {
      if (events.length > 0) {
        if (batch.some(({ request }) => request.needsRoom)) await requireRoom?.();
        const elapsed = stopwatch();
        await log.append(fold.stream(id), folded.revision ?? 'no_stream', events);
        const append = elapsed();
        fold.keep(id, next);
        appended.send(() => append);
        for (const { request } of batch) request.work.append = append;
      }
      for (const { request, answer } of batch) {
        request.work.retries = attempts.conflicts;
        logConflicts(logger, request.name, attempts.conflicts, tail);
        answer(undefined);
      }
      return count;
    } catch (error) {
      // The cache was older than the erasure of the patient: the next round reads, and refuses with its sentence.
      if (error instanceof KeyDestroyed && isFirst && cached) continue;
      // After an unknown outcome the next round reads, and finds the command ids if the events are in the log.
      if (await attempts.mayRetry(error)) continue;
      // A log that was restored under a running process has fewer events than the cache, and the tail never comes.
      if (error instanceof WrongExpectedRevision) fold.forget(id);
      for (const { refuse } of batch) refuse(error);
      return count;
    }
  }
}

function logConflicts(logger: Logger | undefined, command: string, conflicts: number, tail: bigint): void {
  if (conflicts === 0) return;
  logger?.debug({ command, conflicts, tail: Number(tail) }, 'decided again: another process wrote to the stream first');
}
