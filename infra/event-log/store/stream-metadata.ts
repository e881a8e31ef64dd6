/** What a stream's newest `$metadata` event says of who may see which of its events. Access control lists are kept, and not enforced. */
import * as z from 'zod';
import { DELETED, type ProposedEvent } from './event.ts';

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

/** The whole numbers that fit into 64 bits; JSON.parse rounds the largest of them up. */
const whole = z.number().refine((value) => Number.isInteger(value) && Math.abs(value) <= Number(DELETED)).optional();
const known = z.object({ $maxCount: whole, $maxAge: whole, $tb: whole });

/** Metadata that cannot be understood count as none, as in EventStoreDB. */
export function streamMetadataOf({ data, isJson }: Pick<ProposedEvent, 'data' | 'isJson'>): StreamMetadata {
  const text = isJson ? Buffer.from(data).toString('utf8') : '';
  const parsed = known.safeParse(parse(text));
  if (!parsed.success) return NO_METADATA;
  const { $maxCount, $maxAge, $tb } = parsed.data;
  const truncateBefore = $tb === undefined ? undefined : revisionOf($tb, text);
  if (truncateBefore === 'beyond') return NO_METADATA;
  return {
    maxCount: $maxCount !== undefined && $maxCount > 0 ? BigInt($maxCount) : undefined,
    maxAge: $maxAge !== undefined && $maxAge > 0 ? $maxAge * 1_000 : undefined,
    truncateBefore,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function revisionOf(value: number, text: string): bigint | 'beyond' | undefined {
  if (value < 0) return undefined;
  if (value < Number(DELETED)) return BigInt(value);
  // 2^63 - 1 and what lies just above it are one number to JSON.parse; only the first deletes a stream.
  return text.includes(DELETED.toString()) ? DELETED : 'beyond';
}

export const isDeleted = ({ truncateBefore }: StreamMetadata): boolean => truncateBefore === DELETED;

/**
 * The metadata of a deleted stream that is written again: only events from `revision` on are to be seen, everything else stays.
 * @returns undefined where they are no JSON object
 */
export function recreatedFrom(data: Uint8Array, revision: bigint): Uint8Array | undefined {
  const parsed = z.record(z.string(), z.unknown()).safeParse(parse(Buffer.from(data).toString('utf8')));
  return parsed.success ? Buffer.from(JSON.stringify({ ...parsed.data, $tb: Number(revision) })) : undefined;
}
