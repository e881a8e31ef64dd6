/**
 * The single writer, with group commit: while one transaction is on its way to the disk, the appends that arrive wait, and then all of them
 * are decided in memory and written by one statement. An append is answered only after the commit of its transaction.
 *
 * When the connection fails, nobody can say whether the last transaction was committed: its appends are answered with OutcomeUnknown, all that
 * was known of the streams is forgotten, and a new session reads it from the table.
 */
import type { Logger } from 'command-api/service/log';
import { decideAppend, revisionBefore, type Place } from './decide-append.ts';
import { AppendTooLarge, LogAway, MAX_APPEND_BYTES, OutcomeUnknown, sizeOf, type Append, type AppendResult, type LoggedEvent } from './event.ts';
import { Heads } from './heads.ts';
import { insertEvents } from './rows.ts';
import type { Reader } from './reader.ts';
import type { Tail } from './tail.ts';
import { openWriterSession, type WriterSession } from './writer-session.ts';

/** One transaction holds at most this many appends and bytes. */
const GROUP_APPENDS = 1_000;
const GROUP_BYTES = 8 * 1024 * 1024;
/** More than this may not wait: whoever writes faster than the disk is told so. */
const WAITING_BYTES = 64 * 1024 * 1024;
const RETRY_MS = { first: 100, most: 2_000 };
/** Beyond every position. */
const END = 2n ** 63n - 1n;

interface Waiting {
  readonly append: Append;
  readonly bytes: number;
  readonly resolve: (result: AppendResult) => void;
  readonly reject: (error: Error) => void;
}

export class Appender {
  readonly #databaseUrl: string;
  readonly #reader: Reader;
  readonly #tail: Tail;
  readonly #log: Logger;
  readonly #heads = new Heads();
  readonly #stopping = new AbortController();
  #session: WriterSession | undefined;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #writing: Promise<void> | undefined;
  #lastCreated = 0;

  constructor(options: { databaseUrl: string; reader: Reader; tail: Tail; log: Logger }) {
    this.#databaseUrl = options.databaseUrl;
    this.#reader = options.reader;
    this.#tail = options.tail;
    this.#log = options.log;
  }

  /** @throws LogInUse when another server writes to this log */
  async start(): Promise<void> {
    await this.#open();
  }

