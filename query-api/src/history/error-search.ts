/**
 * The auditor's search, as SQL over the audit rows (`projections/src/read-models/audit`). An index of marks finds the
 * changes that match all filters, month by month from the newest. So a search reads only rows that it shows or counts,
 * although each filter alone may match many more. A search without a mark reads the team's changes in their order
 * (docs/decisions/read-side/audit-search.md).
 */
import type { ErrorChange } from 'language/contract/history';
import type { CalendarDate } from 'language/domain/values/calendar-date';
import type { Response, Severity } from 'language/domain/values/codes';
import type { Pool } from 'pg';
import { errorMark, errorMarks, monthOf, PENDING } from 'projections/schema/error-marks';
import { knownPatient, leftPatients } from '../http/patients/left-patients.ts';
import { leftJoinSurvivor, survivors } from '../http/patients/merged-patients.ts';
import { fullName } from '../http/patients/patient-rows.ts';

/** An absent filter matches everything. */
export interface ErrorSearch {
  readonly team: string;
  /** Days in the hospital's time zone, both included. */
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

/** The key of a change in the order of the answer. */
export interface ChangeKey {
  readonly at: string;
  readonly entryId: string;
  readonly revision: string;
}

export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** Counts no further: with two filters that match many changes each and few together, counting takes the most time. */
export const MAX_COUNTED = 1_000;

/** SQL: like `isLate` of the domain. $1 time zone. */
const late = (row: string): string => `${row}.at >= (${row}.day + 2)::timestamp at time zone $1`;
const order = (row: string): string => `order by ${row}.at desc, ${row}.entry_id desc, ${row}.revision desc`;

/** The marks that a matching change has. */
function marksOf({ team, drug, type, severity, response, actor, late: isLate, deleted }: ErrorSearch): string[] {
  const filters = { type, drug, severity, response: response === 'pending' ? PENDING : response, actor };
  return [
    ...Object.entries(filters).flatMap(([mark, value]) =>
      value === undefined ? [] : [errorMark(team, mark as keyof typeof filters, value)],
    ),
    ...(deleted === true ? [errorMark(team, 'removed')] : []),
    ...(isLate === true ? [errorMark(team, 'late')] : []),
  ];
}

interface Conditions {
  /** $1 is the time zone. */
  readonly values: unknown[];
  readonly parameter: (value: unknown) => string;
  /** The filters that are no marks. */
  readonly wheres: string[];
}

function conditionsOf(
  { from, to, late: isLate, deleted }: ErrorSearch,
  timeZone: string,
  after?: ChangeKey,
): Conditions {
  const values: unknown[] = [timeZone];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  // Postgres must know the type of $1 even if no other condition uses it.
  const wheres = ['$1::text is not null'];
  if (from !== undefined) wheres.push(`e.at >= ${parameter(from)}::date::timestamp at time zone $1`);
  if (to !== undefined) wheres.push(`e.at < (${parameter(to)}::date + 1)::timestamp at time zone $1`);
  if (isLate !== undefined) wheres.push(`(${late('e')}) is ${isLate ? '' : 'not '}true`);
  if (deleted === false) wheres.push('not e.removed');
  if (after !== undefined) {
    const at = parameter(after.at);
    wheres.push(
      `e.at <= ${at}::timestamptz`,
      `(e.at, e.entry_id, e.revision)
        < (${at}::timestamptz, ${parameter(after.entryId)}, ${parameter(after.revision)}::bigint)`,
    );
  }
  return { values, parameter, wheres };
}

const changeKeys = async (db: Pool, text: string, values: unknown[]): Promise<ChangeKey[]> =>
  (await db.query<{ at: Date; entryId: string; revision: string }>(text, values)).rows.map(({ at, ...change }) => ({
    at: at.toISOString(),
    ...change,
  }));

/** The newest changes, at most `most`, after the change `after` if it is given. */
export async function placesOfChanges(
  db: Pool,
  search: ErrorSearch,
  timeZone: string,
  { most, after }: { most: number; after?: ChangeKey | undefined },
): Promise<ChangeKey[]> {
  const marks = marksOf(search);
  const select = (wheres: readonly string[], limit: number): string => /* sql */ `
    select e.at, e.entry_id as "entryId", e.revision
    from error_change e
    where ${wheres.join('\n      and ')}
    ${order('e')}
    limit ${limit}`;
  if (marks.length === 0) {
    const { values, parameter, wheres } = conditionsOf(search, timeZone, after);
    return changeKeys(db, select([`e.team_id = ${parameter(search.team)}`, ...wheres], most), values);
  }
  const found: ChangeKey[] = [];
  for (const months of monthBatches(await monthsOf(db, search, timeZone, after))) {
    const { values, parameter, wheres } = conditionsOf(search, timeZone, after);
    const inMonths = months.map((month) => errorMark(search.team, 'month', month));
    // There is no condition on team_id: with one, Postgres scans the team's index rather than sort the expected rows.
    found.push(
      ...(await changeKeys(
        db,
        select(
          [
            `${errorMarks} @> ${parameter(marks)}::text[]`,
            `${errorMarks} && ${parameter(inMonths)}::text[]`,
            ...wheres,
          ],
          most - found.length,
        ),
        values,
      )),
    );
    if (found.length >= most) break;
  }
  return found;
}

/** The first and the last month with a change in the requested period. */
async function monthsOf(
  db: Pool,
  { team, from, to }: ErrorSearch,
  timeZone: string,
  after?: ChangeKey,
): Promise<{ first: number; last: number } | undefined> {
  const { values, parameter, wheres } = conditionsOf({ team, from, to }, timeZone, after);
  const { rows } = await db.query<{ first: number | null; last: number | null }>(
    /* sql */ `
    select ${monthOf('min(e.at)')} as first, ${monthOf('max(e.at)')} as last
    from error_change e
    where e.team_id = ${parameter(team)} and ${wheres.join(' and ')}`,
    values,
  );
  const { first, last } = rows[0] ?? {};
  return typeof first === 'number' && typeof last === 'number' ? { first, last } : undefined;
}

/** From the newest month, each batch twice as long: frequent matches need one statement, rare ones a few. */
function* monthBatches(span: { first: number; last: number } | undefined): Generator<number[]> {
  if (span === undefined) return;
  for (let newest = span.last, count = 1; newest >= span.first; newest -= count, count *= 2) {
    yield Array.from({ length: Math.min(count, newest - span.first + 1) }, (_, back) => newest - back);
  }
}

const columns = /* sql */ `
found.*, to_char(found.follow_up_date, 'YYYY-MM-DD') as follow_up_on,
to_char(found.follow_up_date_before, 'YYYY-MM-DD') as follow_up_on_before,
(${late('found')}) is true as late, concat_ws(' ', u.first_name, u.last_name) as actor_name,
coalesce(p.patient_id, found.patient_id) as person_id, ${fullName('p')} as patient_name`;
/** The patient as the team of the search knows them. */
const asKnownTo = (team: string): string => /* sql */ `
left join ${leftPatients((teamId) => `${teamId} = ${team}`)} gone on gone.id = found.patient_id
${knownPatient('p', { now: 'known', gone: 'gone' })}`;
/** The names of a page. */
const namesOfPage = (team: string): string => /* sql */ `
left join app_user u on u.user_id = found.actor_id
${leftJoinSurvivor('known', 'found.patient_id')}
${asKnownTo(team)}`;
/** The names of all changes: the merges as one set. */
const namesOfAll = (team: string): string => /* sql */ `
left join app_user u on u.user_id = found.actor_id
left join ${survivors()} merged on merged.patient_id = found.patient_id
left join patient known on known.patient_id = coalesce(merged.survivor_id, found.patient_id)
${asKnownTo(team)}`;

/** The changes in order; a patient who was deleted since has none. */
export async function changesAt(
  db: Pool,
  team: string,
  changes: readonly ChangeKey[],
  timeZone: string,
): Promise<ErrorChange[]> {
  const { rows } = await db.query<ChangeRow>(
    /* sql */ `
    select ${columns}
    from unnest($2::text[], $3::bigint[]) as place (entry_id, revision)
    join error_change found using (entry_id, revision)
    ${namesOfPage('$4')}
    ${order('found')}`,
    [timeZone, changes.map(({ entryId }) => entryId), changes.map(({ revision }) => revision), team],
  );
  return rows.map(changeOf);
}

/** The statement of all matching changes, to be read through a cursor. */
export function allChanges(search: ErrorSearch, timeZone: string): Statement {
  const { values, parameter, wheres } = conditionsOf(search, timeZone);
  const marks = marksOf(search);
  const team = parameter(search.team);
  const all = [
    `e.team_id = ${team}`,
    ...(marks.length === 0 ? [] : [`${errorMarks} @> ${parameter(marks)}::text[]`]),
    ...wheres,
  ];
  return {
    text: /* sql */ `
      select ${columns}
      from (select e.* from error_change e where ${all.join('\n        and ')}) found
      ${namesOfAll(team)}
      ${order('found')}`,
    values,
  };
}

export interface ChangeRow {
  entry_id: string;
  revision: string;
  /** The patient who stays, of a merged patient. */
  person_id: string;
  patient_name: string;
  admission_id: string;
  review_id: string;
  at: Date;
  recorded_at: Date | null;
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
    patient: row.person_id,
    patientName: row.patient_name,
    stream: `admission-${row.admission_id}`,
    revision: Number(row.revision),
    at: row.at.toISOString(),
    ...(row.recorded_at === null ? {} : { recordedAt: row.recorded_at.toISOString() }),
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
      ...(what.includes('type')
        ? { errType: row.err_type_before ?? '', errTypeLabel: row.err_type_label_before ?? '' }
        : {}),
      ...(what.includes('drug')
        ? { errDrug: row.err_drug_before ?? '', errDrugLabel: row.err_drug_label_before ?? '' }
        : {}),
      ...(what.includes('severity') ? { errSeverity: row.severity_before } : {}),
      ...(what.includes('response') ? { errRes: row.response_before } : {}),
      ...(what.includes('rating') ? { rating: numberOf(row.rating_before) } : {}),
      ...(what.includes('followUp') ? { followUpDate: row.follow_up_on_before } : {}),
    },
    ...(row.late ? { late: true } : {}),
  };
}
