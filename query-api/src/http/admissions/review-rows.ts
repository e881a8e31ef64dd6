/** A review with its entries as rows and in the contract's shape, for the Reviews tab and the collected report. */
import { ratedEntryFields, reviewFields } from 'language/domain/admission/fields';
import { asColumns, asMembers, valuesOf } from '../field-values.ts';
import type { DrugErr, Review } from 'language/contract/entities';
import { currentNames, drugLabel, drugTags, type NameTables, typeLabel } from '../catalogue/names.ts';
import { survivorIdOf } from '../patients/merged-patients.ts';
import { liveTables, type ReportTables } from '../reports/as-known.ts';
import { revisionToJson } from 'language/domain/values/revision';
import { personName, type RowOf, utc, versioned, withoutNull } from '../rows.ts';

/**
 * Columns of `review r` and `app_user u`. "userPhone" is the normalised number, because messaging links are built from it.
 * @param patientId the patient who stays, of a merged one
 */
const headColumnsWith = (patientId: string): string => /* sql */ `
r.review_id as "_id", r.copied_from as "copiedFrom", r.admission_id as admission, ${patientId} as patient, r.team_id as team,
${asColumns(valuesOf(reviewFields, 'r'))}, r.author_id as "userId",
coalesce(u.email, '') as "userEmail", ${personName('u')} as "userName", coalesce(u.phone_normalised, '') as "userPhone",
${utc('r.created_at')} as "createdAt", greatest(r.version, r.entries_version)::text as version,
r.version::text as "headVersion", r.moved_from as "movedFrom"`;
export const headColumns = headColumnsWith(survivorIdOf('r.patient_id'));

/** And of `entries`. */
export const reviewColumns = (patientId = survivorIdOf('r.patient_id')): string => /* sql */ `
${headColumnsWith(patientId)}, coalesce(entries.list, '[]') as entries`;

/** The fields of a row of `review_entry`, with the names of error type, drug and tags. */
export const entryValues = (entry: string, names: NameTables = currentNames) => ({
  ...valuesOf(ratedEntryFields, entry),
  errTypeLabel: typeLabel(entry, names),
  errDrugLabel: drugLabel(entry, names),
  drugTags: drugTags(entry, names),
});

/**
 * JSON of `review_entry e`.
 * @param more further names and values
 */
export const entryJson = (names: NameTables = currentNames, more = ''): string => /* sql */ `json_build_object(
  '_id', e.entry_id, ${asMembers(entryValues('e', names))}, 'version', e.version::text, 'copiedFrom', e.copied_from,
  'firstId', e.first_id, 'responsible', e.responsible_id, 'asked', e.asked,
  'movedFrom', e.moved_from${more})`;

const entryInContract = /* sql */ `e.entry_id as "_id", ${asColumns(entryValues('e'))}, e.version`;

/**
 * Joins the entries of `review r` as JSON in the contract's shape, the same as `entryOf` makes of a row. It is text that
 * no one parses: `row_to_json` writes it in less time than `json_build_object`, and without spaces.
 */
export const writtenEntries = /* sql */ `
left join lateral (
  select string_agg(
           left(case when e.copied_from is null then row_to_json(original)::text else row_to_json(copy)::text end, -1)
           || coalesce(',"firstId":' || to_json(e.first_id)::text, '')
           || coalesce(',"responsible":' || to_json(e.responsible_id)::text, '')
           || coalesce(',"asked":' || e.asked::text, '')
           || coalesce(',"movedFrom":' || e.moved_from::text, '') || '}',
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

export type EntryRow = RowOf<DrugErr, 'copiedFrom' | 'firstId' | 'responsible' | 'asked' | 'movedFrom'>;
export type HeadRow = Omit<RowOf<Omit<Review, 'drugErrs'>, 'copiedFrom' | 'movedFrom'>, 'headVersion'> & {
  headVersion: string;
};

export const headOf = (row: HeadRow): Omit<Review, 'drugErrs'> => ({
  ...versioned(withoutNull(row, 'copiedFrom', 'movedFrom')),
  headVersion: revisionToJson(BigInt(row.headVersion)),
});

export const entryOf = (row: EntryRow): DrugErr =>
  versioned(withoutNull(row, 'copiedFrom', 'firstId', 'responsible', 'asked', 'movedFrom'));