  /**
   * Resolves after the commit.
   * @throws AppendTooLarge · LogAway (nothing was written) · OutcomeUnknown
   */
  async append(append: Append): Promise<AppendResult> {
    const bytes = append.events.reduce((sum, event) => sum + sizeOf(event), 0);
    if (bytes > MAX_APPEND_BYTES) throw new AppendTooLarge(`An append may hold ${MAX_APPEND_BYTES} bytes, this one has ${bytes}`);
    if (!this.#session || this.#stopping.signal.aborted) throw new LogAway('The event log cannot be written to right now');
    if (this.#waitingBytes + bytes > WAITING_BYTES) throw new LogAway('More is being written than the disk can take');
    return new Promise((resolve, reject) => {
      this.#waiting.push({ append, bytes, resolve, reject });
      this.#waitingBytes += bytes;
      this.#writing ??= this.#writeAll().finally(() => (this.#writing = undefined));
    });
  }

  /** Writes what waits, then lets the lock go. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#writing;
    const session = this.#session;
    this.#session = undefined;
    await session?.close();
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#takeGroup();
      const session = this.#session;
      if (!session) {
        for (const waiting of group) waiting.reject(new LogAway('The event log cannot be written to right now'));
        continue;
      }
      try {
        await this.#write(session, group);
      } catch (error) {
        this.#log.error({ error }, 'an append failed: the writer starts over');
        for (const waiting of group) waiting.reject(new OutcomeUnknown('The connection to the database failed while writing'));
        this.#lose(session);
      }
    }
  }

  #takeGroup(): Waiting[] {
    let count = 0;
    let bytes = 0;
    while (count < Math.min(this.#waiting.length, GROUP_APPENDS) && bytes < GROUP_BYTES) bytes += this.#waiting[count++]?.bytes ?? 0;
    this.#waitingBytes -= bytes;
    return this.#waiting.splice(0, count);
  }

  async #write(session: WriterSession, group: readonly Waiting[]): Promise<void> {
    const onTime = group.filter((waiting) => waiting.append.deadline > Date.now());
    await this.#learnHeads(session, onTime);
    const events: LoggedEvent[] = [];
    const created = new Date((this.#lastCreated = Math.max(this.#lastCreated, Date.now())));
    const heads = new Map<string, bigint>();
    const answers: (() => void)[] = [];
    for (const { append, resolve } of onTime) {
      const { stream, expected } = append;
      const head = heads.get(stream) ?? this.#heads.get(stream) ?? -1n;
      const earlier = typeof expected === 'bigint' || expected === 'no_stream' ? await this.#placesAfter(session, append, revisionBefore(expected), head) : [];
      const decision = decideAppend(expected, append.events.map((event) => event.id), {
        head,
        at: (revision) => earlier.find((place) => place.revision === revision) ?? events.find((event) => event.stream === stream && event.revision === revision),
        find: (id) => events.find((event) => event.stream === stream && event.id === id) ?? this.#tail.find(stream, id),
      });
      if (decision.kind === 'wrong-version') answers.push(() => resolve({ kind: 'wrong-version', current: head < 0n ? undefined : head }));
      else if (decision.kind === 'repeated') answers.push(() => resolve({ kind: 'written', revision: decision.last.revision, position: decision.last.position }));
      else {
        for (const [index, event] of append.events.entries())
          events.push({ ...event, stream, created, revision: head + 1n + BigInt(index), position: this.#tail.head + BigInt(events.length) + 1n });
        const revision = head + BigInt(append.events.length);
        const position = append.events.length > 0 ? events.at(-1)?.position : undefined;
        heads.set(stream, revision);
        answers.push(() => resolve({ kind: 'written', revision: revision < 0n ? undefined : revision, position }));
      }
    }
    if (events.length > 0) await session.client.query(insertEvents(events));
    for (const [stream, revision] of heads) this.#heads.set(stream, revision);
    for (const answer of answers) answer();
    this.#tail.publish(events);
    for (const late of group) if (!onTime.includes(late)) late.reject(new OutcomeUnknown('The deadline has passed before the append was begun: nothing was written'));
  }

  /** The heads of streams that are not in memory, in one query. */
  async #learnHeads(session: WriterSession, group: readonly Waiting[]): Promise<void> {
    const unknown = [...new Set(group.map((waiting) => waiting.append.stream))].filter((stream) => this.#heads.get(stream) === undefined);
    if (unknown.length === 0) return;
    const found = await session.client.query<{ stream: string; head: string }>({
      name: 'heads',
      text: `select name as stream, coalesce((select max(revision) from event_log.event where stream = name), -1) as head from unnest($1::text[]) name`,
      values: [unknown],
    });
    for (const row of found.rows) this.#heads.set(row.stream, BigInt(row.head));
  }

  /** Where the append would lie had it been written before. Only asked of appends that come too late for their revision. */
  async #placesAfter(session: WriterSession, append: Append, before: bigint, head: bigint): Promise<Place[]> {
    if (before >= head || append.events.length === 0) return [];
    const found = await session.client.query<{ revision: string; id: string; position: string }>({
      name: 'places',
      text: `select revision, id, position from event_log.event where stream = $1 and revision > $2 and revision <= $3`,
      values: [append.stream, before.toString(), (before + BigInt(append.events.length)).toString()],
    });
    return found.rows.map((row) => ({ revision: BigInt(row.revision), id: row.id, position: BigInt(row.position) }));
  }

  async #open(): Promise<void> {
    const session = await openWriterSession(this.#databaseUrl, this.#stopping.signal);
    try {
      // Whatever the last session had under way has ended by now: what the table holds is what there is.
      const events = (await this.#reader.all('backwards', END)).toReversed();
      this.#heads.clear();
      this.#lastCreated = events.at(-1)?.created.getTime() ?? 0;
      this.#tail.reset(events.at(-1)?.position ?? 0n, events);
      await this.#warnOfUnsafeDisk(session);
    } catch (error) {
      await session.close();
      throw error;
    }
    this.#session = session;
    void session.lost.then(() => this.#lose(session));
  }

  /** Only a new session's lock proves that a transaction in doubt has ended, one way or the other. */
  #lose(session: WriterSession): void {
    if (this.#session !== session) return;
    this.#session = undefined;
    this.#tail.doubt();
    this.#log.warn('the writer has lost its database connection');
    void session.close();
    void this.#reopen();
  }

  /** Appends are refused until a new session is open: their callers know what to do with a log that is away. */
  async #reopen(): Promise<void> {
    for (let wait = RETRY_MS.first; !this.#stopping.signal.aborted; wait = Math.min(2 * wait, RETRY_MS.most)) {
      try {
        await this.#writing;
        await this.#open();
        this.#log.info({ head: this.#tail.head.toString() }, 'the writer is back');
        if (this.#stopping.signal.aborted) await this.stop();
        return;
      } catch (error) {
        this.#log.warn({ error }, 'the writer cannot reach its database yet');
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  }

  async #warnOfUnsafeDisk(session: WriterSession): Promise<void> {
    const { rows } = await session.client.query<{ fsync: string }>('show fsync');
    if (rows[0]?.fsync === 'off') this.#log.warn('Postgres runs with fsync off: acknowledged events do not survive a power failure');
  }
}
