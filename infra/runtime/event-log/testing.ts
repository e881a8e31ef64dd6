/**
 * For specs of the protocol, which know only the address of a server (conformance/README.md). Others may write to its
 * log at the same time: specs use their own stream names and read the whole log from their own position on.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  ANY,
  BACKWARDS,
  END,
  EventStoreDBClient,
  jsonEvent,
  NO_STREAM,
  type AllStreamSubscription,
  type AppendResult,
  type Credentials,
  type DeleteResult,
  type ExpectedRevision,
  type Position,
  type ReadStreamOptions,
  type ResolvedEvent,
  type StreamSubscription,
} from '@eventstore/db-client';
import { credentials, Metadata, type ChannelCredentials } from '@grpc/grpc-js';
import { freshInstallation } from 'service-kit/testing/installation';
import { afterAll, beforeAll, expect } from 'vitest';

/** The longest wait for a state that must come: `expect.poll(…, POLL)`. */
export const POLL = { interval: 10, timeout: 20_000 };

export interface ConnectedClient {
  readonly client: EventStoreDBClient;
  /** Credentials of an administrator. When a server needs some, they are in its address. */
  readonly credentials: Credentials;
  /** Another client of the same server with changed settings: `connect({ throwOnAppendFailure: 'false' })`. */
  connect(settings?: Record<string, string>, credentials?: Credentials): EventStoreDBClient;
  stop(): Promise<void>;
}

/** A client of the server of EVENTSTORE_URL, or of an embedded event log for this spec. */
export async function connectClient(): Promise<ConnectedClient> {
  const given = process.env['EVENTSTORE_URL'];
  const installation = given ? undefined : await freshInstallation();
  const url = given ?? installation?.eventstoreUrl ?? '';
  const clients: EventStoreDBClient[] = [];
  const connect = (settings: Record<string, string> = {}, credentials?: Credentials): EventStoreDBClient => {
    const client = EventStoreDBClient.connectionString(
      withSettings(credentials ? withCredentials(url, credentials) : url, settings),
    );
    clients.push(client);
    return client;
  };
  return {
    client: connect(),
    credentials: credentialsOf(url) ?? { username: 'anyone', password: 'none' },
    connect,
    async stop() {
      await Promise.all(clients.map((client) => client.dispose()));
      await installation?.stop();
    },
  };
}

/** A client for the tests of a file: connected before the first one, and stopped after the last. */
export function clientOfTests(): ConnectedClient {
  let connected: ConnectedClient;
  beforeAll(async () => void (connected = await connectClient()));
  afterAll(() => connected.stop());
  return {
    get client() {
      return connected.client;
    },
    get credentials() {
      return connected.credentials;
    },
    connect: (...settings) => connected.connect(...settings),
    stop: () => connected.stop(),
  };
}

// An address may have several hosts, which `URL` cannot parse.
const addressParts = /^(?<scheme>[^:]+:\/\/)(?:(?<username>[^:@/]*):(?<password>[^@/]*)@)?(?<rest>.*)$/;

/** The name and password in an address. */
export function credentialsOf(url: string): Credentials | undefined {
  const { username, password } = addressParts.exec(url)?.groups ?? {};
  return username && password
    ? { username: decodeURIComponent(username), password: decodeURIComponent(password) }
    : undefined;
}

function withCredentials(url: string, { username, password }: Credentials): string {
  const { scheme, rest } = addressParts.exec(url)?.groups ?? {};
  return `${scheme}${encodeURIComponent(username)}:${encodeURIComponent(password)}@${rest}`;
}

function withSettings(url: string, settings: Record<string, string>): string {
  return Object.entries(settings).reduce(
    (address, [name, value]) => `${address}${address.includes('?') ? '&' : '?'}${name}=${value}`,
    url,
  );
}

/** For clients of the gRPC library itself, of an embedded event log. */
export function addressAndCredentials(url: string): [string, ChannelCredentials] {
  const { host, username, password, searchParams } = new URL(url.replace(/^esdb:/, 'http:'));
  const basic = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const call = credentials.createFromMetadataGenerator((_, add) => {
    const metadata = new Metadata();
    metadata.set('authorization', basic);
    add(null, metadata);
  });
  const authority = readFileSync(searchParams.get('tlsCAFile') ?? '');
  return [host, credentials.combineChannelCredentials(credentials.createSsl(authority), call)];
}

/**
 * The client uses the batch append by default, and the single append for a call with credentials (which an insecure
 * channel does not send).
 */
export const APPEND_WAYS = ['batch', 'single'] as const;
export const optionsOf = (
  way: (typeof APPEND_WAYS)[number],
  { credentials }: ConnectedClient,
): { credentials?: Credentials } => (way === 'single' ? { credentials } : {});

