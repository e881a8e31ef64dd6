/** Copies what has come into the log since the run before, and compares it with its seals. */
import type { ClientBase } from 'pg';
import { grouped, Progress } from 'service-kit/process/progress';
import type { LogClient } from '../../events/log/log-client.ts';
import type { StoredEvent } from '../../events/log/stored-event.ts';
import { readUserEvents } from '../../events/log/user-events.ts';
import { type Altered, Failure } from '../failures.ts';
import { eventAt, type Manifest, type Segment } from '../repository/manifest.ts';
import { allEvents, appendSegments } from '../repository/segments.ts';
import { SealCheck } from './seal-check.ts';

export interface LogCopy {
  readonly log: LogClient;
  readonly folder: string;
  readonly evenIfAltered: boolean;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

export class CopiedLog {
  segments: readonly Segment[];
  /** The first event that is not as it was sealed. */
  altered: Altered | undefined;
  readonly #copy: LogCopy;
  readonly #check: SealCheck;
  readonly #progress: Progress;
  #copied = 0;

  /** @param seals in the snapshot of the seals */
  constructor(copy: LogCopy, before: Manifest | undefined, seals: ClientBase) {
    this.#copy = copy;
    this.#progress = new Progress(copy.say);
    this.segments = before?.segments ?? [];
    this.#check = new SealCheck(seals, before?.checked ?? { events: 0, seals: 0 }, (found) => {
      if (!copy.evenIfAltered) throw found;
      this.altered ??= found;
    });
  }

  get checked(): Manifest['checked'] {
    const { events, seals } = this.#check;
    return { events, seals };
  }

  /** Compares the newest events of the run before, which had no seals then. @throws Altered */
  async checkOlder(): Promise<void> {
    const { folder } = this.#copy;
    for await (const event of allEvents(folder, this.segments, this.#check.events)) await this.#check.add(event);
    await this.#check.flush();
  }

  /** Copies to the end of the log. @throws Altered; Failure where it is another log than that of the run before */
  async extend(): Promise<void> {
    const { folder } = this.#copy;
    this.segments = await appendSegments(folder, this.segments, this.#newEvents()).catch((error: unknown) => {
      throw isOtherLog(error) ? otherLog(folder, error) : error;
    });
  }

  async *#newEvents(): AsyncGenerator<StoredEvent> {
    const { log, signal } = this.#copy;
    const last = this.segments.at(-1)?.last;
    for await (const event of readUserEvents(log, { after: last && eventAt(last), signal })) {
      await this.#check.add(event);
      this.#copied += 1;
      this.#progress.report(() => `${grouped(this.#copied)} new events copied`);
      yield event;
    }
    signal.throwIfAborted();
    await this.#check.flush();
  }
}

const isOtherLog = (error: unknown): error is Failure =>
  error instanceof Failure && error.message.startsWith('This is not the log that was read before');
const otherLog = (folder: string, { message }: Failure): Failure =>
  new Failure(
    `${folder} holds backups of another log, or of this one before it was restored to an earlier position. ` +
      `Begin a new folder. (${message})`,
  );
