/** A review with its entries as rows and in the contract's shape, for the Reviews tab and the collected report. */
import type { DrugErr, MovedFrom, Review } from 'command-api/contract/entities';
import { currentNames, drugLabel, drugTags, type NameTables, typeLabel } from '../catalogue/names.ts';
import { survivorIdOf } from '../patients/merged-patients.ts';
import { liveTables, type ReportTables } from '../reports/as-known.ts';
import { revisionToJson } from 'command-api/domain/values/revision';

/**
 * Columns of `review r` and `app_user u`. Revisions as text: JSON numbers would round them.
 * @param patientId the patient who stays, of a merged one
 */
const headColumnsWith = (patientId: string): string => /* sql */ `
r.review_id, r.admission_id, ${patientId} as patient_id, r.team_id, to_char(r.review_date, 'YYYY-MM-DD') as review_date,
r.clinical_note, r.author_id, r.copied_from, r.moved_from,
greatest(r.version, r.entries_version)::text as version, r.version::text as head_version,
to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
u.email, concat_ws(' ', u.first_name, u.last_name) as author_name, u.phone_normalised`;
export const headColumns = headColumnsWith(survivorIdOf('r.patient_id'));

/** And of `entries`. */
export const reviewColumns = (patientId = survivorIdOf('r.patient_id')): string => /* sql */ `
${headColumnsWith(patientId)}, coalesce(entries.list, '[]') as entries`;

/**
 * JSON of `review_entry e`.
 * @param more further names and values
 */
export const entryJson = (names: NameTables = currentNames, more = ''): string => /* sql */ `json_build_object(
  '_id', e.entry_id, 'errType', e.err_type, 'errTypeLabel', ${typeLabel('e', names)},
  'errDrug', e.err_drug, 'errDrugLabel', ${drugLabel('e', names)}, 'errNote', e.err_note,
  'errRes', e.err_res, 'errSeverity', e.err_severity, 'followUpDate', e.follow_up_date,
  'rating', e.rating, 'drugTags', ${drugTags('e', names)}, 'version', e.version::text, 'copiedFrom', e.copied_from,
  'firstId', e.first_id, 'responsible', e.responsible_id, 'movedFrom', e.moved_from${more})`;

const entryInContract = /* sql */ `
e.entry_id as "_id", e.err_type as "errType", ${typeLabel('e')} as "errTypeLabel", e.err_drug as "errDrug",
${drugLabel('e')} as "errDrugLabel", e.err_note as "errNote", e.err_res as "errRes", e.err_severity as "errSeverity",
e.follow_up_date as "followUpDate", e.rating, ${drugTags('e')} as "drugTags", e.version`;

/**
 * Joins the entries of `review r` as JSON in the contract's shape, the same as `entryOf` makes of a row. It is text that
 * no one parses: `row_to_json` writes it in less time than `json_build_object`, and without spaces.
 */
export const writtenEntries = /* sql */ `
left join lateral (
  select string_agg(
           case
             when e.moved_from is not null or e.responsible_id is not null or e.first_id is not null then
               left(case when e.copied_from is null then row_to_json(original)::text else row_to_json(copy)::text end, -1)
               || coalesce(',"firstId":' || to_json(e.first_id)::text, '')
               || coalesce(',"responsible":' || to_json(e.responsible_id)::text, '')
               || coalesce(',"movedFrom":' || e.moved_from::text, '') || '}'
             when e.copied_from is null then row_to_json(original)::text
             else row_to_json(copy)::text
           end,
           ',' order by e.position) as text
  from review_entry e
  cross join lateral (select ${entryInContract}) original
  cross join lateral (select ${entryInContract}, e.copied_from as "copiedFrom") copy
  where e.review_id = r.review_id
) written on true`;

/**
 * Joins the author and the entries, in their order, to `review r`.
 * @param entry JSON of one `review_entry e`
 */
export const authorAndEntries = (
  entry: string,
  { app_user, review_entry }: Pick<ReportTables, 'app_user' | 'review_entry'> = liveTables,
): string => /* sql */ `
left join ${app_user} u on u.user_id = r.author_id
left join lateral (
  select json_agg(${entry} order by e.position) as list
  from ${review_entry} e
  where e.review_id = r.review_id
) entries on true`;

/** By date, then in order of writing. */
export const inOrderOfCare = /* sql */ `order by r.review_date, r.created_at, r.review_id`;

export type EntryRow = Omit<DrugErr, 'version' | 'copiedFrom' | 'firstId' | 'responsible' | 'movedFrom'> & {
  version: string;
  copiedFrom: string | null;
  firstId: string | null;
  responsible: string | null;
  movedFrom: MovedFrom | null;
};
export interface ReviewRow {
  review_id: string;
  admission_id: string;
  patient_id: string;
  team_id: string;
  review_date: string;
  clinical_note: string;
  author_id: string;
  copied_from: string | null;
  moved_from: MovedFrom | null;
  version: string;
  head_version: string;
  created_at: string;
  email: string | null;
  author_name: string;
  phone_normalised: string | null;
  entries: EntryRow[];
}

/** `userPhone` is the normalised number, because messaging links are built from it. */
export const headOf = (row: Omit<ReviewRow, 'entries'>): Omit<Review, 'drugErrs'> => ({
  _id: row.review_id,
  ...(row.copied_from === null ? {} : { copiedFrom: row.copied_from }),
  admission: row.admission_id,
  patient: row.patient_id,
  team: row.team_id,
  reviewDate: row.review_date,
  clinicalNote: row.clinical_note,
  userId: row.author_id,
  userEmail: row.email ?? '',
  userName: row.author_name,
  userPhone: row.phone_normalised ?? '',
  createdAt: row.created_at,
  version: revisionToJson(BigInt(row.version)),
  headVersion: revisionToJson(BigInt(row.head_version)),
  ...(row.moved_from === null ? {} : { movedFrom: row.moved_from }),
});

export const entryOf = ({ copiedFrom, firstId, responsible, movedFrom, version, ...entry }: EntryRow): DrugErr => ({
  ...entry,
  version: revisionToJson(BigInt(version)),
  ...(copiedFrom === null ? {} : { copiedFrom }),
  ...(firstId === null ? {} : { firstId }),
  ...(responsible === null ? {} : { responsible }),
  ...(movedFrom === null ? {} : { movedFrom }),
});

export const reviewOf = (row: ReviewRow): Review => ({ ...headOf(row), drugErrs: row.entries.map(entryOf) });
