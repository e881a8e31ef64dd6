/** The stream of a write and the state that the write expects. */
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import { BadRequest, type Expected } from '../store/event.ts';
import { streamNameFrom, streamNameIn } from './identity.ts';
import type { WireReader } from './wire.ts';

/** Field numbers of the options of both append calls. Only a batch append has the two times. */
const OPTIONS = { stream: 1, revision: 2, noStream: 3, any: 4, streamExists: 5, deadline: 6, patience: 7 } as const;
const SECONDS_AND_NANOS = { seconds: 1, nanos: 2 } as const;

export interface WriteTarget {
  readonly stream: string;
  readonly expected: Expected;
  /** Milliseconds since 1970; undefined when the message has none. */
  readonly deadline: number | undefined;
}

/** @throws BadRequest */
export function writeTargetIn(reader: WireReader): WriteTarget {
  let stream: string | undefined;
  let expected: Expected | undefined;
  let deadline: number | undefined;
  while (reader.next()) {
    if (reader.field === OPTIONS.stream) stream = streamNameIn(reader.message());
    else if (reader.field === OPTIONS.revision) expected = reader.number();
    else if (reader.field === OPTIONS.noStream) expected = 'no_stream';
    else if (reader.field === OPTIONS.any) expected = 'any';
    else if (reader.field === OPTIONS.streamExists) expected = 'stream_exists';
    else if (reader.field === OPTIONS.deadline) deadline = millisecondsIn(reader.message());
    else if (reader.field === OPTIONS.patience) deadline = Date.now() + millisecondsIn(reader.message());
  }
  return { stream: stream ?? streamNameFrom(), expected: expected ?? missing(), deadline };
}

/** Google's Timestamp and Duration have the same fields. */
function millisecondsIn(reader: WireReader): number {
  let milliseconds = 0;
  while (reader.next()) {
    if (reader.field === SECONDS_AND_NANOS.seconds) milliseconds += Number(BigInt.asIntN(64, reader.number())) * 1_000;
    else if (reader.field === SECONDS_AND_NANOS.nanos)
      milliseconds += Number(BigInt.asIntN(64, reader.number())) / 1_000_000;
  }
  return milliseconds;
}

/** The expected state of a deletion. @throws BadRequest */
export function expectedOf(options: streams.DeleteReq.Options | streams.TombstoneReq.Options): Expected {
  if (options.hasRevision()) return BigInt(options.getRevision());
  if (options.hasNoStream()) return 'no_stream';
  if (options.hasStreamExists()) return 'stream_exists';
  return options.hasAny() ? 'any' : missing();
}

function missing(): never {
  throw new BadRequest('A write says what it expects the stream to be like');
}
