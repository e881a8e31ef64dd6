/** Stream names and event ids in the protocol. */
import { isUtf8 } from 'node:buffer';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { BadRequest } from '../store/event.ts';
import { ALL } from '../store/stream-names.ts';
import type { WireReader } from './wire.ts';

/** Field numbers of `StreamIdentifier` and `UUID`. */
const STREAM_NAME = 3;
const UUID_FIELDS = { structured: 1, text: 2 } as const;
const UUID_HALVES = { most: 1, least: 2 } as const;
/** Longer names do not fit into an index row. */
const MAX_NAME_BYTES = 1024;
/** The decoder's replacement for bytes that are no UTF-8. A text may also contain it. */
const REPLACEMENT = '\ufffd';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** @throws BadRequest without a name, or with a name that cannot be stored */
export const streamNameOf = (identifier: shared.StreamIdentifier | undefined): string =>
  streamNameFrom(identifier?.getStreamName_asU8());

/** @param bytes UTF-8 @throws BadRequest */
export function streamNameFrom(bytes: Uint8Array = new Uint8Array()): string {
  const name = Buffer.from(bytes).toString('utf8');
  if (name === '') throw new BadRequest('A stream name is needed');
  if (bytes.length > MAX_NAME_BYTES)
    throw new BadRequest(`A stream name may have ${MAX_NAME_BYTES} bytes, this one has ${bytes.length}`);
  if (name === ALL) throw new BadRequest(`${ALL} is the whole log, and no stream`);
  if (name.includes('\0') || (name.includes(REPLACEMENT) && !isUtf8(bytes)))
    throw new BadRequest('A stream name must be text in UTF-8 without zero bytes');
  return name;
}

/** The name in a StreamIdentifier. @throws BadRequest */
export function streamNameIn(reader: WireReader): string {
  while (reader.next()) if (reader.field === STREAM_NAME) return streamNameFrom(reader.bytes());
  return streamNameFrom();
}

export function streamIdentifier(name: string): shared.StreamIdentifier {
  return new shared.StreamIdentifier().setStreamName(Buffer.from(name, 'utf8'));
}

/** @returns the UUID in lower case @throws BadRequest when the text is no UUID */
export function uuidOf(text = ''): string {
  if (UUID.test(text)) return text;
  const id = text.toLowerCase();
  if (!UUID.test(id)) throw new BadRequest('An id must be a UUID');
  return id;
}

/** An id as text, or as the two halves of .NET clients. @throws BadRequest */
export function uuidIn(reader: WireReader): string {
  while (reader.next()) {
    if (reader.field === UUID_FIELDS.text) return uuidOf(reader.text());
    if (reader.field === UUID_FIELDS.structured) return halvesIn(reader.message());
  }
  return uuidOf();
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

const hexOf = (bits: bigint): string => BigInt.asUintN(64, bits).toString(16).padStart(16, '0');
const bitsOf = (hex: string): string => BigInt.asIntN(64, BigInt(`0x${hex}`)).toString();

/** From two signed halves of 64 bits, the form of .NET clients. */
function uuidFromHalves(most: bigint, least: bigint): string {
  const hex = hexOf(most) + hexOf(least);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export function uuidMessage(id: string, structured = false): shared.UUID {
  if (!structured) return new shared.UUID().setString(id);
  const hex = id.replaceAll('-', '');
  return new shared.UUID().setStructured(
    new shared.UUID.Structured()
      .setMostSignificantBits(bitsOf(hex.slice(0, 16)))
      .setLeastSignificantBits(bitsOf(hex.slice(16))),
  );
}
