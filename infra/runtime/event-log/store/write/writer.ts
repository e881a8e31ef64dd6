/**
 * The single writer, with group commit. Writes that arrive during a transaction wait. Then all of them are decided in
 * memory and written by one statement. A write is answered only after the commit of its transaction.
 *
 * When the connection fails, it is not known whether the last transaction was committed. Its writes are answered with
 * OutcomeUnknown, the known states of streams are dropped, and a new session reads them from the table.
 */
import { Backoff } from 'service-kit/concurrency/backoff';
import type { Logger } from 'service-kit/process/logger';
import { DatabaseError } from 'pg';
import {
  AppendTooLarge,
  BadRequest,
  EVENT_OVERHEAD,
  LogUnavailable,
  MAX_APPEND_BYTES,
  OutcomeUnknown,
  sizeOf,
  type LoggedEvent,
  type Write,
  type WriteResult,
} from '../event.ts';
import { insertEvents } from '../postgres/insert-events.ts';
import { firstEvent, FIRST_STREAM } from '../first-event.ts';
import type { KnownStreams, StreamState } from '../known-streams.ts';
import { newestData, places, streamStates } from '../postgres/select-events.ts';
import type { Reader } from '../read/reader.ts';
import { TAIL_BYTES, TAIL_EVENTS, type Tail } from '../tail.ts';
import { streamsOf, WriteGroup } from './write-group.ts';
import { LogInUse, openWriterSession, type WriterSession } from './writer-session.ts';

/** The maximum of writes and bytes in one transaction. */
const GROUP_WRITES = 1_000;
const GROUP_BYTES = 8 * 1024 * 1024;
/** The maximum that waits. Further writes are refused. A write costs memory besides the bytes of its events. */
const WAITING_BYTES = 32 * 1024 * 1024;
const WRITE_BYTES = 1024;
/** Short, because no write is possible until Postgres is back. */
const BACKOFF = { firstMs: 100, mostMs: 400 };
/** Beyond every position. */
const END = 2n ** 63n - 1n;

interface Waiting {
  readonly write: Write;
  readonly bytes: number;
  readonly resolve: (result: WriteResult) => void;
  readonly reject: (error: Error) => void;
}

const firstWrite = (): Write => ({
  kind: 'append',
  stream: FIRST_STREAM,
  expected: 'no_stream',
  deadline: Number.POSITIVE_INFINITY,
  events: [firstEvent()],
});

export interface WriterOptions {
  readonly databaseUrl: string;
  readonly reader: Reader;
  readonly tail: Tail;
  readonly streams: KnownStreams;
  readonly logger: Logger;
}

export class Writer {
  readonly #options: WriterOptions;
  readonly #stopping = new AbortController();
  #session: WriterSession | undefined;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #writing: Promise<void> | undefined;
  #lastCreated = 0;

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /** @throws LogInUse when another server writes to this log */
  async start(): Promise<void> {
    await this.#open();
    if (this.#options.tail.head === 0n) await this.write(firstWrite());
  }

  /**
   * Resolves after the commit.
   * @throws AppendTooLarge · LogUnavailable (nothing was written) · OutcomeUnknown
   */
  async write(write: Write): Promise<WriteResult> {
    const size = write.kind === 'append' ? write.events.reduce((sum, event) => sum + sizeOf(event), 0) : 0;
    const bytes = size + WRITE_BYTES + (write.kind === 'append' ? write.events.length * EVENT_OVERHEAD : 0);
    if (size > MAX_APPEND_BYTES) throw new AppendTooLarge(`Maximum Append Size of ${MAX_APPEND_BYTES} Exceeded.`);
    if (!this.#session || this.#stopping.signal.aborted)
      throw new LogUnavailable('The event log cannot be written to right now');
    if (this.#waitingBytes + bytes > WAITING_BYTES)
      throw new LogUnavailable('More is being written than the disk can take');
    return new Promise((resolve, reject) => {
      this.#waiting.push({ write, bytes, resolve, reject });
      this.#waitingBytes += bytes;
      this.#begin();
    });
  }

  #begin(): void {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
      // A write may have arrived after the loop ended.
      if (this.#waiting.length > 0) this.#begin();
    });
  }

  /** Writes all that waits, then releases the lock. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#writing;
    const session = this.#session;
    this.#session = undefined;
    await session?.close();
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) await this.#writeTogether(this.#takeGroup());
  }

  async #writeTogether(group: readonly Waiting[]): Promise<void> {
    const session = this.#session;
    if (!session) return rejectAll(group, new LogUnavailable('The event log cannot be written to right now'));
    try {
      await this.#writeGroup(session, group);
    } catch (error) {
      const refusal = error instanceof DatabaseError ? refusalIn(error) : undefined;
      if (refusal instanceof BadRequest && group.length > 1) {
        // The database cannot store one of them. The others are written one by one.
        for (const one of group) await this.#writeTogether([one]);
        return;
      }
      rejectAll(group, refusal ?? new OutcomeUnknown('The connection to the database failed while writing'));
      if (refusal instanceof BadRequest)
        return this.#options.logger.error({ error }, 'a write was refused by the database');
      this.#options.logger.error({ error }, 'a write failed: the writer reconnects');
      this.#lose(session);
    }
  }

  #takeGroup(): Waiting[] {
    let count = 0;
    let bytes = 0;
    while (count < Math.min(this.#waiting.length, GROUP_WRITES) && bytes < GROUP_BYTES)
      bytes += this.#waiting[count++]?.bytes ?? 0;
    this.#waitingBytes -= bytes;
    return this.#waiting.splice(0, count);
  }

  async #writeGroup(session: WriterSession, waiting: readonly Waiting[]): Promise<void> {
    const { tail, streams } = this.#options;
    const now = Date.now();
    const onTime = waiting.filter(({ write }) => write.deadline > now);
    const stateOf = await this.#statesFor(
      session,
      onTime.map(({ write }) => write),
    );
    const group = new WriteGroup(
      {
        head: tail.head,
        stateOf,
        find: (stream, id) => tail.find(stream, id),
        places: (stream, first, last) => places(session.client, stream, first, last),
        newestData: (stream) => newestData(session.client, stream),
      },
      Math.max(this.#lastCreated, now),
    );
    const results: WriteResult[] = [];
    for (const { write } of onTime) results.push(await group.decide(write));
    if (group.events.length > 0) await insertEvents(session.client, group.events);
    this.#lastCreated = group.events.at(-1)?.created ?? this.#lastCreated;
    for (const event of group.events) streams.apply(event);
    for (const [index, { resolve }] of onTime.entries()) resolve(results[index] as WriteResult);
    tail.publish(group.events);
    for (const late of waiting)
      if (late.write.deadline <= now)
        late.reject(new OutcomeUnknown('The deadline has passed before the write was begun: nothing was written'));
  }

  /** The states of the streams of a group. One query reads those that are not in memory. */
  async #statesFor(session: WriterSession, writes: readonly Write[]): Promise<(stream: string) => StreamState> {
    const { streams } = this.#options;
    const states = new Map<string, StreamState>();
    const unknown = new Set<string>();
    for (const write of writes) {
      for (const stream of streamsOf(write)) {
        const state = streams.get(stream);
        if (state) states.set(stream, state);
        else unknown.add(stream);
      }
    }
    if (unknown.size > 0) {
      for (const [stream, state] of await streamStates(session.client, [...unknown])) {
        states.set(stream, state);
        streams.learn(stream, state);
      }
    }
    return (stream) => {
      const state = states.get(stream);
      if (!state) throw new Error(`Nothing was read of the stream ${stream}`);
      return state;
    };
  }

