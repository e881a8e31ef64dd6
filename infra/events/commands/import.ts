/**
 * `import FILE`: carries a file into a log, in order, under the same ids and at the same revisions.
 *
 * First the file is read whole, so that nothing is begun with one that was altered or has gaps. Then file and log are
 * walked side by side to the log's end, which is where the last import ended, if there was one; what follows is
 * appended, and at last both are compared again.
 */
import { bytesOfFile, EventFile } from '../file/event-file.ts';
import { Failure } from '../failures.ts';
import { appendGroups } from '../transfer/append-groups.ts';
import { Digest, type Summary } from '../transfer/event-identity.ts';
import { GapCheck } from '../file/gap-check.ts';
import { grouped, Progress } from '../terminal/progress.ts';
import { missingEvents } from '../transfer/log-comparison.ts';
import type { StoredEvent } from '../log/stored-event.ts';
import { readUserEvents } from '../log/user-events.ts';
import { LogWriter } from '../transfer/log-writer.ts';
import { throwIfInterrupted, type Context } from './context.ts';
import { compare } from './verify.ts';

export interface Import {
  readonly name: 'import';
  /** '-': standard input. */
  readonly file: string;
}

export async function importFile(context: Context, { file: name }: Import): Promise<void> {
  const { log, say, signal } = context;
  if (name !== '-') await checkFile(context, name);
  const file = new EventFile(name === '-' ? 'The input' : name, bytesOfFile(name));
  const carrier = new LogWriter(log, signal);
  const progress = new Progress(say);
  let there = 0;
  const report = (): void =>
    progress.report(() => `${grouped(there)} events were there, ${grouped(carrier.written)} written`);

  const missing = missingEvents(readUserEvents(log, { signal }), checked(file.events()), () => {
    there += 1;
    report();
  });
  for await (const group of appendGroups(missing)) {
    throwIfInterrupted(signal);
    await carrier.write(group);
    report();
  }
  throwIfInterrupted(signal);
  const summary = file.whole();
  say(
    `${grouped(there)} events were there, ${grouped(carrier.written)} written, ${grouped(carrier.madeByTarget)} made by the event log itself; reading it back`,
  );
  if (name === '-') await compareHash(context, summary);
  else await compare(context, name);
  say(`The event log holds the ${grouped(summary.count)} events of the file and no others, sha256 ${summary.sha256}`);
}

/** @throws Failure when it is not as it was exported, or its streams have gaps */
async function checkFile({ signal }: Context, name: string): Promise<void> {
  const file = new EventFile(name, bytesOfFile(name));
  for await (const event of checked(file.events())) {
    void event;
    throwIfInterrupted(signal);
  }
  file.whole();
}

async function* checked(events: AsyncIterable<StoredEvent>): AsyncGenerator<StoredEvent> {
  const noGaps = new GapCheck();
  for await (const event of events) {
    noGaps.check(event);
    yield event;
  }
}

/** What came through a pipe cannot be read again: the log is compared with its hash alone. */
async function compareHash({ log, signal }: Context, wanted: Summary): Promise<void> {
  const digest = new Digest();
  for await (const event of readUserEvents(log, { signal })) digest.add(event);
  throwIfInterrupted(signal);
  const { count, sha256 } = digest.summary();
  if (count !== wanted.count || sha256 !== wanted.sha256)
    throw new Failure(
      `The event log holds ${count} events with hash ${sha256}, the input had ${wanted.count} with ${wanted.sha256}. Import it from a file, or verify that, to see where they part.`,
    );
}
