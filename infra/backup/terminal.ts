/** How both commands end: a sentence on stderr, and an exit code. */
import { SettingsError } from 'service-kit/process/settings';
import { CannotStart } from '../start/program/start-errors.ts';
import { describeFailure, Failure } from './failures.ts';

export const [DONE, NOT_DONE, NOT_UNDERSTOOD, WRONG_SETTING] = [0, 1, 64, 78] as const;

export const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** A signal ends the command at the next step. What the folder held before is valid. */
export function stoppedBySignals(): AbortSignal {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stopping.abort(new Failure('Stopped. The same command goes on from here.')));
  return stopping.signal;
}

/** @param command undefined where the command line was not understood @returns the exit code */
export async function perform(
  command: (() => Promise<void>) | undefined,
  usage: string,
  eventstoreUrl: () => string,
): Promise<number> {
  process.stderr.on('error', () => undefined);
  if (!command) {
    say(usage.trimEnd());
    return NOT_UNDERSTOOD;
  }
  try {
    await command();
    return DONE;
  } catch (error) {
    const isSentence = error instanceof SettingsError || error instanceof CannotStart;
    say(isSentence ? error.message : describeFailure(error, eventstoreUrl()));
    return error instanceof SettingsError ? WRONG_SETTING : NOT_DONE;
  }
}

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
export const secondsSince = (startedAt: number): string => `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
