/**
 * The writes of one transaction, decided one after the other. Each decision sees the events of the writes before it,
 * although nothing is committed yet. The states of all streams (`streamsOf`) must be known beforehand.
 */
import { randomUUID } from 'node:crypto';
import { decideAppend, decideDeletion, type StoredEventPosition, type StreamFacts } from './decide-write.ts';
import {
  DELETED,
  NO_EVENTS,
  type Append,
  type Deletion,
  type LoggedEvent,
  type ProposedEvent,
  type Write,
  type WriteResult,
} from '../event.ts';
import { statesAfter, type StreamState } from '../known-streams.ts';
import { isMetastream, METADATA_TYPE, metastreamOf, originalOf, TOMBSTONE_TYPE } from '../stream-names.ts';
import { DELETING_METADATA, isDeleted, recreatedFrom } from '../stream-metadata.ts';

/** The log before this group, as far as a decision may need it. */
export interface LogBefore {
  readonly head: bigint;
  /** @throws Error when the stream is not among those of `streamsOf` */
  stateOf(stream: string): StreamState;
  find(stream: string, id: string): StoredEventPosition | undefined;
  /** The events of a stream from `first` to `last`, from the table. */
  places(stream: string, first: bigint, last: bigint): Promise<readonly StoredEventPosition[]>;
  /** The data of a stream's newest event, from the table. */
  newestData(stream: string): Promise<Uint8Array | undefined>;
}

/** The metastream of a stream; the stream of a metastream. */
const counterpartOf = (stream: string): string => (isMetastream(stream) ? originalOf(stream) : metastreamOf(stream));

/** The streams whose states a write may need. */
export const streamsOf = ({ kind, stream }: Write): string[] => [
  stream,
  counterpartOf(stream),
  ...(kind === 'delete' ? [metastreamOf(stream)] : []),
];

export class WriteGroup {
  readonly events: LoggedEvent[] = [];
  readonly #before: LogBefore;
  readonly #created: number;
  readonly #states = new Map<string, StreamState>();
  readonly #byId = new Map<string, LoggedEvent>();
  readonly #byStream = new Map<string, LoggedEvent[]>();
  /** How many of the events both maps hold. */
  #indexed = 0;

  constructor(before: LogBefore, created: number) {
    this.#before = before;
    this.#created = created;
  }

  /** The answer to a write, valid when the group is committed. */
  decide(write: Write): Promise<WriteResult> {
    return write.kind === 'append' ? this.#append(write) : this.#delete(write);
  }

  async #append({ stream, expected, events }: Append): Promise<WriteResult> {
    const facts = await this.#factsOf(stream, expected, events.length);
    const decision = decideAppend(
      expected,
      events.map((event) => event.id),
      facts,
    );
    if (decision.kind === 'repeated')
      return { kind: 'written', revision: decision.last.revision, position: decision.last.position };
    if (decision.kind === 'wrong-version') return wrongVersion(facts);
    if (decision.kind === 'deleted') return decision;
    // Metadata for a deleted stream restore the stream without its old events.
    const revives = isMetastream(stream) && isDeleted(this.#stateOf(originalOf(stream)).metadata);
    for (const event of events) this.#add(stream, event);
    const written: WriteResult = {
      kind: 'written',
      revision: revisionOf(this.#stateOf(stream).head),
      position: this.#position || undefined,
    };
    if (facts.isDeleted) await this.#recreate(stream, facts.head + 1n);
    if (revives) await this.#recreate(originalOf(stream), this.#stateOf(originalOf(stream)).head + 1n);
    return written;
  }

  async #delete({ kind, stream, expected }: Deletion): Promise<WriteResult> {
    const facts = await this.#factsOf(stream, expected, 1);
    const decision = decideDeletion(kind, expected, facts);
    if (decision.kind === 'deleted') return decision;
    if (decision.kind !== 'write') return wrongVersion(facts);
    // A deletion is an event of the metastream, and nothing follows on a tombstone.
    if (kind === 'delete' && this.#stateOf(metastreamOf(stream)).head === DELETED) return { kind: 'deleted' };
    if (kind === 'tombstone') this.#add(stream, ownEvent(TOMBSTONE_TYPE, new Uint8Array(), false), DELETED);
    else this.#add(metastreamOf(stream), ownEvent(METADATA_TYPE, DELETING_METADATA, true));
    return { kind: 'written', revision: undefined, position: this.#position };
  }

  get #position(): bigint {
    return this.#before.head + BigInt(this.events.length);
  }

  #stateOf(stream: string): StreamState {
    return this.#states.get(stream) ?? this.#before.stateOf(stream);
  }

