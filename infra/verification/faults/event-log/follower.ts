/**
 * A subscriber to the whole log. It stores its own position and subscribes again from there when a subscription ends.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { EventStoreDBClient, START, type AllStreamSubscription, type Position } from '@eventstore/db-client';

const PAUSE_MS = 50;

export class Follower {
  readonly seen: { readonly id: string; readonly position: bigint }[] = [];
  subscriptions = 0;
  readonly #url: string;
  #position: Position | typeof START = START;
  #stopped = false;
  #subscription: AllStreamSubscription | undefined;
  readonly #following: Promise<void>;

  constructor(url: string) {
    this.#url = url;
    this.#following = this.#follow();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#subscription?.unsubscribe();
    await this.#following;
  }

  async #follow(): Promise<void> {
    while (!this.#stopped) {
      const client = EventStoreDBClient.connectionString(
        `${this.#url}&keepAliveInterval=${20_000 + this.subscriptions}`,
      );
      const subscription = client.subscribeToAll({ fromPosition: this.#position });
      this.#subscription = subscription;
      this.subscriptions += 1;
      // An error may arrive after the iterator has ended.
      subscription.on('error', () => undefined);
      try {
        for await (const { event } of subscription) {
          if (!event) continue;
          this.seen.push({ id: event.id, position: event.position.commit });
          this.#position = event.position;
        }
      } catch {
        // The log is down.
      }
      await Promise.race([client.dispose(), delay(PAUSE_MS)]);
      await delay(PAUSE_MS);
    }
  }
}
