/** A pool whose queue has a bound: past it the answer is 503 at once, and not a timeout seconds later. */
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { noticeLossInStatements } from './lost-connections.ts';

/** More wait for a connection than a pool lets wait. Counts as a failure that passes (`isDatabaseAway`). */
export class TooManyWaitingForConnection extends Error {
  override readonly name = 'TooManyWaitingForConnection';
}

type OnConnection = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

export class BoundedPool extends Pool {
  readonly #waitingMax: number;

  /** @param waitingMax how many may wait for a connection */
  constructor({ waitingMax, ...config }: PoolConfig & { readonly waitingMax: number }) {
    super(config);
    this.on('connect', noticeLossInStatements);
    this.#waitingMax = waitingMax;
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: OnConnection): void;
  override connect(callback?: OnConnection): Promise<PoolClient> | void {
    if (this.waitingCount < this.#waitingMax) return callback ? super.connect(callback) : super.connect();
    const error = new TooManyWaitingForConnection(`${this.#waitingMax} wait for a connection already`);
    if (!callback) return Promise.reject(error);
    // Never before `connect` has returned, as in the pool itself.
    process.nextTick(callback, error, undefined, () => undefined);
  }
}
