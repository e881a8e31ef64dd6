/** Which events of a stream its newest `$metadata` event shows. Access control lists are stored and not enforced. */
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { DELETED, type ProposedEvent } from './event.ts';

export interface StreamMetadata {
  /** Only this number of the last events is visible. */
  readonly maxCount: bigint | undefined;
  /** Only events of at most this age are visible, in milliseconds. */
  readonly maxAge: number | undefined;
  /** Only events from this revision on are visible; `DELETED`: the stream is deleted. */
  readonly truncateBefore: bigint | undefined;
}

export const NO_METADATA: StreamMetadata = { maxCount: undefined, maxAge: undefined, truncateBefore: undefined };
/** Only the newest event of a metastream is visible. */
export const METASTREAM_METADATA: StreamMetadata = { ...NO_METADATA, maxCount: 1n };
export const DELETING_METADATA: Uint8Array = Buffer.from(`{"$tb":${DELETED}}`);

/**
 * JSON.parse rounds whole numbers beyond 2^53, and revisions go further. So a number is parsed as a text with this
 * random prefix, which no other text has, and written back as a number.
 */
const NUMBER_PREFIX = randomUUID();
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
const PREFIXED_NUMBER = new RegExp(`"${NUMBER_PREFIX}([^"]*)"`, 'g');

const exactNumber = (digits: bigint | string): string => `${NUMBER_PREFIX}${digits}`;

/** The digits of a number as they were written; undefined for any other value. */
const digitsOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.startsWith(NUMBER_PREFIX) ? value.slice(NUMBER_PREFIX.length) : undefined;

/** @returns the value of a JSON text with each number as `exactNumber`; undefined for a text that is no JSON */
function parseExactly(text: string): unknown {
  try {
    // Refuses what is no JSON, such as 01, which the prefix would turn into a text.
    JSON.parse(text);
    return JSON.parse(text.replaceAll(TOKEN, (token) => (token.startsWith('"') ? token : `"${exactNumber(token)}"`)));
  } catch {
    return undefined;
  }
}

const writeExactly = (value: object): string => JSON.stringify(value).replaceAll(PREFIXED_NUMBER, '$1');

const WHOLE = /^-?\d{1,19}$/;
/** A whole number of 64 bits, signed. */
const whole = z
  .unknown()
  .transform((value) => digitsOf(value) ?? '')
  .refine((digits) => WHOLE.test(digits) && BigInt.asIntN(64, BigInt(digits)) === BigInt(digits))
  .transform((digits) => BigInt(digits));
/** The longest TimeSpan of .NET. */
const MAX_SECONDS = 922_337_203_685n;
const seconds = whole.refine((value) => value <= MAX_SECONDS && value >= -MAX_SECONDS);
const role = z.string().refine((value) => digitsOf(value) === undefined);
const roles = z.union([role, z.array(role)]).optional();
const known = z.object({
  $maxCount: whole.optional(),
  $maxAge: seconds.optional(),
  $tb: whole.optional(),
  $cacheControl: seconds.optional(),
  $tmp: z.boolean().optional(),
  $acl: z.strictObject({ $r: roles, $w: roles, $d: roles, $mr: roles, $mw: roles }).optional(),
});

/** Metadata with an invalid part count as no metadata, as in EventStoreDB. */
export function streamMetadataOf({ data, isJson }: Pick<ProposedEvent, 'data' | 'isJson'>): StreamMetadata {
  const parsed = known.safeParse(isJson ? parseExactly(textOf(data)) : undefined);
  if (!parsed.success) return NO_METADATA;
  const { $maxCount = 0n, $maxAge = 0n, $tb = -1n } = parsed.data;
  return {
    maxCount: $maxCount > 0n ? $maxCount : undefined,
    maxAge: $maxAge > 0n ? Number($maxAge) * 1_000 : undefined,
    truncateBefore: $tb >= 0n ? $tb : undefined,
  };
}

const textOf = (data: Uint8Array): string => Buffer.from(data).toString('utf8');

export const isDeleted = ({ truncateBefore }: StreamMetadata): boolean => truncateBefore === DELETED;

/**
 * The metadata of a deleted stream that is written again: events from `revision` on are visible, other members stay.
 * @returns undefined when the data is no JSON object
 */
export function recreatedFrom(data: Uint8Array, revision: bigint): Uint8Array | undefined {
  const parsed = parseExactly(textOf(data));
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
  return Buffer.from(writeExactly({ ...parsed, $tb: exactNumber(revision) }));
}
