/** `verify FILE`: compares a log with a file, event by event. */
import { Digest, type Summary } from '../transfer/event-identity.ts';
import { bytesOfFile, EventFile } from '../file/event-file.ts';
import { grouped, Progress } from 'service-kit/process/progress';
import { Difference, missingEvents } from '../transfer/log-comparison.ts';
import { nameOf } from '../log/stored-event.ts';
import { readUserEvents } from '../log/user-events.ts';
import { throwIfInterrupted, type Context } from './context.ts';

export interface Verify {
  readonly name: 'verify';
  /** '-': standard input. */
  readonly file: string;
}

export async function verify(context: Context, { file }: Verify): Promise<void> {
  const { count, sha256 } = await compare(context, file);
  context.say(`The event log holds the ${grouped(count)} events of the file and no others, sha256 ${sha256}`);
}

/** @throws Difference with the first one · Failure when the file is not as it was exported */
export async function compare({ log, say, signal }: Context, name: string): Promise<Summary> {
  const file = new EventFile(name === '-' ? 'The input' : name, bytesOfFile(name));
  const there = new Digest();
  const progress = new Progress(say);
  for await (const missing of missingEvents(readUserEvents(log, { signal }), file.events(), (event) => {
    there.add(event);
    progress.report(() => `${grouped(there.summary().count)} events compared`);
  })) {
    throwIfInterrupted(signal);
    throw new Difference(
      `The event log ends where the file goes on: ${nameOf(missing)} is missing (event ${there.summary().count + 1}).`,
    );
  }
  throwIfInterrupted(signal);
  return file.whole();
}
