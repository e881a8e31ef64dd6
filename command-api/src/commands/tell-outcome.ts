/** Tells metrics and traces of a command. */
import { problemOf } from 'service-kit/http/http-problem';
import { commandHandled, type CommandOutcome, stopwatch, type Took } from 'service-kit/telemetry/signals';
import { TooManyWaiting } from './command-batcher.ts';
import { ChangedSince, type Intent } from './intent.ts';

/** The work of the loop for a command. */
export class CommandWork {
  /** The events of the last decision. */
  events = 0;
  retries = 0;
  /** The append of its batch. */
  append: Took | undefined;
}

/** Runs the command and tells its outcome. @throws what `run` throws */
export async function tellOutcome<State, Payload extends object, Result>(
  { name: command, commandId, fold, id }: Pick<Intent<State, Payload>, 'name' | 'commandId' | 'fold' | 'id'>,
  work: CommandWork,
  run: () => Promise<Result>,
): Promise<Result> {
  const elapsed = stopwatch();
  const tell = (outcome: CommandOutcome): void =>
    commandHandled.send(() => ({
      ...elapsed(),
      command,
      commandId,
      stream: fold.stream(id),
      outcome,
      retries: work.retries,
      append: work.events > 0 ? work.append : undefined,
    }));
  try {
    const result = await run();
    tell('accepted');
    return result;
  } catch (error) {
    tell(outcomeOf(error));
    throw error;
  }
}

/** As the answer's status will say it (`service-kit/http/http-problem`). */
export function outcomeOf(error: unknown): CommandOutcome {
  if (error instanceof ChangedSince) return 'conflict';
  if (error instanceof TooManyWaiting) return 'overloaded';
  const problem = problemOf(error);
  if (!problem) return 'failed';
  return problem.problem.code === 'unavailable' ? 'unavailable' : 'refused';
}
