/** Converts events to their stored form and back: encryption, schema checks and upcasts. */
import { jsonEvent, type EventData, type RecordedEvent } from '@eventstore/db-client';
import * as z from 'zod';
import type { EventMetadata } from 'language/domain/command';
import { decrypt, encrypt, isEncryptedStream } from './encryption.ts';
import {
  MalformedEvent,
  type NewEvent,
  type PatientKeys,
  type RawEvent,
  type StoredEvent,
  UnknownVersion,
} from './port.ts';
import { hasPersonalTexts, hasSealedTexts, withOpenedTexts, withSealedTexts } from './personal-texts.ts';
import { schemaVersionOf, upcast } from './upcast.ts';
import { isAlwaysReadable, schemaOf } from './vocabulary.ts';

/** The log also has `$correlationId` and `$causationId`, EventStoreDB's own names: both are the command's id. */
const Metadata = z.object({
  commandId: z.string(),
  command: z.string(),
  target: z.string().exactOptional(),
  actorId: z.string(),
  occurredAt: z.string(),
  recordedAt: z.string().exactOptional(),
  schemaVersion: z.number(),
  teamId: z.string().exactOptional(),
  patientId: z.string().exactOptional(),
}) satisfies z.ZodType<EventMetadata>;
/** Any object of JSON. Its fields are checked by the schema of the type. */
const Payload = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype,
);

/**
 * The owner of the key that encrypts the events of an append: a patient, or a person by their stream. Undefined without
 * encryption. @throws Error for several
 */
export function keyOwnerOf(stream: string, events: readonly NewEvent[]): string | undefined {
  if (events.some(({ type, data }) => hasPersonalTexts(type, data))) return stream;
  const patients = new Set(
    events.filter(({ type }) => isEncrypted(stream, type)).map(({ metadata }) => metadata.patientId),
  );
  if (patients.has(undefined)) throw new Error(`An event of ${stream} must name its patient in the metadata`);
  if (patients.size > 1) throw new Error(`Events of several patients cannot be appended to ${stream} at once`);
  return patients.values().next().value;
}

const isEncrypted = (stream: string, type: string): boolean => isEncryptedStream(stream) && !isAlwaysReadable(type);

/**
 * @param key of the owner that `keyOwnerOf` names
 * @throws Error when the event does not fit its schema, or needs encryption and has no key: a mistake of the program
 * must not get into the log, where events stay for ever
 */
export function toStoredForm(stream: string, event: NewEvent, key: Buffer | undefined): EventData {
  refuseMalformed(event);
  const { data, metadata } = storedForm(stream, event, key);
  return jsonEvent({ id: event.id, type: event.type, data, metadata });
}

/** @throws Error when the event does not fit its schema */
export function refuseMalformed({ type, data, metadata }: Pick<NewEvent, 'type' | 'data' | 'metadata'>): void {
  if (metadata.schemaVersion !== schemaVersionOf(type))
    throw new Error(`${type} is written in version ${schemaVersionOf(type)}`);
  const known = schemaOf(type)?.safeParse(data);
  if (known && !known.success) throw new Error(`${type} does not keep to its schema: ${brokenFields(known.error)}`);
}

/**
 * The payload and metadata as the log keeps them, each as JSON.
 * @throws Error when the event needs encryption and has no key
 */
export function storedForm(
  stream: string,
  { id, type, data, metadata }: NewEvent,
  key: Buffer | undefined,
): { readonly data: Record<string, unknown>; readonly metadata: Record<string, unknown> } {
  return {
    data: { ...storedPayload(stream, { id, type, data }, key) },
    metadata: { ...metadata, $correlationId: metadata.commandId, $causationId: metadata.commandId },
  };
}

function storedPayload(
  stream: string,
  { id, type, data }: Pick<NewEvent, 'id' | 'type' | 'data'>,
  key: Buffer | undefined,
): object {
  const isWhole = isEncrypted(stream, type);
  if (!isWhole && !hasPersonalTexts(type, data)) return data;
  if (!key) throw new Error(`${type} must not be written to ${stream} without a key`);
  const identity = { stream, eventId: id };
  return isWhole ? encrypt(data, key, identity) : withSealedTexts(type, data, key, identity);
}

/** @throws MalformedEvent */
export async function fromStoredForm(event: RecordedEvent, keys: PatientKeys): Promise<StoredEvent> {
  const metadata = metadataOf(event);
  const owner = keyOwner(event, metadata);
  return opened(event, metadata, owner === undefined ? undefined : await keys.findKey(owner));
}

