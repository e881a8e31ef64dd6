/** The request of a Read call, for reads and subscriptions of streams and of the whole log. */
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { BadRequest } from '../store/event.ts';
import { filterOf, type Filter } from '../store/read/filter.ts';
import type { Direction } from '../store/read/reader.ts';
import { streamNameOf } from './identity.ts';

/** A revision or position, or an end of the stream or of the log. */
export type From = bigint | 'start' | 'end';

export interface ReadRequest {
  /** Undefined for the whole log. */
  readonly stream: string | undefined;
  readonly from: From;
  readonly direction: Direction;
  /** How many events to read, or 'subscription'. */
  readonly count: bigint | 'subscription';
  readonly filter: Filter | undefined;
  /** The client wants links followed. */
  readonly resolveLinks: boolean;
  readonly structuredIds: boolean;
}

/** EventStoreDB's search window for a client that names none. */
const DEFAULT_WINDOW = 32n;

/** @throws BadRequest */
export function readRequestOf(message: streams.ReadReq): ReadRequest {
  const options = message.getOptions();
  if (!options) throw new BadRequest('A read needs options');
  if (!options.hasSubscription() && !options.hasCount())
    throw new BadRequest('A read needs a count, or is a subscription');
  return {
    ...placeOf(options),
    direction: options.getReadDirection() === streams.ReadReq.Options.ReadDirection.FORWARDS ? 'forwards' : 'backwards',
    count: options.hasSubscription() ? 'subscription' : BigInt(options.getCount()),
    filter: requestedFilter(options.getFilter()),
    resolveLinks: options.getResolveLinks(),
    structuredIds: options.getUuidOption()?.hasStructured() ?? false,
  };
}

function placeOf(options: streams.ReadReq.Options): Pick<ReadRequest, 'stream' | 'from'> {
  const stream = options.getStream();
  if (stream)
    return {
      stream: streamNameOf(stream.getStreamIdentifier()),
      from: stream.hasStart() ? 'start' : stream.hasEnd() ? 'end' : BigInt(stream.getRevision()),
    };
  const all = options.getAll();
  if (!all) throw new BadRequest('A read names a stream or the whole log');
  const position = all.getPosition();
  return { stream: undefined, from: position ? BigInt(position.getCommitPosition()) : all.hasEnd() ? 'end' : 'start' };
}

function requestedFilter(options: streams.ReadReq.Options.FilterOptions | undefined): Filter | undefined {
  const expression = options?.getStreamIdentifier() ?? options?.getEventType();
  if (!options || !expression) return undefined;
  const window = options.hasMax() ? BigInt(options.getMax()) : DEFAULT_WINDOW;
  return filterOf({
    on: options.hasStreamIdentifier() ? 'stream' : 'type',
    prefixes: expression.getPrefixList(),
    regex: expression.getRegex(),
    checkpointEvery: window * BigInt(Math.max(1, options.getCheckpointintervalmultiplier())),
  });
}
