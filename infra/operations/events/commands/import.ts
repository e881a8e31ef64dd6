/**
 * `import FILE`: writes a file to a log, in order, with the same ids and revisions.
 *
 * 1. Reads the whole file: an altered file, or one with gaps, writes nothing.
 * 2. Compares file and log to the end of the log, where an earlier import may have stopped.
 * 3. Appends the rest.
 * 4. Compares file and log again.
 */
import { bytesOfFile, EventFile } from '../file/event-file.ts';
import { Failure } from '../failures.ts';
import { appendGroups } from '../transfer/append-groups.ts';
import { Digest, type Summary } from '../transfer/event-identity.ts';
import { GapCheck } from '../file/gap-check.ts';
import { grouped, Progress } from 'service-kit/process/progress';
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
  const writer = new LogWriter(log, signal);
  const progress = new Progress(say);
  let there = 0;
  const report = (): void =>
    progress.report(() => `${grouped(there)} events were there, ${grouped(writer.written)} written`);

  const missing = missingEvents(readUserEvents(log, { signal }), checked(file.events()), () => {
    there += 1;
    report();
  });
  for await (const group of appendGroups(missing)) {
    throwIfInterrupted(signal);
    await writer.write(group);
    report();
  }
  throwIfInterrupted(signal);
  const summary = file.whole();
  const { written, createdByTarget } = writer;
  say(
    `${grouped(there)} events were there, ${grouped(written)} written, ` +
      `${grouped(createdByTarget)} made by the event log itself; reading it back`,
  );
  if (name === '-') await compareHash(context, summary);
  else await compare(context, name);
  say(`The event log holds the ${grouped(summary.count)} events of the file and no others, sha256 ${summary.sha256}`);
}

/** @throws Failure when the file is not as it was exported, or its streams have gaps */
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

/** A pipe cannot be read again, so only its hash is compared with the log. */
async function compareHash({ log, signal }: Context, wanted: Summary): Promise<void> {
  const digest = new Digest();
  for await (const event of readUserEvents(log, { signal })) digest.add(event);
  throwIfInterrupted(signal);
  const { count, sha256 } = digest.summary();
  if (count !== wanted.count || sha256 !== wanted.sha256)
    throw new Failure(
      `The event log holds ${count} events with hash ${sha256}, the input had ${wanted.count} with ${wanted.sha256}. ` +
        'Import it from a file, or verify that, to see where they part.',
    );
}
