/**
 * Writers as they should be: each append at an exact revision with event ids that stay; where the outcome is not known,
 * the same append again until it is. Each has two streams of its own, where nobody else can be the reason for a
 * refusal, and all share a few.
 *
 * Their client's batch append keeps who waits for an answer in one place for the whole process: when one connection
 * fails, all are told so, and an answer that another connection brings for one of them afterwards ends the process.
 * Groups of writers with clients of their own side by side therefore take the single append, which the client takes
 * when a call carries credentials (an insecure channel leaves them out).
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  DeadlineExceededError,
  EventStoreDBClient,
  isCommandError,
  NO_STREAM,
  WrongExpectedVersionError,
  type AppendExpectedRevision,
  type Credentials,
} from '@eventstore/db-client';
import { status } from '@grpc/grpc-js';
import { newAppend, type Append, type Ledger } from './ledger.ts';

const OWN_STREAMS = 2;
const SHARED_STREAMS = 3;
export const newSharedStreams = (): string[] =>
  Array.from({ length: SHARED_STREAMS }, (_, index) => `shared-${index}-${randomUUID()}`);
const SHARE_OF_SHARED = 0.3;
/** The server drops an append that it has not begun by then. */
const APPEND_MS = 2_000;
/**
 * The client library forgets some appends when their connection dies: they never settle. After this they count as
 * unanswered.
 */
const ANSWER_MS = 3_000;
const PAUSE_MS = 50;

const unknownTypes = new Set<unknown>(['timeout', 'deadline-exceeded', 'unavailable', 'cancelled']);
const unknownCodes = new Set<unknown>([status.ABORTED, status.DEADLINE_EXCEEDED, status.UNAVAILABLE, status.CANCELLED]);

class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/**
 * The library gives its own errors a type, and passes those of its first question to a new connection on as they come.
 */
const outcomeUnknown = (error: unknown): boolean =>
  error instanceof NoAnswer ||
  (error instanceof Error &&
    (isCommandError(error) ? unknownTypes.has(error.type) : 'code' in error && unknownCodes.has(error.code)));

export class CarefulWriters {
  readonly #ledger: Ledger;
  readonly #connection: Connection;
  readonly #stopping = new AbortController();
  #abandoned = false;
  /** The revision after which to append, as far as the writers know. */
  readonly #heads = new Map<string, AppendExpectedRevision>();
  readonly #shared: readonly string[];
  readonly #options: { deadline: number; credentials?: Credentials };
  readonly #writing: Promise<unknown>;

  /** @param options.urls the addresses of the log: whoever fails at one tries the next */
  constructor({
    urls,
    count,
    ledger,
    shared = newSharedStreams(),
    single = false,
  }: {
    urls: readonly string[];
    count: number;
    ledger: Ledger;
    shared?: readonly string[];
    single?: boolean;
  }) {
    this.#ledger = ledger;
    this.#shared = shared;
    this.#options = {
      deadline: APPEND_MS,
      ...(single ? { credentials: { username: 'anyone', password: 'none' } } : {}),
    };
    this.#connection = new Connection(urls);
    const writing = Promise.all(Array.from({ length: count }, () => this.#write()));
    writing.catch(() => this.#stopping.abort());
    this.#writing = writing;
  }

  /**
   * Resolves in the middle of the writing, when so many more appends have been acknowledged.
   * @throws what a writer could not explain
   */
  async write(appends: number): Promise<void> {
    await Promise.race([this.#ledger.more(appends), this.#writing]);
  }

  /** Ends each writer after the append that it has under way. @throws what one of them could not explain */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#writing;
    await this.#connection.close();
  }

  /** For the end of a test, however it went: nobody tries again. */
  abandon(): void {
    this.#abandoned = true;
    this.#stopping.abort();
  }

  async #write(): Promise<void> {
    const own = Array.from({ length: OWN_STREAMS }, () => `own-${randomUUID()}`);
    while (!this.#stopping.signal.aborted) {
      const streams = Math.random() < SHARE_OF_SHARED ? this.#shared : own;
      const stream = streams[Math.floor(Math.random() * streams.length)] ?? '';
      const append = newAppend(stream);
      const refusal = await this.#appendSurely(append, this.#heads.get(stream) ?? NO_STREAM);
      if (!refusal) continue;
      if (streams === own)
        throw new Error(
          `Nobody else writes to ${stream}, and an append after ${refusal.expectedVersion} to it was refused at ${refusal.actualVersion}`,
        );
      this.#ledger.refused.add(append.id);
      this.#heads.set(stream, refusal.actualVersion);
    }
  }

  /** @returns the refusal where somebody else was first */
  async #appendSurely(
    append: Append,
    expectedRevision: AppendExpectedRevision,
  ): Promise<WrongExpectedVersionError | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      const client = this.#connection.client;
      if (attempt === 2) this.#ledger.repeated += 1;
      try {
        const result = await answered(
          client.appendToStream(append.stream, append.events, { expectedRevision, ...this.#options }),
        );
        this.#ledger.acknowledge(append, result);
        this.#heads.set(append.stream, result.nextExpectedRevision);
        return undefined;
      } catch (error) {
        if (error instanceof WrongExpectedVersionError) return error;
        if (!outcomeUnknown(error) || this.#abandoned) throw error;
        // The connection to a server that says that it could not in time is as good as any other to the same server.
        if (!(error instanceof DeadlineExceededError) || this.#connection.hasOthers) this.#connection.leave(client);
        await delay(PAUSE_MS * (1 + Math.random()));
      }
    }
  }
}

async function answered<Result>(promise: Promise<Result>): Promise<Result> {
  const waiting = new AbortController();
  const late = delay(ANSWER_MS, undefined, { signal: waiting.signal }).then(() => {
    throw new NoAnswer('The append was not answered');
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([promise, late]);
  } finally {
    waiting.abort();
  }
}

/** All writers share one client, as those of one service do. */
class Connection {
  readonly #urls: readonly string[];
  readonly #clients: EventStoreDBClient[];

  constructor(urls: readonly string[]) {
    this.#urls = urls;
    this.#clients = [this.#connect(0)];
  }

  get hasOthers(): boolean {
    return this.#urls.length > 1;
  }

  get client(): EventStoreDBClient {
    const client = this.#clients.at(-1);
    if (!client) throw new RangeError('There is always a client');
    return client;
  }

  /** The next client for everybody, unless somebody else has left this one already. */
  leave(client: EventStoreDBClient): void {
    if (client === this.client) this.#clients.push(this.#connect(this.#clients.length));
  }

  /** A client whose connection is dead may never finish closing. */
  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => Promise.race([client.dispose(), delay(ANSWER_MS)])));
  }

  /**
   * grpc-js would share a connection, and its growing pauses before the next attempt, between clients whose settings
   * are the same.
   */
  #connect(index: number): EventStoreDBClient {
    return EventStoreDBClient.connectionString(
      `${this.#urls[index % this.#urls.length]}&keepAliveInterval=${10_000 + index}`,
    );
  }
}
