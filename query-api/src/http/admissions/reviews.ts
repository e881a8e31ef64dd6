/** The reviews of an admission with their entries, for the Reviews tab. */
import * as reviewCalls from 'language/contract/calls/reviews';
import { catalogueStream } from 'language/domain/catalogue/events';
import { admissionStream } from 'language/domain/admission/events';
import { Id } from 'language/domain/values/fields';
import { because } from 'language/domain/reasons/because';
import { revisionToJson } from 'language/domain/values/revision';
import type { DrugErr, UnchangedEntry } from 'language/contract/entities';
import type { Pool } from 'pg';
import * as z from 'zod';
import { read, WrittenAnswer } from '../read-route.ts';
import { readableTeam } from '../readable-team.ts';
import {
  authorAndEntries,
  entryJson,
  entryOf,
  type EntryRow,
  headColumns,
  headOf,
  inOrderOfCare,
  reviewColumns,
  type HeadRow,
  writtenEntries,
} from './review-rows.ts';

/** About as many reviews as colleagues touch between two reads. A client that needs more reads all. */
const MAX_IDS = 50;
/** `<id>`, or `<id>@<version>` of a review that the reader has (contract, `review-parts.ts`). */
const Part = z
  .string()
  .transform((text) => text.split('@'))
  .pipe(
    z.tuple([Id]).or(
      z.tuple([
        Id,
        z
          .string()
          .regex(/^\d{1,15}$/, because('not-a-version'))
          .transform(Number),
      ]),
    ),
  );
const Ids = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(Part).max(MAX_IDS))
  .transform((parts) => new Map(parts.map(([id, version]) => [id, version])));

export const reviewRoutes = [
  read(reviewCalls.listReviews, {
    // A live notice names the touched reviews. A stay of months has too many reviews to read all of them each time.
    input: z.object({ admissionId: Id, ids: Ids.optional() }),
    from: ({ admissionId }) => [admissionStream(admissionId), 'user-', 'team-', 'drug-', catalogueStream],
    async answer(request): Promise<WrittenAnswer> {
      await readableTeam(request, 'admission', request.input.admissionId);
      const { db } = request.dependencies;
      const { admissionId, ids } = request.input;
      return new WrittenAnswer(
        ids ? await readParts(db, admissionId, ids) : await readAll(db, admissionId),
        'application/json; charset=utf-8',
      );
    },
  }),
];

/** The version of a review that the reader does not have. */
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
/**
 * $2 ids · $3 the versions that the reader has. A reminder changes no version: an entry that waits and was reminded is
 * always whole.
 */
const someReviews = {
  name: 'some-reviews-of-admission',
  text: /* sql */ `
select ${reviewColumns()}
from review r
join unnest($2::text[], $3::bigint[]) as asked(review_id, held) on asked.review_id = r.review_id
${authorAndEntries(/* sql */ `
  case when e.version <= asked.held and (e.err_res is not null or e.asked ->> 'reminded' is null)
    then json_build_object('_id', e.entry_id, 'version', e.version::text)
    else ${entryJson()} end`)}
where r.admission_id = $1
${inOrderOfCare}`,
};

/** `entries`: JSON, separated by commas. */
type WholeRow = HeadRow & { entries: string };
type PartRow = HeadRow & { entries: (EntryRow | { _id: string; version: string })[] };

/** @returns a JSON array of all reviews in order of care, complete */
async function readAll(db: Pool, admissionId: string): Promise<string> {
  const { rows } = await db.query<WholeRow>({ ...allReviews, values: [admissionId] });
  // Each head loses the brace at its end.
  return `[${rows.map(({ entries, ...head }) => `${JSON.stringify(headOf(head)).slice(0, -1)},"drugErrs":[${entries}]}`).join()}]`;
}

/**
 * @param parts reviews by their ids, each with the version that the reader has; undefined if the reader has none
 * @returns a JSON array of these reviews in order of care. Of an entry that the reader has in its current version it has
 * id and version alone
 */
async function readParts(
  db: Pool,
  admissionId: string,
  parts: ReadonlyMap<string, number | undefined>,
): Promise<string> {
  const held = [...parts.values()].map((version) => version ?? NOT_HELD);
  const { rows } = await db.query<PartRow>({ ...someReviews, values: [admissionId, [...parts.keys()], held] });
  return JSON.stringify(rows.map(({ entries, ...head }) => ({ ...headOf(head), drugErrs: entries.map(partOf) })));
}

const partOf = (entry: PartRow['entries'][number]): DrugErr | UnchangedEntry =>
  'errType' in entry ? entryOf(entry) : { _id: entry._id, version: revisionToJson(BigInt(entry.version)) };
