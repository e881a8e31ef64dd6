/**
 * A client of the log's protocol, byte for byte.
 *
 * EventStoreDBClient parses JSON on read and serialises it on append. That changes integers beyond 2^53, `1.0` and
 * repeated names. The calls here use the client's protocol messages and its connection (address, discovery,
 * credentials, reconnection). These methods are protected, and no subclass can be made from a connection string, so
 * they are called with brackets.
 */
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { ANY, convertToCommandError, EventStoreDBClient, StreamDeletedError } from '@eventstore/db-client';
import type { ClientReadableStream } from '@grpc/grpc-js';
import { withTimeout } from 'service-kit/concurrency/with-timeout';
import { itemsOf } from 'service-kit/event-log/call-stream';
import { addressFailure, LogTimeout, StreamNotFound } from '../failures.ts';
import type { Position, StoredEvent } from './stored-event.ts';

/** Longest wait for the next event of a read, and for the answer to an append. */
const PATIENCE_MS = 30_000;
const TICKS_PER_MS = 10_000n;
/** How many events the server filters before it sends a checkpoint. */
const SEARCH_WINDOW = 500;

/** A place in a stream or in the whole log: inclusive for `read`, exclusive for `follow`. */
export type StartPoint = 'start' | 'end' | bigint | Position;

export interface ReadOptions {
  /** Undefined: the whole log. */
  readonly stream?: string | undefined;
  readonly from?: StartPoint;
  readonly backwards?: boolean;
  readonly maxCount?: bigint | undefined;
  /** Only events whose stream name or type begins with one of these. For the whole log only. */
  readonly filter?: Filter | undefined;
  readonly signal?: AbortSignal;
}

export interface Filter {
  readonly on: 'stream' | 'type';
  readonly prefixes: readonly string[];
}

/** `at`: the stream's last revision, undefined for an empty stream. */
export type AppendResult =
  | { readonly kind: 'written' }
  | { readonly kind: 'wrong-revision'; readonly at: bigint | undefined };

export interface LogClient {
  /** The events so far. @throws StreamNotFound · StreamDeletedError · the client's error for a lost connection */
  read(options: ReadOptions): AsyncGenerator<StoredEvent>;
  /** The events after a place, until the connection is lost or `signal` aborts. */
  follow(options: ReadOptions): AsyncGenerator<StoredEvent>;
  /** Appends all events or none, the first at `revision`. A repetition writes nothing. */
  append(stream: string, revision: bigint, events: readonly StoredEvent[]): Promise<AppendResult>;
  /** Appends no event. As any append, it restores a deleted stream. */
  touch(stream: string): Promise<void>;
  /** Deletes the stream's events. The stream may be written again. */
  deleteStream(stream: string): Promise<void>;
  /** Deletes the stream for ever. A repetition does nothing. */
  tombstone(stream: string): Promise<void>;
  close(): Promise<void>;
}

/** The first event that a read finds. A stream that does not exist, or no longer, has none. */
export async function firstOf(events: AsyncGenerator<StoredEvent>): Promise<StoredEvent | undefined> {
  try {
    for await (const event of events) return event;
  } catch (error) {
    if (!(error instanceof StreamNotFound)) throw error;
  }
  return undefined;
}

export const lastOf = (log: LogClient, stream: string | undefined): Promise<StoredEvent | undefined> =>
  firstOf(log.read({ stream, from: 'end', backwards: true, maxCount: 1n }));

/**
 * @param url connection string such as `esdb://127.0.0.1:2113?tls=false`; nothing is sent before the first call
 * @throws Failure when the connection string is invalid
 */
