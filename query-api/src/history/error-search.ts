/**
 * The auditor's search, as SQL over the auditor's rows (`projections/src/read-models/audit`). Whatever is asked for, an index gives the rows in
 * the order in which they are shown: a filter that finds both what became so and what was so is two searches, laid one upon the other.
 */
import type { ErrorChange } from 'command-api/contract/history';
import type { CalendarDate } from 'command-api/domain/calendar-date';
import type { Response, Severity } from 'command-api/domain/codes';
import { isError } from '../http/report.ts';

/** What is left out is not asked for. */
export interface ErrorSearch {
  readonly team: string;
  /** Days of the hospital, both of them included. */
  readonly from?: CalendarDate | undefined;
  readonly to?: CalendarDate | undefined;
  /** Trade-label id. */
  readonly drug?: string | undefined;
  readonly type?: string | undefined;
  readonly severity?: Severity | undefined;
  readonly response?: Response | 'pending' | undefined;
  readonly actor?: string | undefined;
  readonly late?: boolean | undefined;
  readonly deleted?: boolean | undefined;
}

/** The last row that was shown. */
export interface Cursor {
  readonly at: string;
  readonly entryId: string;
  readonly revision: string;
}

export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** More is not counted: of two filters that each find much and together little, counting is what a search would take its time for. */
export const MOST_COUNTED = 1_000;

/** Late, as `isLate` of the domain says it: $2 time zone. */
const late = (row: string): string => `${row}.at >= (${row}.day + 2)::timestamp at time zone $2`;
const order = (row: string): string => `order by ${row}.at desc, ${row}.entry_id desc, ${row}.revision desc`;

/** One `where` for each way in which a change may be what is asked for; no change is so in two ways. */
function ways({ team, from, to, drug, type, severity, response, actor, late: isLate, deleted }: ErrorSearch, timeZone: string, after?: Cursor): { wheres: string[]; values: unknown[] } {
  const values: unknown[] = [team, timeZone];
  const place = (value: unknown): string => `$${values.push(value)}`;
  // Said once where nothing else asks for the time zone: Postgres wants to know of every place what it is.
  const always = ['e.team_id = $1', '$2::text is not null'];
  if (from !== undefined) always.push(`e.at >= ${place(from)}::date::timestamp at time zone $2`);
  if (to !== undefined) always.push(`e.at < (${place(to)}::date + 1)::timestamp at time zone $2`);
  if (actor !== undefined) always.push(`e.actor_id = ${place(actor)}`);
  // The first says what the index says: late by some clock on earth.
  if (isLate !== undefined) always.push(isLate ? `e.perhaps_late and ${late('e')}` : `(${late('e')}) is not true`);
  if (deleted !== undefined) always.push(deleted ? 'e.removed' : 'not e.removed');
  if (response === 'pending') always.push(`e.response is null and ${isError('e.err_type')}`);
  if (after !== undefined) {
    const at = place(after.at);
    always.push(`e.at <= ${at}::timestamptz and (e.at, e.entry_id, e.revision) < (${at}::timestamptz, ${place(after.entryId)}, ${place(after.revision)}::bigint)`);
  }
  const asked: readonly (readonly [column: string, value: unknown])[] = [['err_type', type], ['err_drug', drug], ['severity', severity], ['response', response === 'pending' ? undefined : response]];
  const either = asked.filter(([, value]) => value !== undefined).map(([column, value]) => ({ column, value: place(value) }));
  const wheres = either.reduce<string[][]>((before, { column, value }) => before.flatMap((where) => [[...where, `e.${column} = ${value}`], [...where, `e.${column}_before = ${value}`]]), [always]);
  return { wheres: wheres.map((where) => where.join('\n  and ')), values };
}

const columns = /* sql */ `
found.*, to_char(found.follow_up_date, 'YYYY-MM-DD') as follow_up_on, to_char(found.follow_up_date_before, 'YYYY-MM-DD') as follow_up_on_before,
(${late('found')}) is true as late, concat_ws(' ', u.first_name, u.last_name) as actor_name,
concat_ws(' ', nullif(p.first_name, ''), nullif(p.middle_name, ''), nullif(p.last_name, ''), nullif(p.fourth_name, '')) as patient_name`;
const names = /* sql */ `
left join app_user u on u.user_id = found.actor_id
left join patient p on p.patient_id = found.patient_id`;

