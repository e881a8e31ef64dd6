/**
 * The messages of a batch append on their way in, read by hand: they are all that a writing client sends. The correlation id is read at
 * once, so that whatever is wrong with the rest can be answered under it.
 */
import { BadRequest, type Expected, type ProposedEvent } from '../store/event.ts';
import { streamNameFrom, uuidFromHalves, uuidOf } from './identity.ts';
import { proposedEvent } from './proposed-event.ts';
import { NotAMessage, WireReader } from './wire.ts';

/** Field numbers of `BatchAppendReq` and what it holds. */
const REQUEST = { correlationId: 1, options: 2, proposed: 3, isFinal: 4 } as const;
const OPTIONS = { stream: 1, streamPosition: 2, noStream: 3, any: 4, streamExists: 5, deadline: 6, patience: 7 } as const;
const PROPOSED = { id: 1, metadata: 2, customMetadata: 3, data: 4 } as const;
const UUID = { structured: 1, text: 2 } as const;
const UUID_HALVES = { most: 1, least: 2 } as const;
const STREAM_NAME = 3;
const ENTRY = { key: 1, value: 2 } as const;
const SECONDS_AND_NANOS = { seconds: 1, nanos: 2 } as const;

export interface BatchTarget {
  readonly stream: string;
  readonly expected: Expected;
  /** Milliseconds since 1970; undefined where the client named none. */
  readonly deadline: number | undefined;
}

export class BatchAppendMessage {
  readonly correlationId: string;
  readonly isFinal: boolean;
  readonly #options: WireReader | undefined;
  readonly #proposed: readonly WireReader[];

  /** @throws BadRequest when there is no correlation id · NotAMessage */
  constructor(bytes: Buffer) {
    const proposed: WireReader[] = [];
    let id: string | undefined;
    let options: WireReader | undefined;
    let isFinal = false;
    const reader = new WireReader(bytes);
    while (reader.next()) {
      if (reader.field === REQUEST.correlationId) id = idIn(reader.message());
      else if (reader.field === REQUEST.options) options = reader.message();
      else if (reader.field === REQUEST.proposed) proposed.push(reader.message());
      else if (reader.field === REQUEST.isFinal) isFinal = reader.number() !== 0n;
    }
    this.correlationId = id ?? uuidOf('');
    this.isFinal = isFinal;
    this.#options = options;
    this.#proposed = proposed;
  }

  /** Where the append goes; undefined in its later messages. To be read once. @throws BadRequest · NotAMessage */
  takeTarget(): BatchTarget | undefined {
    return this.#options && targetIn(this.#options);
  }

  /** To be read once. @throws BadRequest · NotAMessage, when an event comes up that cannot be kept */
  *takeEvents(): Generator<ProposedEvent> {
    for (const reader of this.#proposed) yield eventIn(reader);
  }
}

/** An id as text, or in the two halves that .NET's clients may use. */
function idIn(reader: WireReader): string {
  while (reader.next()) {
    if (reader.field === UUID.text) return uuidOf(reader.text());
    if (reader.field === UUID.structured) return halvesIn(reader.message());
  }
  return uuidOf('');
}

function halvesIn(reader: WireReader): string {
  let most = 0n;
  let least = 0n;
  while (reader.next()) {
    if (reader.field === UUID_HALVES.most) most = reader.number();
    else if (reader.field === UUID_HALVES.least) least = reader.number();
  }
  return uuidOf(uuidFromHalves(most, least));
}

function targetIn(reader: WireReader): BatchTarget {
  let stream: string | undefined;
  let expected: Expected = 'any';
  let deadline: number | undefined;
  while (reader.next()) {
    if (reader.field === OPTIONS.stream) stream = nameIn(reader.message());
    else if (reader.field === OPTIONS.streamPosition) expected = reader.number();
    else if (reader.field === OPTIONS.noStream) expected = 'no_stream';
    else if (reader.field === OPTIONS.any) expected = 'any';
    else if (reader.field === OPTIONS.streamExists) expected = 'stream_exists';
    else if (reader.field === OPTIONS.deadline) deadline = millisecondsIn(reader.message());
    else if (reader.field === OPTIONS.patience) deadline = Date.now() + millisecondsIn(reader.message());
  }
  return { stream: stream ?? streamNameFrom(), expected, deadline };
}

function nameIn(reader: WireReader): string {
  while (reader.next()) if (reader.field === STREAM_NAME) return streamNameFrom(reader.bytes());
  return streamNameFrom();
}

/** Google's Timestamp and Duration look alike. */
function millisecondsIn(reader: WireReader): number {
  let milliseconds = 0;
  while (reader.next()) {
    if (reader.field === SECONDS_AND_NANOS.seconds) milliseconds += Number(BigInt.asIntN(64, reader.number())) * 1_000;
    else if (reader.field === SECONDS_AND_NANOS.nanos) milliseconds += Number(BigInt.asIntN(64, reader.number())) / 1_000_000;
  }
  return milliseconds;
}

/** Its bytes are copies: what is kept in memory must not hold on to the connection's buffers, which are far larger. */
function eventIn(reader: WireReader): ProposedEvent {
  let id: string | undefined;
  let type: string | undefined;
  let contentType: string | undefined;
  let data: Buffer | undefined;
  let metadata: Buffer | undefined;
  while (reader.next()) {
    if (reader.field === PROPOSED.id) id = idIn(reader.message());
    else if (reader.field === PROPOSED.customMetadata) metadata = reader.bytes();
    else if (reader.field === PROPOSED.data) data = reader.bytes();
    else if (reader.field === PROPOSED.metadata) {
      const [key, value] = entryIn(reader.message());
      if (key === 'type') type = value;
      else if (key === 'content-type') contentType = value;
    }
  }
  return proposedEvent({ id: id ?? uuidOf(''), type, contentType, data: data ?? EMPTY, metadata: metadata ?? EMPTY });
}

const EMPTY = Buffer.alloc(0);

function entryIn(reader: WireReader): [string, string] {
  let key = '';
  let value = '';
  while (reader.next()) {
    if (reader.field === ENTRY.key) key = reader.text();
    else if (reader.field === ENTRY.value) value = reader.text();
  }
  return [key, value];
}

/** What is no message at all is a bad request, like one that makes no sense. */
export const asBadRequest = (error: unknown): unknown => (error instanceof NotAMessage ? new BadRequest(error.message) : error);
