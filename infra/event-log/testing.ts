/**
 * For the specs of the protocol, which know nothing of the server but its address: they hold for EventStoreDB as well
 * (`EVENTSTORE_URL=esdb://… npx vitest run --project integration infra/event-log`). Streams are kept apart by their names.
 */
import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent, type AllStreamSubscription, type ResolvedEvent, type StreamSubscription } from '@eventstore/db-client';
import { freshInstallation } from 'command-api/service/testing';

export interface ConnectedClient {
  readonly client: EventStoreDBClient;
  stop(): Promise<void>;
}

export async function connectClient(): Promise<ConnectedClient> {
  const given = process.env['EVENTSTORE_URL'];
  const installation = given ? undefined : await freshInstallation();
  const client = EventStoreDBClient.connectionString(given ?? installation?.eventstoreUrl ?? '');
  return {
    client,
    async stop() {
      await client.dispose();
      await installation?.stop();
    },
  };
}

export const newStream = (category = 'spec'): string => `${category}-${randomUUID()}`;

/** An event that says which one it is. */
export const numbered = (number: number, id = randomUUID()) => jsonEvent({ id, type: 'Numbered', data: { number }, metadata: { from: 'spec' } });
export const numberedFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => numbered(first + index));

export function numberOf(resolved: ResolvedEvent): number {
  const data = resolved.event?.data;
  if (typeof data !== 'object' || !('number' in data) || typeof data.number !== 'number') throw new Error('This is not one of our numbered events');
  return data.number;
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

type Subscription = AllStreamSubscription | StreamSubscription;

/** The next `count` events of a subscription, which is left open; call `unsubscribe` when done. */
export async function take(subscription: Subscription, count: number): Promise<ResolvedEvent[]> {
  const taken: ResolvedEvent[] = [];
  if (count === 0) return taken;
  for await (const event of subscription.iterator({ destroyOnReturn: false })) {
    taken.push(event);
    if (taken.length === count) break;
  }
  return taken;
}

/** Resolves when the subscription says that it has reached the end. */
export const caughtUp = (subscription: Subscription): Promise<void> => new Promise((resolve) => subscription.once('caughtUp', () => resolve()));