  async #factsOf(stream: string, expected: Write['expected'], count: number): Promise<StreamFacts> {
    const { head, metadata } = this.#stateOf(stream);
    const counterpartHead = this.#stateOf(counterpartOf(stream)).head;
    // An append that expects an earlier revision may be a repetition, of an earlier group or of this one.
    const first = typeof expected === 'bigint' ? expected + 1n : expected === 'no_stream' ? 0n : undefined;
    const committed = this.#before.stateOf(stream).head;
    const late = first !== undefined && first <= committed && committed !== DELETED;
    const earlier =
      late && count > 0 ? byRevision(await this.#before.places(stream, first, first + BigInt(count) - 1n)) : undefined;
    return {
      // A tombstone also ends the metastream.
      head: isMetastream(stream) && counterpartHead === DELETED ? DELETED : head,
      isDeleted: isDeleted(metadata),
      hasMetadata: !isMetastream(stream) && counterpartHead > NO_EVENTS,
      at: (revision) => earlier?.get(revision) ?? this.#writtenAt(stream, revision),
      find: (id) => this.#writtenAs(stream, id) ?? this.#before.find(stream, id),
    };
  }

  #add(stream: string, event: ProposedEvent, revision = this.#stateOf(stream).head + 1n): void {
    const logged: LoggedEvent = {
      id: event.id,
      type: event.type,
      isJson: event.isJson,
      data: event.data,
      metadata: event.metadata,
      stream,
      revision,
      position: this.#position + 1n,
      created: this.#created,
    };
    this.events.push(logged);
    for (const [name, state] of statesAfter(logged, (known) => this.#stateOf(known))) this.#states.set(name, state);
  }

  /** An event of this group. The events of a stream have consecutive revisions. */
  #writtenAt(stream: string, revision: bigint): LoggedEvent | undefined {
    const written = this.#writtenTo(stream);
    return written?.[0] && written[Number(revision - written[0].revision)];
  }

  #writtenTo(stream: string): readonly LoggedEvent[] | undefined {
    this.#index();
    return this.#byStream.get(stream);
  }

  #writtenAs(stream: string, id: string): LoggedEvent | undefined {
    this.#index();
    const written = this.#byId.get(id);
    return written?.stream === stream ? written : undefined;
  }

  /** Built on demand: an append at the expected revision does not need it. */
  #index(): void {
    for (let event = this.events[this.#indexed]; event; event = this.events[this.#indexed]) {
      this.#byId.set(event.id, event);
      const ofStream = this.#byStream.get(event.stream);
      if (ofStream) ofStream.push(event);
      else this.#byStream.set(event.stream, [event]);
      this.#indexed += 1;
    }
  }

  /** Restores a deleted stream from `revision` on: the log writes new metadata. */
  async #recreate(stream: string, revision: bigint): Promise<void> {
    const metastream = metastreamOf(stream);
    const newest = this.#writtenTo(metastream)?.at(-1)?.data ?? (await this.#before.newestData(metastream));
    const metadata = newest && recreatedFrom(newest, revision);
    if (metadata) this.#add(metastream, ownEvent(METADATA_TYPE, metadata, true));
  }
}

const byRevision = (positions: readonly StoredEventPosition[]): ReadonlyMap<bigint, StoredEventPosition> =>
  new Map(positions.map((position) => [position.revision, position]));
const revisionOf = (head: bigint): bigint | undefined => (head === NO_EVENTS ? undefined : head);
const wrongVersion = ({ head }: StreamFacts): WriteResult => ({ kind: 'wrong-version', current: revisionOf(head) });
const ownEvent = (type: string, data: Uint8Array, isJson: boolean): ProposedEvent => ({
  id: randomUUID(),
  type,
  isJson,
  data,
  metadata: new Uint8Array(),
});