  async #open(): Promise<void> {
    const { databaseUrl, reader, tail, streams } = this.#options;
    const session = await openWriterSession(databaseUrl, this.#stopping.signal);
    try {
      // With the lock, no transaction of the last session is under way. The table is complete.
      const events = await newestEvents(reader);
      this.#lastCreated = events.at(-1)?.created ?? 0;
      streams.trust();
      tail.reset(events.at(-1)?.position ?? 0n, events);
      await this.#warnOfUnsafeDisk(session);
    } catch (error) {
      await session.close();
      throw error;
    }
    this.#session = session;
    void session.lost.then(() => this.#lose(session));
  }

  /** Only the lock of a new session proves that a transaction of unknown outcome has ended. */
  #lose(session: WriterSession): void {
    if (this.#session !== session) return;
    this.#session = undefined;
    this.#options.streams.distrust();
    this.#options.logger.warn('the writer has lost its database connection');
    void session.close();
    void this.#reopen();
  }

  /** Writes are refused with LogUnavailable until a new session is open. */
  async #reopen(): Promise<void> {
    const backoff = new Backoff(BACKOFF);
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#writing;
        await this.#open();
        this.#options.logger.info({ head: this.#options.tail.head.toString() }, 'the writer is back');
        if (this.#stopping.signal.aborted) await this.stop();
        return;
      } catch (error) {
        if (error instanceof LogInUse) this.#options.tail.lose();
        this.#options.logger.warn({ error }, 'the writer cannot reach its database yet');
        await backoff.wait(this.#stopping.signal);
      }
    }
  }

  async #warnOfUnsafeDisk(session: WriterSession): Promise<void> {
    const { rows } = await session.client.query<{ fsync: string }>('show fsync');
    if (rows[0]?.fsync === 'off')
      this.#options.logger.warn('Postgres runs with fsync off: acknowledged events do not survive a power failure');
  }
}

/** The newest events, as many as memory keeps, in order. Their ids show a repeated append. */
async function newestEvents(reader: Reader): Promise<LoggedEvent[]> {
  const pages: LoggedEvent[][] = [];
  let before = END;
  let count = 0;
  let bytes = 0;
  while (before > 1n && count < TAIL_EVENTS && bytes < TAIL_BYTES) {
    const page = await reader.all('backwards', before);
    pages.push(page);
    count += page.length;
    bytes += page.reduce((sum, event) => sum + sizeOf(event), 0);
    before = page.at(-1)?.position ?? 0n;
  }
  return pages.flat().toReversed();
}

/**
 * A statement that Postgres refuses has written nothing. Class 22 (data exception): Postgres cannot store the data, and
 * the caller gets the error. Class 23 (integrity violation): memory and table differ.
 */
function refusalIn({ code = '' }: DatabaseError): BadRequest | LogUnavailable | undefined {
  if (code.startsWith('22')) return new BadRequest(`The database cannot keep this (${code}): nothing was written`);
  return code.startsWith('23')
    ? new LogUnavailable(`The database holds something else (${code}): nothing was written`)
    : undefined;
}

function rejectAll(group: readonly Waiting[], error: Error): void {
  for (const waiting of group) waiting.reject(error);
}
