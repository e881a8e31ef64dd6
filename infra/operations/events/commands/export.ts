/** `export FILE`: writes the user events of the log to a file, an event a line. The last line has count and hash. */
import { open, truncate, type FileHandle } from 'node:fs/promises';
import { bytesOfFile, EventFile } from '../file/event-file.ts';
import { Failure } from '../failures.ts';
import { Digest } from '../transfer/event-identity.ts';
import { lineOf, summaryLineOf } from '../file/event-line.ts';
import { Output } from '../terminal/output.ts';
import { grouped, Progress } from 'service-kit/process/progress';
import type { StoredEvent } from '../log/stored-event.ts';
import { readUserEvents } from '../log/user-events.ts';
import { throwIfInterrupted, type Context } from './context.ts';

export interface Export {
  readonly name: 'export';
  /** '-': standard output. */
  readonly file: string;
  /** Continues an existing file: one that is incomplete, or an export of the same log at an earlier time. */
  readonly resume: boolean;
}

/** The content of the file so far. */
interface Exported {
  readonly digest: Digest;
  readonly last: StoredEvent | undefined;
}

export async function exportLog(context: Context, { file, resume }: Export): Promise<void> {
  if (file === '-') return writeLog(context, context.out, { digest: new Digest(), last: undefined });
  const { handle, exported } = resume
    ? await reopen(file)
    : { handle: await create(file), exported: { digest: new Digest(), last: undefined } };
  try {
    const { size } = await handle.stat();
    await writeLog(context, new Output(handle.createWriteStream({ start: size, autoClose: false })), exported);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function create(file: string): Promise<FileHandle> {
  return open(file, 'wx').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw new Failure(`There is a file ${file} already: go on with it by --resume, or choose another name.`);
  });
}

/** Reads the file, and removes its summary line or an incomplete last line. */
async function reopen(file: string): Promise<{ handle: FileHandle; exported: Exported }> {
  const handle = await open(file, 'a');
  await handle.close();
  const there = new EventFile(file, bytesOfFile(file));
  for await (const event of there.events()) void event;
  await truncate(file, there.wholeBytes);
  return { handle: await open(file, 'r+'), exported: there };
}

async function writeLog({ log, say, signal }: Context, out: Output, { digest, last }: Exported): Promise<void> {
  const progress = new Progress(say);
  try {
    for await (const event of readUserEvents(log, { after: last, signal })) {
      digest.add(event);
      await out.write(lineOf(event));
      progress.report(() => `${grouped(digest.summary().count)} events`);
    }
  } finally {
    // After an error --resume continues from here.
    await out.flush();
  }
  throwIfInterrupted(signal);
  const summary = digest.summary();
  await out.write(summaryLineOf(summary));
  await out.flush();
  say(`${grouped(summary.count)} events exported, sha256 ${summary.sha256}`);
}
