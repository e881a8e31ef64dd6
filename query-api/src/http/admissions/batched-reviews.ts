/**
 * The reviews of one chart, read once for all requests of the same moment: a live notice reaches every screen at once,
 * and all of them read the same chart (docs/decisions/read-side/batched-reads.md).
 */
import type { UnchangedEntry } from 'command-api/contract/entities';
import { revisionToJson } from 'command-api/domain/values/revision';
import { createBatchedRead } from 'service-kit/concurrency/batched-read';
import type { Pool } from 'pg';
import {
  authorAndEntries,
  entryJson,
  entryOf,
  type EntryRow,
  headOf,
  inOrderOfCare,
  reviewColumns,
  type ReviewRow,
} from './review-rows.ts';

/** Reviews by their ids, each with the version that the reader has; undefined if the reader has none. */
export type Parts = ReadonlyMap<string, number | undefined>;

export interface BatchedReviews {
  /**
   * A JSON array of reviews in order of care. Nothing that was read before the request is used.
   * @param parts only these reviews, without the entries that the reader has in their current version; undefined: all
   * reviews, complete
   */
  of(admissionId: string, parts: Parts | undefined): Promise<string>;
}

const NOT_HELD = -1;
/** $2 ids, or null for all · $3 the versions that all readers have */
const reviewsOfAdmission = /* sql */ `
select ${reviewColumns}
from review r
left join unnest($2::text[], $3::bigint[]) as asked(review_id, held) on asked.review_id = r.review_id
${authorAndEntries(/* sql */ `
  case when e.version <= asked.held
    then json_build_object('_id', e.entry_id, 'version', e.version::text)
    else ${entryJson} end`)}
where r.admission_id = $1 and ($2::text[] is null or asked.review_id is not null)
${inOrderOfCare}`;

interface PartRow extends Omit<ReviewRow, 'entries'> {
  entries: (EntryRow | { _id: string; version: string })[];
}

export function createBatchedReviews(db: Pool): BatchedReviews {
  const ask = createBatchedRead<Parts | undefined, string>(async (requests, admissionId) => {
    const held = heldByAll(requests);
    const { rows } = await db.query<PartRow>({
      name: 'reviews-of-admission',
      text: reviewsOfAdmission,
      values: [admissionId, held && [...held.keys()], held && [...held.values()]],
    });
    const written = rows.map(writtenOnce);
    return (parts) => {
      const wanted = parts === undefined ? written : written.filter(({ id }) => parts.has(id));
      return `[${wanted.map(({ id, since }) => since(parts?.get(id))).join()}]`;
    };
  });
  return { of: ask };
}

/** The version of each requested review that all its readers have; null if a reader requests all reviews. */
function heldByAll(requests: readonly (Parts | undefined)[]): ReadonlyMap<string, number> | null {
  const held = new Map<string, number>();
  for (const parts of requests) {
    if (parts === undefined) return null;
    for (const [id, version] of parts) held.set(id, Math.min(version ?? NOT_HELD, held.get(id) ?? Infinity));
  }
  return held;
}

/** Serialises a review once, for readers with different versions. */
function writtenOnce(row: PartRow): { readonly id: string; since(held: number | undefined): string } {
  const head = JSON.stringify(headOf(row)).slice(0, -1);
  const entries = row.entries.map((entry) => {
    const version = revisionToJson(BigInt(entry.version));
    const unchanged = JSON.stringify({ _id: entry._id, version } satisfies UnchangedEntry);
    return { version, unchanged, whole: 'errType' in entry ? JSON.stringify(entryOf(entry)) : unchanged };
  });
  return {
    id: row.review_id,
    since(held = NOT_HELD) {
      const drugErrs = entries.map(({ version, unchanged, whole }) => (version <= held ? unchanged : whole));
      return `${head},"drugErrs":[${drugErrs.join()}]}`;
    },
  };
}