export function connect(url: string): LogClient {
  const client = clientOf(url);

  async function* events(options: ReadOptions, live: boolean): AsyncGenerator<StoredEvent> {
    const { signal } = options;
    const call = await client['GRPCStreamCreator'](streamsGrpc.StreamsClient, 'read', (grpc) =>
      grpc.read(readMessage(options, live), ...client['callArguments']({}, { deadline: Infinity })),
    )();
    const stop = (): void => call.cancel();
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();
    try {
      for await (const answer of answersOf(call, live)) {
        if (signal?.aborted) return;
        if (answer.hasStreamNotFound()) throw new StreamNotFound(options.stream ?? '');
        const event = answer.getEvent()?.getEvent();
        if (event) yield storedEvent(event);
      }
    } catch (error) {
      if (signal?.aborted) return;
      throw error instanceof Error ? convertToCommandError(error) : error;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  return {
    read: (options) => events(options, false),
    follow: (options) => events(options, true),
    append: (stream, revision, appended) =>
      client['execute'](
        streamsGrpc.StreamsClient,
        'append',
        (grpc) =>
          new Promise<AppendResult>((resolve, reject) => {
            const call = grpc.append(...client['callArguments']({ deadline: PATIENCE_MS }), (error, answer) =>
              error ? reject(convertToCommandError(error)) : resolve(appendedOf(answer)),
            );
            for (const message of appendMessages(stream, revision, appended)) call.write(message);
            call.end();
          }),
      ),
    async touch(stream) {
      await client.appendToStream(stream, [], { expectedRevision: ANY, deadline: PATIENCE_MS });
    },
    async deleteStream(stream) {
      await client.deleteStream(stream, { expectedRevision: ANY, deadline: PATIENCE_MS });
    },
    async tombstone(stream) {
      await client.tombstoneStream(stream, { expectedRevision: ANY, deadline: PATIENCE_MS }).catch((error: unknown) => {
        if (!(error instanceof StreamDeletedError)) throw error;
      });
    },
    close: () => client.dispose(),
  };
}

function clientOf(url: string): EventStoreDBClient {
  try {
    return EventStoreDBClient.connectionString(url);
  } catch (error) {
    throw addressFailure(error);
  }
}

function answersOf(call: ClientReadableStream<streams.ReadResp>, live: boolean): AsyncGenerator<streams.ReadResp> {
  const late = (): Error => new LogTimeout(`The event log has not answered within ${PATIENCE_MS / 1000} s`);
  const next = (item: Promise<IteratorResult<streams.ReadResp>>): Promise<IteratorResult<streams.ReadResp>> =>
    live ? item : withTimeout(PATIENCE_MS, item, late);
  return itemsOf<streams.ReadResp>(call, async () => call.cancel(), next);
}

function readMessage(
  { stream, from = 'start', backwards = false, maxCount = 2n ** 63n - 1n, filter }: ReadOptions,
  live: boolean,
): streams.ReadReq {
  const { Options } = streams.ReadReq;
  const options = new Options()
    .setResolveLinks(false)
    .setReadDirection(backwards ? Options.ReadDirection.BACKWARDS : Options.ReadDirection.FORWARDS);
  options.setUuidOption(new Options.UUIDOption().setString(new shared.Empty()));
  if (live) options.setSubscription(new Options.SubscriptionOptions());
  else options.setCount(maxCount.toString());

  const place =
    stream === undefined
      ? new Options.AllOptions()
      : new Options.StreamOptions().setStreamIdentifier(identifier(stream));
  if (from === 'start') place.setStart(new shared.Empty());
  else if (from === 'end') place.setEnd(new shared.Empty());
  else if (place instanceof Options.StreamOptions) place.setRevision(typeof from === 'bigint' ? from.toString() : '0');
  else if (typeof from !== 'bigint')
    place.setPosition(
      new Options.Position().setCommitPosition(from.commit.toString()).setPreparePosition(from.prepare.toString()),
    );
  if (place instanceof Options.StreamOptions) options.setStream(place);
  else options.setAll(place);

  if (!filter) options.setNoFilter(new shared.Empty());
  else {
    const expression = new Options.FilterOptions.Expression().setPrefixList([...filter.prefixes]);
    const filterOptions = new Options.FilterOptions().setMax(SEARCH_WINDOW).setCheckpointintervalmultiplier(1);
    options.setFilter(
      filter.on === 'stream' ? filterOptions.setStreamIdentifier(expression) : filterOptions.setEventType(expression),
    );
  }
  return new streams.ReadReq().setOptions(options);
}

function* appendMessages(
  stream: string,
  revision: bigint,
  events: readonly StoredEvent[],
): Generator<streams.AppendReq> {
  const options = new streams.AppendReq.Options().setStreamIdentifier(identifier(stream));
  if (revision === 0n) options.setNoStream(new shared.Empty());
  else options.setRevision((revision - 1n).toString());
  yield new streams.AppendReq().setOptions(options);
  for (const event of events) {
    const message = new streams.AppendReq.ProposedMessage()
      .setId(new shared.UUID().setString(event.id))
      .setData(event.data)
      .setCustomMetadata(event.metadata);
    message.getMetadataMap().set('type', event.type).set('content-type', event.contentType);
    yield new streams.AppendReq().setProposedMessage(message);
  }
}

function appendedOf(answer: streams.AppendResp): AppendResult {
  const wrong = answer.getWrongExpectedVersion();
  if (!wrong) return { kind: 'written' };
  return { kind: 'wrong-revision', at: wrong.hasCurrentRevision() ? BigInt(wrong.getCurrentRevision()) : undefined };
}

function storedEvent(event: streams.ReadResp.ReadEvent.RecordedEvent): StoredEvent {
  const described = event.getMetadataMap();
  return {
    stream: Buffer.from(event.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString('utf8'),
    revision: BigInt(event.getStreamRevision()),
    id: event.getId()?.getString() ?? '',
    type: described.get('type') ?? '',
    contentType: described.get('content-type') ?? '',
    data: event.getData_asU8(),
    metadata: event.getCustomMetadata_asU8(),
    created: new Date(Number(BigInt(described.get('created') ?? '0') / TICKS_PER_MS)).toISOString(),
    position: { commit: BigInt(event.getCommitPosition()), prepare: BigInt(event.getPreparePosition()) },
  };
}

const identifier = (stream: string): shared.StreamIdentifier =>
  new shared.StreamIdentifier().setStreamName(Buffer.from(stream, 'utf8'));
