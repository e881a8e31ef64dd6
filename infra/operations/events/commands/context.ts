/** The parameters of every command. */
import type { LogClient } from '../log/log-client.ts';
import type { Output } from '../terminal/output.ts';

export interface Context {
  readonly log: LogClient;
  /** Standard output, for programs. */
  readonly out: Output;
  /** A line on standard error, for people. */
  readonly say: (line: string) => void;
  /** Aborted when the person wants the command to end. */
  readonly signal: AbortSignal;
}

/** The person has ended a command before it was complete. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

export function throwIfInterrupted(signal: AbortSignal): void {
  if (signal.aborted) throw new Interrupted();
}
