/**
 * The reviews of one chart for all who ask at one time: a change is heard on every screen in the same moment, and all
 * of them ask for the same.
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

/** Reviews by their ids, each with the version in which the reader holds it; undefined where they hold none. */
export type Parts = ReadonlyMap<string, number | undefined>;

export interface BatchedReviews {
  /**
   * As JSON, an array in order of care, made of nothing that was read before it was asked for.
   * @param parts those of them that are still there, without the entries that the reader holds as they are; undefined:
   * all, whole
   */
  of(admissionId: string, parts: Parts | undefined): Promise<string>;
}

const NOT_HELD = -1;
/** $2 ids or null for all · $3 the versions in which all who ask hold them */
const reviewsOfAdmission = /* sql */ `
select ${reviewColumns}
from review r
left join unnest($2::text[], $3::bigint[]) as asked(review_id, held) on asked.review_id = r.review_id
${authorAndEntries(`case when e.version <= asked.held then json_build_object('_id', e.entry_id, 'version', e.version::text) else ${entryJson} end`)}
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
    return (parts) =>
      `[${written.flatMap(({ id, since }) => (parts === undefined || parts.has(id) ? [since(parts?.get(id))] : [])).join()}]`;
  });
  return { of: ask };
}

/**
 * What each review that anybody asks for is held in by all who ask for it; null where somebody asks for all there are.
 */
function heldByAll(requests: readonly (Parts | undefined)[]): ReadonlyMap<string, number> | null {
  const held = new Map<string, number>();
  for (const parts of requests) {
    if (parts === undefined) return null;
    for (const [id, version] of parts) held.set(id, Math.min(version ?? NOT_HELD, held.get(id) ?? Infinity));
  }
  return held;
}

/** A review whose JSON is made once, whoever holds whatever of it. */
function writtenOnce(row: PartRow): { readonly id: string; since(held: number | undefined): string } {
  const head = JSON.stringify(headOf(row)).slice(0, -1);
  const entries = row.entries.map((entry) => {
    const version = revisionToJson(BigInt(entry.version));
    const unchanged = JSON.stringify({ _id: entry._id, version } satisfies UnchangedEntry);
    return { version, unchanged, whole: 'errType' in entry ? JSON.stringify(entryOf(entry)) : unchanged };
  });
  return {
    id: row.review_id,
    since: (held = NOT_HELD) =>
      `${head},"drugErrs":[${entries.map(({ version, unchanged, whole }) => (version <= held ? unchanged : whole)).join()}]}`,
  };
}