export const newStream = (category = 'spec'): string => `${category}-${randomUUID()}`;
/** A unique prefix of stream names or event types, of letters and digits. */
export const newPrefix = (word = 'spec'): string => `${word}${randomUUID().replaceAll('-', '')}`;

/** An event with a number. */
export const numbered = (number: number, id = randomUUID()) =>
  jsonEvent({ id, type: 'Numbered', data: { number }, metadata: { from: 'spec' } });
export const range = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => first + index);
export const numberedFrom = (first: number, count: number) => range(first, count).map((number) => numbered(number));

/** A new stream of `count` numbered events. */
export async function streamOf(client: EventStoreDBClient, count: number): Promise<string> {
  const stream = newStream();
  if (count > 0) await client.appendToStream(stream, numberedFrom(0, count), { expectedRevision: NO_STREAM });
  return stream;
}
/** A deleted stream of `count` numbered events. */
export async function deletedStreamOf(client: EventStoreDBClient, count: number): Promise<string> {
  const stream = await streamOf(client, count);
  await client.deleteStream(stream);
  return stream;
}

/** The expected revision of a deletion in its failure. */
export const numberFor = (expected: ExpectedRevision): bigint =>
  expected === ANY ? -2n : expected === NO_STREAM ? -1n : expected;

export function numberOf(resolved: ResolvedEvent): number {
  const data = resolved.event?.data;
  if (typeof data !== 'object' || !('number' in data) || typeof data.number !== 'number')
    throw new Error('This is not one of our numbered events');
  return data.number;
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export const numbersIn = async (
  client: EventStoreDBClient,
  stream: string,
  options: ReadStreamOptions = {},
): Promise<number[]> => (await collect(client.readStream(stream, options))).map(numberOf);
export const numbersBackwards = (
  client: EventStoreDBClient,
  stream: string,
  options: ReadStreamOptions = {},
): Promise<number[]> => numbersIn(client, stream, { direction: BACKWARDS, fromRevision: END, ...options });

/** The error of an attempt; undefined when it succeeded. */
export const failureOf = (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(
    () => undefined,
    (error: unknown) => error,
  );
/** The error of a read of the stream; undefined when it succeeds. */
export const readFailure = (
  client: EventStoreDBClient,
  stream: string,
  options: ReadStreamOptions = {},
): Promise<unknown> => failureOf(collect(client.readStream(stream, options)));

/** The position in the result of a write. */
export function positionOf({ position }: AppendResult | DeleteResult): Position {
  if (!position) throw new Error('The result of a write has a position');
  return position;
}
/** A position in the whole log after all earlier events. */
export const positionNow = async (client: EventStoreDBClient): Promise<Position> =>
  positionOf(await client.appendToStream(newStream('mark'), [numbered(-1)]));

type Subscription = AllStreamSubscription | StreamSubscription;

/** The next `count` events of a subscription, which stays open: call `unsubscribe` at the end. */
export async function take(subscription: Subscription, count: number): Promise<ResolvedEvent[]> {
  const taken: ResolvedEvent[] = [];
  if (count === 0) return taken;
  for await (const event of subscription.iterator({ destroyOnReturn: false })) {
    taken.push(event);
    if (taken.length === count) break;
  }
  return taken;
}

/** Resolves when the subscription has caught up. */
export const caughtUp = (subscription: Subscription): Promise<void> =>
  new Promise((resolve) => subscription.once('caughtUp', () => resolve()));

/** Records the messages of a subscription in order. Create it at once: messages are not repeated. */
export class Listener {
  readonly events: ResolvedEvent[] = [];
  /** The number of a numbered event, the type of any other event, or the name of the message. */
  readonly messages: (number | string)[] = [];
  failure: unknown;

  constructor(subscription: Subscription) {
    subscription
      .on('data', (event: ResolvedEvent) => {
        this.events.push(event);
        this.messages.push(event.event?.type === 'Numbered' ? numberOf(event) : (event.event?.type ?? 'unresolved'));
      })
      .on('confirmation', () => void this.messages.push('confirmed'))
      .on('caughtUp', () => void this.messages.push('caught up'))
      .on('end', () => void this.messages.push('ended'))
      .on('error', (error: Error) => {
        this.failure = error;
        this.messages.push('failed');
      });
  }

  get numbers(): number[] {
    return this.messages.filter((one) => typeof one === 'number');
  }

  /** Waits for this message. */
  async until(message: number | string): Promise<void> {
    await expect.poll(() => this.messages, POLL).toContain(message);
  }
}
