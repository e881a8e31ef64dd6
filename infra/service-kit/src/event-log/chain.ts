/**
 * The hash chain of a stream: each event is hashed with the hash of the event before it, so that tampering shows. The
 * hash is of the stored, encrypted form, so it can be checked after the patient's key is destroyed.
 *
 *     event  = SHA-256 of netstrings (`<bytes>:<text>,`): stream · revision · id · type · data · metadata
 *     link   = SHA-256 of the link before (32 zero bytes before the first) and the event
 *
 * data and metadata in the canonical form of RFC 8785. Times and positions are left out: a copy of the log has others.
 */
import { createHash } from 'node:crypto';
import type { RawEvent } from './port.ts';

export const INITIAL_LINK: Buffer = Buffer.alloc(32);

/** The JSON text of a value with sorted members and without spaces. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}

export function hashOf({
  stream,
  revision,
  id,
  type,
  data,
  metadata,
}: Pick<RawEvent, 'stream' | 'revision' | 'id' | 'type' | 'data' | 'metadata'>): Buffer {
  const hash = createHash('sha256');
  for (const part of [stream, String(revision), id, type, canonicalJson(data), canonicalJson(metadata)])
    hash.update(`${Buffer.byteLength(part)}:${part},`);
  return hash.digest();
}

export const linkOf = (before: Buffer, event: Buffer): Buffer =>
  createHash('sha256').update(before).update(event).digest();
