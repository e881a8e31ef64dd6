/**
 * Writes an event as a line of JSON and reads it back, byte for byte.
 *
 * - `data` and `metadata` that are JSON in one line are copied as they are (data: only with the content type of JSON).
 * - Other bytes are base64, with `dataEncoding` or `metadataEncoding`. Empty metadata is left out.
 * - Numbers of 64 bits are strings.
 */
import { isUtf8 } from 'node:buffer';
import * as z from 'zod';
import { jsonMembers } from './json-members.ts';
import { JSON_CONTENT, type StoredEvent } from '../log/stored-event.ts';
import type { Summary } from '../transfer/event-identity.ts';

/** The format in the last line of an exported file. */
export const FORMAT = 'event-log-export-1';

export class InvalidLine extends Error {
  override readonly name = 'InvalidLine';
}

export function lineOf({
  stream,
  revision,
  id,
  type,
  contentType,
  data,
  metadata,
  created,
  position,
}: StoredEvent): string {
  const text = (value: string): string => JSON.stringify(value);
  const members = [
    `"stream":${text(stream)}`,
    `"revision":"${revision}"`,
    `"id":${text(id)}`,
    `"type":${text(type)}`,
    `"contentType":${text(contentType)}`,
  ];
  members.push(...payload('data', data, contentType === JSON_CONTENT));
  if (metadata.length > 0) members.push(...payload('metadata', metadata, true));
  members.push(
    `"created":${text(created)}`,
    `"position":{"commit":"${position.commit}","prepare":"${position.prepare}"}`,
  );
  return `{${members.join(',')}}\n`;
}

export const summaryLineOf = ({ count, sha256 }: Summary): string =>
  `${JSON.stringify({ format: FORMAT, count, sha256 })}\n`;

function payload(name: 'data' | 'metadata', bytes: Uint8Array, mayBeJson: boolean): string[] {
  const json = mayBeJson ? jsonInOneLine(bytes) : undefined;
  return json === undefined
    ? [`"${name}":"${Buffer.from(bytes).toString('base64')}"`, `"${name}Encoding":"base64"`]
    : [`"${name}":${json}`];
}

/** @returns the text, where the bytes are JSON that fits in a line and can be read back without loss */
function jsonInOneLine(bytes: Uint8Array): string | undefined {
  if (!isUtf8(bytes)) return undefined;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  if (/[\r\n]|^[ \t\ufeff]|[ \t]$/.test(text)) return undefined;
  try {
    JSON.parse(text);
    return text;
  } catch {
    return undefined;
  }
}

const number = z.string().regex(/^\d{1,20}$/);
const encoding = z.literal('base64').optional();
const eventLine = z.object({
  stream: z.string().min(1),
  revision: number,
  id: z.guid(),
  type: z.string().min(1),
  contentType: z.string().min(1),
  data: z.unknown(),
  dataEncoding: encoding,
  metadata: z.unknown().optional(),
  metadataEncoding: encoding,
  created: z.string(),
  position: z.object({ commit: number, prepare: number }),
});
const summaryLine = z.strictObject({
  format: z.string(),
  count: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export type Line =
  | { readonly kind: 'event'; readonly event: StoredEvent }
  | { readonly kind: 'summary'; readonly summary: Summary };

/**
 * @param bytes a line, with or without its line end
 * @throws InvalidLine with the end of a sentence that begins with the line's number
 */
export function parseLine(bytes: Uint8Array): Line {
  if (!isUtf8(bytes)) throw new InvalidLine('is no text in UTF-8');
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InvalidLine('is no JSON');
  }
  if (typeof value === 'object' && value !== null && 'format' in value)
    return { kind: 'summary', summary: summaryOf(value) };
  const parsed = eventLine.safeParse(value);
  if (!parsed.success)
    throw new InvalidLine(
      `is no event (${parsed.error.issues[0]?.path.join('.') || 'the whole'}: ${parsed.error.issues[0]?.message})`,
    );
  const { stream, revision, id, type, contentType, created, position, dataEncoding, metadataEncoding } = parsed.data;
  const members = jsonMembers(text);
  return {
    kind: 'event',
    event: {
      stream,
      revision: BigInt(revision),
      id: id.toLowerCase(),
      type,
      contentType,
      created,
      data: bytesOf('data', parsed.data.data, dataEncoding, members),
      metadata: bytesOf('metadata', parsed.data.metadata, metadataEncoding, members),
      position: { commit: BigInt(position.commit), prepare: BigInt(position.prepare) },
    },
  };
}

function summaryOf(value: object): Summary {
  const parsed = summaryLine.safeParse(value);
  if (!parsed.success) throw new InvalidLine('is no summary with count and sha256');
  if (parsed.data.format !== FORMAT)
    throw new InvalidLine(`says that the file is of format ${parsed.data.format}, and not ${FORMAT}`);
  return { count: parsed.data.count, sha256: parsed.data.sha256 };
}

function bytesOf(
  name: 'data' | 'metadata',
  value: unknown,
  base64: 'base64' | undefined,
  members: Map<string, string>,
): Uint8Array {
  if (!base64) return Buffer.from(members.get(name) ?? '', 'utf8');
  if (typeof value !== 'string') throw new InvalidLine(`is no event (${name} is not in base64)`);
  const bytes = Buffer.from(value, 'base64');
  // Node ignores what follows the valid part of base64.
  if (bytes.toString('base64') !== value) throw new InvalidLine(`is no event (${name} is not in base64)`);
  return bytes;
}