/** As {@link fromStoredForm}, for many events whose keys are read together. An event that cannot be read is its error. */
export async function fromStoredForms(
  events: readonly RecordedEvent[],
  keys: PatientKeys,
): Promise<(StoredEvent | MalformedEvent)[]> {
  const read = events.map((event) => ({ event, metadata: unlessMalformed(() => metadataOf(event)) }));
  const owners = new Set<string>();
  for (const { event, metadata } of read) {
    const owner = metadata instanceof MalformedEvent ? undefined : keyOwner(event, metadata);
    if (owner !== undefined) owners.add(owner);
  }
  const found = owners.size > 0 ? await keys.findKeys([...owners]) : new Map<string, Buffer>();
  return read.map(({ event, metadata }) => {
    if (metadata instanceof MalformedEvent) return metadata;
    return unlessMalformed(() => opened(event, metadata, found.get(keyOwner(event, metadata) ?? '')));
  });
}

function unlessMalformed<Result>(read: () => Result): Result | MalformedEvent {
  try {
    return read();
  } catch (error) {
    if (error instanceof MalformedEvent) return error;
    throw error;
  }
}

/** The patient or the person's stream whose key the payload needs; undefined without encryption. */
function keyOwner({ streamId, type, data }: RecordedEvent, { patientId }: EventMetadata): string | undefined {
  if (isEncrypted(streamId, type)) return patientId ?? '';
  return hasSealedTexts(type, data) ? streamId : undefined;
}

/** @throws MalformedEvent */
function opened(event: RecordedEvent, metadata: EventMetadata, key: Buffer | undefined): StoredEvent {
  const { type, streamId, revision } = event;
  const { schemaVersion } = metadata;
  if (!key && isEncrypted(streamId, type)) return storedEvent(event, metadata, {}, true);
  if (Number.isInteger(schemaVersion) && schemaVersion > schemaVersionOf(type))
    throw new UnknownVersion(streamId, revision, type, schemaVersion);
  try {
    const newest = upcast(type, schemaVersion, Payload.parse(JSON.parse(payloadOf(event, key))));
    return storedEvent(event, metadata, schemaOf(type)?.parse(newest) ?? newest, false);
  } catch (error) {
    throw new MalformedEvent(streamId, revision, reasonOf(type, error));
  }
}

/** @returns JSON */
function payloadOf({ id, type, streamId, isJson, data }: RecordedEvent, key: Buffer | undefined): string {
  const identity = { stream: streamId, eventId: id };
  if (key && isEncrypted(streamId, type)) return decrypt(data, key, identity);
  const json = hasSealedTexts(type, data) ? withOpenedTexts(type, data, key, identity) : JSON.stringify(data);
  return isJson ? json : 'null';
}

/** An event without its payload. An event with broken metadata is included, so that its stream is read and parked. */
export function withoutPayload(event: RecordedEvent): StoredEvent {
  const metadata = Metadata.safeParse(event.metadata);
  return storedEvent(event, metadata.success ? metadata.data : emptyMetadata(event.created), {}, false);
}

/** The event as the log stores it. */
export const rawForm = ({
  streamId,
  revision,
  id,
  type,
  data,
  metadata,
  position,
  created,
}: RecordedEvent): RawEvent => ({ stream: streamId, revision, id, type, data, metadata, position, created });

const storedEvent = (
  { id, type, streamId, revision, position, created }: RecordedEvent,
  metadata: EventMetadata,
  data: object,
  unreadable: boolean,
): StoredEvent => ({ id, type, stream: streamId, revision, position, created, metadata, data, unreadable });

const emptyMetadata = (created: Date): EventMetadata => ({
  commandId: '',
  command: '',
  actorId: '',
  occurredAt: created.toISOString(),
  schemaVersion: 0,
});

function metadataOf(event: RecordedEvent): EventMetadata {
  const parsed = Metadata.safeParse(event.metadata);
  if (!parsed.success)
    throw new MalformedEvent(event.streamId, event.revision, `its metadata is broken (${brokenFields(parsed.error)})`);
  return parsed.data;
}

/** The reason without the content: zod's messages may quote it. */
function reasonOf(type: string, error: unknown): string {
  if (error instanceof z.ZodError) return `its payload is not that of ${type} (${brokenFields(error)})`;
  if (error instanceof RangeError) return error.message;
  return 'its payload is not what was once encrypted for this place';
}

const brokenFields = (error: z.ZodError): string =>
  error.issues.map((issue) => issue.path.join('.') || 'the whole').join(', ');
