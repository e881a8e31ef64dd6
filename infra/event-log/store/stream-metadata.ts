/**
 * What a stream's newest `$metadata` event says of who may see which of its events. Access control lists are kept, and
 * not enforced.
 */
import * as z from 'zod';
import { DELETED, type ProposedEvent } from './event.ts';
import { digitsOf, exactNumber, parseExactly, writeExactly } from './exact-json.ts';

export interface StreamMetadata {
  /** Only so many of the last events are to be seen. */
  readonly maxCount: bigint | undefined;
  /** Only events so young are to be seen, in milliseconds. */
  readonly maxAge: number | undefined;
  /** Only events from this revision on are to be seen; `DELETED`: the stream is deleted. */
  readonly truncateBefore: bigint | undefined;
}

export const NO_METADATA: StreamMetadata = { maxCount: undefined, maxAge: undefined, truncateBefore: undefined };
/** Of a metastream only the newest event is to be seen. */
export const METASTREAM_METADATA: StreamMetadata = { ...NO_METADATA, maxCount: 1n };
export const DELETING_METADATA: Uint8Array = Buffer.from(`{"$tb":${DELETED}}`);

const WHOLE = /^-?\d{1,19}$/;
/** A whole number of 64 bits. */
const whole = z
  .unknown()
  .transform((value) => digitsOf(value) ?? '')
  .refine((digits) => WHOLE.test(digits) && BigInt.asIntN(64, BigInt(digits)) === BigInt(digits))
  .transform((digits) => BigInt(digits));
/** .NET's longest time. */
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

/** Metadata of which a part cannot be understood count as none, as in EventStoreDB. */
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
 * The metadata of a deleted stream that is written again: only events from `revision` on are to be seen, everything
 * else stays.
 * @returns undefined where they are no JSON object
 */
export function recreatedFrom(data: Uint8Array, revision: bigint): Uint8Array | undefined {
  const parsed = parseExactly(textOf(data));
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
  return Buffer.from(writeExactly({ ...parsed, $tb: exactNumber(revision) }));
}
