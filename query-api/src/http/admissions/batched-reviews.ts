/**
 * The reviews of one chart, read once for all requests of the same moment: a live notice reaches every screen at once,
 * and all of them read the same chart (docs/decisions/read-side/batched-reads.md). All reviews are read by a statement
 * of their own.
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
  headColumns,
  headOf,
  inOrderOfCare,
  reviewColumns,
  type ReviewRow,
  writtenEntries,
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
/** All reviews, complete: Postgres writes the entries, and nothing here parses them. */
const allReviews = {
  name: 'reviews-of-admission',
  text: /* sql */ `
select ${headColumns}, coalesce(written.text, '') as entries
from review r
left join app_user u on u.user_id = r.author_id
${writtenEntries}
where r.admission_id = $1
${inOrderOfCare}`,
};
/** $2 ids · $3 the versions that all readers have */
const someReviews = {
  name: 'some-reviews-of-admission',
  text: /* sql */ `
select ${reviewColumns()}
from review r
join unnest($2::text[], $3::bigint[]) as asked(review_id, held) on asked.review_id = r.review_id
${authorAndEntries(/* sql */ `
  case when e.version <= asked.held
    then json_build_object('_id', e.entry_id, 'version', e.version::text)
    else ${entryJson()} end`)}
where r.admission_id = $1
${inOrderOfCare}`,
};

interface WholeRow extends Omit<ReviewRow, 'entries'> {
  /** JSON of the entries, separated by commas. */
  entries: string;
}
interface PartRow extends Omit<ReviewRow, 'entries'> {
  entries: (EntryRow | { _id: string; version: string })[];
}

export function createBatchedReviews(db: Pool): BatchedReviews {
  // One after the other for a chart, also where one asks for all: a reader must not get an older answer after a newer one.
  const ask = createBatchedRead<Parts | undefined, string>(async (requests, admissionId) => {
    const parts = requests.filter((asked) => asked !== undefined);
    const [all, some] = await Promise.all([
      parts.length < requests.length ? readAll(db, admissionId) : '',
      parts.length > 0 ? readParts(db, admissionId, parts) : undefined,
    ]);
    return (asked) => (asked && some ? some(asked) : all);
  });
  return { of: ask };
}

async function readAll(db: Pool, admissionId: string): Promise<string> {
  const { rows } = await db.query<WholeRow>({ ...allReviews, values: [admissionId] });
  return `[${rows.map((row) => `${headOfJson(row)},"drugErrs":[${row.entries}]}`).join()}]`;
}

/** @returns the answer for each of the requests */
async function readParts(db: Pool, admissionId: string, requests: readonly Parts[]): Promise<(parts: Parts) => string> {
  const held = heldByAll(requests);
  const { rows } = await db.query<PartRow>({
    ...someReviews,
    values: [admissionId, [...held.keys()], [...held.values()]],
  });
  const written = rows.map(writtenOnce);
  return (parts) => {
    const wanted = written.filter(({ id }) => parts.has(id));
    return `[${wanted.map(({ id, since }) => since(parts.get(id))).join()}]`;
  };
}

/** The version of each requested review that all its readers have. */
function heldByAll(requests: readonly Parts[]): ReadonlyMap<string, number> {
  const held = new Map<string, number>();
  for (const parts of requests)
    for (const [id, version] of parts) held.set(id, Math.min(version ?? NOT_HELD, held.get(id) ?? Infinity));
  return held;
}

/** Serialises a review once, for readers with different versions. */
function writtenOnce(row: PartRow): { readonly id: string; since(held: number | undefined): string } {
  const head = headOfJson(row);
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

/** The text without the brace at its end. */
const headOfJson = (row: Omit<ReviewRow, 'entries'>): string => JSON.stringify(headOf(row)).slice(0, -1);
