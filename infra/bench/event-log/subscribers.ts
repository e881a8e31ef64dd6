/** Subscribers to the whole log, in the process that makes the load. */
import { END, EventStoreDBClient, START, type AllStreamSubscription } from '@eventstore/db-client';
import { summarise } from '../figures.ts';
import { clock, writtenAtOf } from './sample-event.ts';

const PATIENCE_MS = 120_000;

interface Subscriber {
  readonly subscription: AllStreamSubscription;
  heard: number;
  /** Resolves when it has received this number of events. */
  reached(events: number): Promise<void>;
}

/** Deliveries a second since the first event was written, and the time from the call of an append to its delivery. */
export interface Heard {
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
}

export interface Subscribe {
  readonly url: string;
  readonly count: number;
  readonly from: 'start' | 'end';
  /** Takes one event and then no more, as a subscriber that hangs does. */
  readonly stuck?: boolean;
}

export class Subscribers {
  #clients: EventStoreDBClient[] = [];
  #open: { readonly from: 'start' | 'end'; readonly subscriber: Subscriber }[] = [];
  #delays: number[] = [];
  #firstWritten = Infinity;

  /** Resolves when the server has confirmed all of them. */
  async open({ url, count, from, stuck = false }: Subscribe): Promise<void> {
    // Clients with the same settings share one connection, and a subscriber that hangs would delay the others.
    const client = EventStoreDBClient.connectionString(`${url}&keepAliveInterval=${10_000 + this.#clients.length}`);
    this.#clients.push(client);
    const opened = Array.from({ length: count }, () => this.#subscribe(client, from, stuck));
    this.#open.push(...opened.map(({ subscriber }) => ({ from, subscriber })));
    await Promise.all(opened.map(({ confirmed }) => confirmed));
  }

  /**
   * Resolves when the live subscribers have received this number of events.
   * @throws Error after two minutes
   */
  async heard({ events }: { events: number }): Promise<Heard> {
    const live = this.#open.filter(({ from }) => from === 'end').map(({ subscriber }) => subscriber);
    let late: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      late = setTimeout(
        () =>
          reject(
            new Error(
              `Of ${events} events the ${live.length} subscribers received ` +
                live.map(({ heard }) => heard).join(', '),
            ),
          ),
        PATIENCE_MS,
      );
    });
    await Promise.race([Promise.all(live.map((subscriber) => subscriber.reached(events))), tooLate]);
    clearTimeout(late);
    const seconds = (clock() - this.#firstWritten) / 1_000_000;
    const { p50, p95 } = summarise(this.#delays, 'delays');
    return { perSecond: (live.length * events) / seconds, p50, p95 };
  }

  /** @returns the total number of received events */
  async close(): Promise<number> {
    const heard = this.#open.reduce((sum, { subscriber }) => sum + subscriber.heard, 0);
    await Promise.all(this.#open.map(({ subscriber }) => subscriber.subscription.unsubscribe()));
    await Promise.all(this.#clients.map((client) => client.dispose()));
    this.#clients = [];
    this.#open = [];
    this.#delays = [];
    this.#firstWritten = Infinity;
    return heard;
  }

  #subscribe(
    client: EventStoreDBClient,
    from: 'start' | 'end',
    stuck: boolean,
  ): { subscriber: Subscriber; confirmed: Promise<unknown> } {
    const subscription = client.subscribeToAll({ fromPosition: from === 'start' ? START : END });
    let waiting: { events: number; resolve: () => void } | undefined;
    const subscriber: Subscriber = {
      subscription,
      heard: 0,
      reached: (events) =>
        subscriber.heard >= events ? Promise.resolve() : new Promise((resolve) => (waiting = { events, resolve })),
    };
    void (async () => {
      for await (const resolved of subscription) {
        subscriber.heard += 1;
        if (stuck) await new Promise(() => {});
        if (from === 'end') {
          const writtenAt = writtenAtOf(resolved);
          this.#delays.push((clock() - writtenAt) / 1_000);
          this.#firstWritten = Math.min(this.#firstWritten, writtenAt);
        }
        if (waiting && subscriber.heard >= waiting.events) waiting.resolve();
      }
    })();
    return { subscriber, confirmed: new Promise((resolve) => subscription.once('confirmation', resolve)) };
  }
}
