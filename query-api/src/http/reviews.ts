/** The reviews of an admission with their entries: the Reviews tab. */
import type { DrugErr, Review } from 'command-api/contract/entities';
import { admissionStream } from 'command-api/domain/admission/events';
import { Id } from 'command-api/domain/fields';
import { revisionToJson } from 'command-api/domain/revision';
import * as z from 'zod';
import { read, type ReadRoute } from './read-route.ts';
import { readableTeam } from './rights.ts';

/** Reviews by date, then in order of writing; entries in their order. Revisions as text: JSON numbers would round them. */
const reviewsOfAdmission = /* sql */ `
select r.review_id, r.admission_id, r.patient_id, r.team_id, to_char(r.review_date, 'YYYY-MM-DD') as review_date, r.clinical_note,
       r.author_id, r.version::text, u.email, concat_ws(' ', u.first_name, u.last_name) as author_name, u.phone_normalised,
       coalesce(entries.list, '[]') as entries
from review r
left join app_user u on u.user_id = r.author_id
left join (
  select e.review_id, jsonb_agg(jsonb_build_object(
           '_id', e.entry_id, 'errType', e.err_type, 'errTypeLabel', e.err_type_label, 'errDrug', e.err_drug, 'errDrugLabel', e.err_drug_label,
           'errNote', e.err_note, 'errRes', e.err_res, 'errSeverity', e.err_severity, 'rating', e.rating, 'drugTags', e.drug_tags,
           'version', e.version::text) order by e.position) as list
  from review_entry e where e.admission_id = $1 group by e.review_id
) entries on entries.review_id = r.review_id
where r.admission_id = $1
order by r.review_date, r.created_at, r.review_id`;

interface ReviewRow {
  review_id: string;
  admission_id: string;
  patient_id: string;
  team_id: string;
  review_date: string;
  clinical_note: string;
  author_id: string;
  version: string;
  email: string | null;
  author_name: string;
  phone_normalised: string | null;
  entries: (Omit<DrugErr, 'version'> & { version: string })[];
}

/** The author's phone is the normalised one: messaging links are built from it. */
const reviewOf = (row: ReviewRow): Review => ({
  _id: row.review_id,
  admission: row.admission_id,
  patient: row.patient_id,
  team: row.team_id,
  reviewDate: row.review_date,
  clinicalNote: row.clinical_note,
  drugErrs: row.entries.map((entry) => ({ ...entry, version: revisionToJson(BigInt(entry.version)) })),
  userId: row.author_id,
  userEmail: row.email ?? '',
  userName: row.author_name,
  userPhone: row.phone_normalised ?? '',
  version: revisionToJson(BigInt(row.version)),
});

export const reviewRoutes: readonly ReadRoute[] = [
  read('/api/reviews/listAdmissionReviews/:admissionId', {
    input: z.object({ admissionId: Id }),
    from: ({ admissionId }) => [admissionStream(admissionId), 'user-', 'team-'],
    async answer(asked): Promise<Review[]> {
      await readableTeam(asked, 'admission', asked.input.admissionId);
      const { rows } = await asked.db.query<ReviewRow>(reviewsOfAdmission, [asked.input.admissionId]);
      return rows.map(reviewOf);
    },
  }),
];