/** @param skip rows of the pages before, where it is not known after which row to go on */
export function pageOfChanges(search: ErrorSearch, timeZone: string, { rows, skip = 0, after }: { rows: number; skip?: number; after?: Cursor | undefined }): Statement {
  const { wheres, values } = ways(search, timeZone, after);
  const each = wheres.map((where) => `(select e.* from error_change e where ${where} ${order('e')} limit ${skip + rows})`);
  return {
    text: `with found as (select * from (${each.join('\nunion all\n')}) laid ${order('laid')} limit ${rows} offset ${skip})
select ${columns} from found ${names} ${order('found')}`,
    values,
  };
}

/** As far as it is counted, and one more where there are more. */
export function countOfChanges(search: ErrorSearch, timeZone: string): Statement {
  const { wheres, values } = ways(search, timeZone);
  const each = wheres.map((where) => `(select 1 from error_change e where ${where} limit ${MOST_COUNTED + 1})`);
  return { text: `select count(*)::int as found from (select 1 from (${each.join('\nunion all\n')}) laid limit ${MOST_COUNTED + 1}) counted`, values };
}

/** All of them, to be read through a cursor of the database. */
export function allChanges(search: ErrorSearch, timeZone: string): Statement {
  const { wheres, values } = ways(search, timeZone);
  const each = wheres.map((where) => `(select e.* from error_change e where ${where})`);
  return { text: `select ${columns} from (${each.join('\nunion all\n')}) found ${names} ${order('found')}`, values };
}

export interface ChangeRow {
  entry_id: string;
  revision: string;
  patient_id: string;
  patient_name: string;
  admission_id: string;
  review_id: string;
  at: Date;
  actor_id: string;
  actor_name: string;
  late: boolean;
  what: ErrorChange['what'];
  err_type: string;
  err_type_label: string;
  err_drug: string;
  err_drug_label: string;
  severity: Severity | null;
  response: Response | null;
  rating: string | null;
  follow_up_on: string | null;
  err_type_before: string | null;
  err_type_label_before: string | null;
  err_drug_before: string | null;
  err_drug_label_before: string | null;
  severity_before: Severity | null;
  response_before: Response | null;
  rating_before: string | null;
  follow_up_on_before: string | null;
}

const numberOf = (value: string | null): number | null => (value === null ? null : Number(value));

export function changeOf(row: ChangeRow): ErrorChange {
  const { what } = row;
  return {
    _id: `${row.entry_id}@${row.revision}`,
    entry: row.entry_id,
    review: row.review_id,
    admission: row.admission_id,
    patient: row.patient_id,
    patientName: row.patient_name,
    stream: `admission-${row.admission_id}`,
    revision: Number(row.revision),
    at: row.at.toISOString(),
    actorId: row.actor_id,
    actorName: row.actor_name,
    what,
    errType: row.err_type,
    errTypeLabel: row.err_type_label,
    errDrug: row.err_drug,
    errDrugLabel: row.err_drug_label,
    errSeverity: row.severity,
    errRes: row.response,
    rating: numberOf(row.rating),
    followUpDate: row.follow_up_on,
    before: {
      ...(what.includes('type') ? { errType: row.err_type_before ?? '', errTypeLabel: row.err_type_label_before ?? '' } : {}),
      ...(what.includes('drug') ? { errDrug: row.err_drug_before ?? '', errDrugLabel: row.err_drug_label_before ?? '' } : {}),
      ...(what.includes('severity') ? { errSeverity: row.severity_before } : {}),
      ...(what.includes('response') ? { errRes: row.response_before } : {}),
      ...(what.includes('rating') ? { rating: numberOf(row.rating_before) } : {}),
      ...(what.includes('followUp') ? { followUpDate: row.follow_up_on_before } : {}),
    },
    ...(row.late ? { late: true } : {}),
  };
}
