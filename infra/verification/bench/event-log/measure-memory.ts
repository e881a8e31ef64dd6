/**
 * The server's resident memory (Linux) while writers append and a hundred subscribers follow a long log: some catch up
 * from its start, some hang, the others are live.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type AllStreamSubscription, END, EventStoreDBClient, START } from '@eventstore/db-client';
import { atMost } from '../figures.ts';
import { peakOf, residentOf } from '../processes/memory.ts';
import { appendAtPace } from './measure-appends.ts';
import { startServer } from './servers.ts';

const MOST_MB = 300;
const CATCHING_UP = 40;
const STUCK = 10;
const LIVE = 50;
const PER_SECOND = 100;
/** A multiple of the length of a measurement: memory needs longer than speed to show. */
const LENGTHS = 5;
/** Time for the garbage collection. */
const REST_MS = 3_000;

export async function measureMemory(databaseUrl: string, dataDir: string, length: number): Promise<void> {
  const server = await startServer(databaseUrl, dataDir);
  const { url, pid } = server;
  try {
    const clients: EventStoreDBClient[] = [];
    const subscriptions: AllStreamSubscription[] = [];
    let delivered = 0;
    const subscribe = async (count: number, fromPosition: typeof START | typeof END, hangs = false): Promise<void> => {
      // Clients with the same settings share one connection, and a subscriber that hangs would delay the others.
      const client = EventStoreDBClient.connectionString(`${url}&keepAliveInterval=${10_000 + clients.length}`);
      clients.push(client);
      await Promise.all(
        Array.from({ length: count }, () => {
          const subscription = client.subscribeToAll({ fromPosition });
          subscriptions.push(subscription);
          void (async () => {
            for await (const _ of subscription) {
              delivered += 1;
              if (hangs) await new Promise(() => {});
            }
          })();
          return new Promise((resolve) => subscription.once('confirmation', resolve));
        }),
      );
    };
    const started = await residentOf(pid);
    await subscribe(LIVE, END);
    await subscribe(STUCK, START, true);
    await subscribe(CATCHING_UP, START);
    await appendAtPace(url, { perSecond: PER_SECOND, seconds: Math.ceil(LENGTHS * length) });
    const busy = await residentOf(pid);
    await Promise.all(subscriptions.map((subscription) => subscription.unsubscribe()));
    await Promise.all(clients.map((client) => client.dispose()));
    await pause(REST_MS);
    const after = await residentOf(pid);
    const mb = (value: number): string => `${value.toFixed(0)} MB`;
    console.log(
      `memory with ${LIVE} live subscribers, ${CATCHING_UP} catching up, ${STUCK} that hang, ${PER_SECOND} appends/s, ` +
        `${delivered.toLocaleString('en')} events delivered: ${mb(started)} after the start, ${mb(busy)} busy, ` +
        `${mb(after)} ${REST_MS / 1_000} s after they left`,
    );
    atMost('memory at its peak', await peakOf(pid), MOST_MB, 'MB');
  } finally {
    await server.stop();
  }
}
