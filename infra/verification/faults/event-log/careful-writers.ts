/**
 * Writers that follow the rules: they append at an exact revision with stable event ids. They repeat an append of
 * unknown outcome until the outcome is known. Each writer has two streams of its own, where no other writer can cause a
 * refusal, and all share a few streams.
 *
 * The client's batch append keeps its pending calls in one place for the whole process. When one connection fails, all
 * pending calls fail, and a late answer from another connection ends the process. So groups of writers with clients of
 * their own use the single append. The client uses it when a call has credentials of its own.
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
import { withTimeout } from 'service-kit/concurrency/with-timeout';
import { credentialsOf } from '../../../runtime/event-log/testing.ts';
import { newAppend, type Append, type Ledger } from './ledger.ts';

const OWN_STREAMS = 2;
const SHARED_STREAMS = 3;
export const newSharedStreams = (): string[] =>
  Array.from({ length: SHARED_STREAMS }, (_, index) => `shared-${index}-${randomUUID()}`);
const SHARE_OF_SHARED = 0.3;
/** Deadline of an append. The server drops an append that it has not begun by then. */
const APPEND_MS = 2_000;
/** The client never settles some appends whose connection is lost. After this time they count as unanswered. */
const ANSWER_MS = 3_000;
const PAUSE_MS = 50;

const unknownTypes = new Set<unknown>(['timeout', 'deadline-exceeded', 'unavailable', 'cancelled']);
const unknownCodes = new Set<unknown>([status.ABORTED, status.DEADLINE_EXCEEDED, status.UNAVAILABLE, status.CANCELLED]);

class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** The client's own errors have a type. Errors of its first call on a new connection are gRPC errors with a code. */
const outcomeUnknown = (error: unknown): boolean =>
  error instanceof NoAnswer ||
  (error instanceof Error &&
    (isCommandError(error) ? unknownTypes.has(error.type) : 'code' in error && unknownCodes.has(error.code)));

export class CarefulWriters {
  readonly #ledger: Ledger;
  readonly #connection: Connection;
  readonly #stopping = new AbortController();
  #abandoned = false;
  /** The revision of each stream, as far as the writers know. */
  readonly #heads = new Map<string, AppendExpectedRevision>();
  readonly #shared: readonly string[];
  readonly #options: { deadline: number; credentials?: Credentials };
  readonly #writing: Promise<unknown>;

  /** @param options.urls addresses of the log; after a failure at one the next is tried */
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
    // Servers of one database have the same name and password.
    const credentials = credentialsOf(urls[0] ?? '');
    this.#options = {
      deadline: APPEND_MS,
      ...(single && credentials ? { credentials } : {}),
    };
    this.#connection = new Connection(urls);
    const writing = Promise.all(Array.from({ length: count }, () => this.#write()));
    writing.catch(() => this.#stopping.abort());
    this.#writing = writing;
  }

  /**
   * Resolves when this number of further appends is acknowledged. The writing goes on.
   * @throws an unexpected error of a writer
   */
  async write(appends: number): Promise<void> {
    await Promise.race([this.#ledger.more(appends), this.#writing]);
  }

  /** Ends each writer after its current append. @throws an unexpected error of a writer */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#writing;
    await this.#connection.close();
  }

  /** Ends all attempts, for the end of a test. */
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
          `The only writer of ${stream} was refused at ${refusal.expectedVersion}: it is at ${refusal.actualVersion}`,
        );
      this.#ledger.refused.add(append.id);
      this.#heads.set(stream, refusal.actualVersion);
    }
  }

  /** @returns the refusal if another writer was first */
  async #appendSurely(
    append: Append,
    expectedRevision: AppendExpectedRevision,
  ): Promise<WrongExpectedVersionError | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      const client = this.#connection.client;
      if (attempt === 2) this.#ledger.repeated += 1;
      try {
        const sent = client.appendToStream(append.stream, append.events, { expectedRevision, ...this.#options });
        const result = await withTimeout(ANSWER_MS, sent, () => new NoAnswer('The append was not answered'));
        this.#ledger.acknowledge(append, result);
        this.#heads.set(append.stream, result.nextExpectedRevision);
        return undefined;
      } catch (error) {
        if (error instanceof WrongExpectedVersionError) return error;
        if (!outcomeUnknown(error) || this.#abandoned) throw error;
        // A server that answers "deadline exceeded" has a good connection.
        if (!(error instanceof DeadlineExceededError) || this.#connection.hasOthers) this.#connection.leave(client);
        await delay(PAUSE_MS * (1 + Math.random()));
      }
    }
  }
}

/** All writers share one client, as those of one service do. */
class Connection {
  readonly #urls: readonly string[];
  readonly #clients: EventStoreDBClient[] = [];
  client: EventStoreDBClient;

  constructor(urls: readonly string[]) {
    this.#urls = urls;
    this.client = this.#next();
  }

  get hasOthers(): boolean {
    return this.#urls.length > 1;
  }

  /** Gives all writers the next client, unless another writer has replaced this one already. */
  leave(client: EventStoreDBClient): void {
    if (client === this.client) this.client = this.#next();
  }

  /** A client with a lost connection may never finish closing. */
  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => Promise.race([client.dispose(), delay(ANSWER_MS)])));
  }

  /** Different settings: grpc-js shares one connection, with its backoff, between clients with the same settings. */
  #next(): EventStoreDBClient {
    const index = this.#clients.length;
    const url = `${this.#urls[index % this.#urls.length]}&keepAliveInterval=${10_000 + index}`;
    const client = EventStoreDBClient.connectionString(url);
    this.#clients.push(client);
    return client;
  }
}
