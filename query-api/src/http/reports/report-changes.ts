/**
 * A report as known at two instants: the entries, reviews and stays that make the difference, each with its state at
 * both instants (docs/decisions/read-side/as-known-on.md).
 */
import { ratedEntryFields, reviewFields } from 'language/domain/admission/fields';
import * as reportCalls from 'language/contract/calls/reports';
import type { ErasedSince, ReportChanges, ReportedEntry } from 'language/contract/reports';
import { limits } from 'language/domain/values/codes';
import { because } from 'language/domain/reasons/because';
import * as z from 'zod';
import { Instant, knownInstant, staysAt } from './as-known.ts';
import { allStates, statesAt } from './states.ts';
import type { TableWithPast } from 'projections/schema/past';
import { entryValues } from '../admissions/review-rows.ts';
import { drugTags, tagKey } from '../catalogue/names.ts';
import { asMembers, valuesOf } from '../field-values.ts';
import { knownPatient, leftPatients } from '../patients/left-patients.ts';
import { leftJoinSurvivor, survivors } from '../patients/merged-patients.ts';
import { fullName } from '../patients/patient-rows.ts';
import { PageNumber, pageOf } from '../pages.ts';
import { type ReadRequest, read } from '../read-route.ts';
import { isError } from './is-error.ts';
import {
  ACCEPTED,
  COLLECTED,
  reportRead,
  reportStreams,
  RECURRENT,
  reportedTeam,
  TeamInput,
  TeamPeriod,
} from './report.ts';

// In every statement: $1 team · $2 the earlier instant · $3 the later one · $4 rows to leave out · $5 rows of a page;
// of a period, $6 first day · $7 last day.
const [EARLIER, LATER] = ['$2::timestamptz', '$3::timestamptz'];

/** SQL: the states that were known at the earlier instant and not at the later one. */
const endedStates = (table: TableWithPast): string => /* sql */ `(
  select p.* from past_${table} p
  where p.team_id = $1 and p.since <= ${EARLIER} and p.until > ${EARLIER} and p.until <= ${LATER})`;
/** SQL: the states that were known at the later instant and not at the earlier one. */
const newStates = (table: TableWithPast): string => /* sql */ `(
  select k.* from ${allStates(table)} k
  where k.team_id = $1 and k.since > ${EARLIER} and k.since <= ${LATER} and k.until > ${LATER})`;
/** SQL: the ids of rows with a state that began or ended between the two instants. */
const changedIds = (table: TableWithPast, id: string): string => /* sql */ `
  select k.${id} from ${allStates(table)} k where k.team_id = $1 and k.since > ${EARLIER} and k.since <= ${LATER}
  union
  select p.${id} from past_${table} p where p.team_id = $1 and p.until > ${EARLIER} and p.until <= ${LATER}`;

const inPeriod = (row: string): string => `${row}.review_date between $6 and $7`;

/**
 * The figure of an entry that a report counts, by the report's code; null if the entry is in
 * another period or no error.
 */
const countedOfEntry: Readonly<Record<number, (entry: string) => string>> = {
  [COLLECTED]: (e) => `case when ${inPeriod(e)} then jsonb_build_array(${e}.version, ${e}.review_date) end`,
  2: (e) => `case when ${inPeriod(e)} and ${isError(`${e}.err_type`)} then ${e}.err_type end`,
  5: (e) => /* sql */ `
  case when ${inPeriod(e)} and ${isError(`${e}.err_type`)} and jsonb_array_length(${e}.drug_tags) > 0
    then jsonb_build_array(${e}.err_res, (
      select jsonb_agg(distinct ${tagKey('shown.name')} order by ${tagKey('shown.name')})
      from jsonb_to_recordset(${drugTags(e)}) as shown(name text)
    )) end`,
  9: (e) => /* sql */ `
  case when ${inPeriod(e)} and ${isError(`${e}.err_type`)}
    then jsonb_build_array(${e}.review_date, ${e}.err_res, ${e}.err_severity) end`,
  6: (e) => /* sql */ `
  case when ${inPeriod(e)} and ${isError(`${e}.err_type`)}
    then case when ${e}.pcne = '{}' then to_jsonb(${e}.err_type) else to_jsonb(${e}.pcne) end end`,
  8: (e) => /* sql */ `
  case when ${inPeriod(e)} and ${isError(`${e}.err_type`)}
    then jsonb_build_array(${e}.err_severity, ${e}.err_res is not distinct from ${ACCEPTED}) end`,
};
const countedOfReview: Readonly<Record<number, (review: string) => string>> = {
  [COLLECTED]: (r) => `case when ${inPeriod(r)} then jsonb_build_array(${r}.version, ${r}.review_date) end`,
  3: (r) => `case when ${inPeriod(r)} then jsonb_build_array(${r}.review_date, ${r}.errors > 0) end`,
};

/** The drug has its name alone. A field of an entry that the contract does not report does not compile. */
type Reported = Pick<ReportedEntry, Exclude<keyof typeof ratedEntryFields, 'errDrug'>>;
function reportedValues(e: string): Readonly<Record<keyof Reported, string>> {
  const { errDrug: _id, ...values } = entryValues(e);
  return values;
}
/** By today's names at both instants: a new name is no change of an entry. */
const shownEntry = (e: string): string => /* sql */ `
  case when ${inPeriod(e)} then jsonb_build_object('reviewDate', ${e}.review_date, ${asMembers(reportedValues(e))}) end`;
const shownReview = (r: string): string => /* sql */ `
  case when ${inPeriod(r)} then jsonb_build_object(
    ${asMembers(valuesOf(reviewFields, r))},
    'entries', ${r}.entries, 'errors', ${r}.errors) end`;
const shownStay = (a: string): string => /* sql */ `
  case when ${a}.admission_id is not null then jsonb_build_object(
    'admissionDate', ${a}.admission_date, 'dischargeDate', ${a}.discharge_date,
    'dischargeStatus', ${a}.discharge_status) end`;

/** True also if the row exists at one of the instants only. */
const differs = (counted: (row: string) => string): string =>
  `(${counted('was')}) is distinct from (${counted('now')})`;

const changedEntries = (counted: (entry: string) => string): string => /* sql */ `
select 'entry' as of, coalesce(was.entry_id, now.entry_id) as id,
       coalesce(was.review_id, now.review_id) as review_id,
       coalesce(was.admission_id, now.admission_id) as admission_id,
       coalesce(now.review_date, was.review_date) as day,
       ${shownEntry('was')} as before, ${shownEntry('now')} as after
from ${endedStates('review_entry')} was
full join ${newStates('review_entry')} now on now.entry_id = was.entry_id
where ${differs(counted)}`;

/** With the number of their entries and errors. */
const reviewsAt = (instant: string): string => /* sql */ `(
  select r.*, had.entries, had.errors
  from ${statesAt('review', instant)} r
  cross join lateral (
    select count(*) as entries, count(*) filter (where ${isError('e.err_type')}) as errors
    from ${statesAt('review_entry', instant)} e
    where e.review_id = r.review_id
  ) had
  where r.team_id = $1 and r.review_id in (select review_id from touched))`;

const changedReviews = (counted: (review: string) => string): string => /* sql */ `
select 'review' as of, coalesce(was.review_id, now.review_id) as id,
       coalesce(was.review_id, now.review_id) as review_id,
       coalesce(was.admission_id, now.admission_id) as admission_id,
       coalesce(now.review_date, was.review_date) as day,
       ${shownReview('was')} as before, ${shownReview('now')} as after
from ${reviewsAt(EARLIER)} was
full join ${reviewsAt(LATER)} now on now.review_id = was.review_id
where ${differs(counted)}`;

const isOfTeam = (teamId: string): string => `${teamId} = $1`;
const survivorsAt = (instant: string): string => survivors(statesAt('absorbed_patient', instant));

/** SQL: patients with two or more admissions, as known at the instant: the ids that the admissions were written under. */
const recurrentPatients = (instant: string): string => /* sql */ `
  select stays.patient_id from (
    select a.patient_id, count(*) over (partition by coalesce(gone.patient_id, s.survivor_id, a.patient_id)) as count
    from ${staysAt(instant)} a left join ${survivorsAt(instant)} s on s.patient_id = a.patient_id
    left join ${leftPatients(isOfTeam, instant)} gone on gone.id = a.patient_id
    where a.team_id = $1
  ) stays where stays.count > 1`;

/** SQL: patients who were merged, or separated again, between the two instants. */
const movedPatients = /* sql */ `(
  select coalesce(was.patient_id, now.patient_id) as patient_id, now.patient_id is null as is_separate
  from ${survivorsAt(EARLIER)} was full join ${survivorsAt(LATER)} now on now.patient_id = was.patient_id
  where was.survivor_id is distinct from now.survivor_id)`;

/**
 * Stays of patients who have two or more admissions at one of the instants. A stay of a merged patient is a new one of
 * the patient who stays; it is gone from there when the merge is undone.
 */
const changedStays = /* sql */ `
select 'stay' as of, coalesce(was.admission_id, now.admission_id) as id, null as review_id,
       coalesce(was.admission_id, now.admission_id) as admission_id,
       coalesce(now.admission_date, was.admission_date) as day,
       ${shownStay('was')} as before, ${shownStay('now')} as after
from (select * from ${staysAt(EARLIER)} s where s.team_id = $1) was
full join (select * from ${staysAt(LATER)} s where s.team_id = $1) now on now.admission_id = was.admission_id
where ${differs(shownStay)}
  and coalesce(was.patient_id, now.patient_id) in (${recurrentPatients(EARLIER)} union ${recurrentPatients(LATER)})
union all
select 'stay', a.admission_id, null, a.admission_id, a.admission_date,
       case when moved.is_separate then ${shownStay('a')} end,
       case when not moved.is_separate then ${shownStay('a')} end
from ${movedPatients} moved
join ${statesAt('admission', LATER)} a on a.patient_id = moved.patient_id and a.team_id = $1 and a.since <= ${EARLIER}
where a.patient_id in (${recurrentPatients(EARLIER)} union ${recurrentPatients(LATER)})`;

/** A page of the changes with patient and author, and everything by today's names, of patients as the team knows them. */
const changesOnPage = (changed: string): string => /* sql */ `
with touched as materialized (
  ${changedIds('review', 'review_id')} union ${changedIds('review_entry', 'review_id')}
), changed as materialized (${changed}),
page as (select * from changed order by day, review_id, id limit $5 offset $4)
select (select count(*)::int from changed) as total, coalesce((
  select jsonb_agg(
    jsonb_build_object(
      'of', page.of, '_id', page.id, 'admission', page.admission_id, 'patient', whose.patient_id,
      'patientName', coalesce(whose.name, ''), 'before', page.before, 'after', page.after)
    || case when page.review_id is null then '{}' else jsonb_build_object('userName', coalesce(author.name, '')) end
    || case when page.of = 'entry' then jsonb_build_object('review', page.review_id) else '{}' end
    order by page.day, page.review_id, page.id)
  from page
  left join lateral (
    select coalesce(p.patient_id, a.patient_id) as patient_id, ${fullName('p')} as name
    from ${allStates('admission')} a
    ${leftJoinSurvivor('known', 'a.patient_id')}
    left join ${leftPatients(isOfTeam)} gone on gone.id = a.patient_id
    ${knownPatient('p', { now: 'known', gone: 'gone' })}
    where a.admission_id = page.admission_id
    limit 1
  ) whose on true
  left join lateral (
    select concat_ws(' ', u.first_name, u.last_name) as name
    from ${allStates('review')} r
    join app_user u on u.user_id = r.author_id
    where r.review_id = page.review_id
    limit 1
  ) author on true
), '[]') as changes`;

const changedInPeriod: Readonly<Record<number, string>> = Object.fromEntries(
  [COLLECTED, 2, 3, 5, 6, 8, 9].map((report) => {
    const [ofEntry, ofReview] = [countedOfEntry[report], countedOfReview[report]];
    const changed = [...(ofEntry ? [changedEntries(ofEntry)] : []), ...(ofReview ? [changedReviews(ofReview)] : [])];
    return [report, changesOnPage(changed.join('\nunion all\n'))];
  }),
);
const changedOfRecurrent = changesOnPage(changedStays);

/** Persons: of merged patients the one who stays, in each team that had a part of what was erased. */
const erasedSince = /* sql */ `
select count(distinct erased.person_id)::int as patients from (
  select coalesce(person_id, patient_id) as person_id from erased_patient where team_id = $1 and at > $2
  union all
  select person_id from erased_part where team_id = $1 and at > $2
) erased`;

/** Recurrent admissions (4) have no period, and a route of their own. */
const ofPeriod = { 1: 1, 2: 2, 3: 3, 5: 5, 6: 6, 8: 8, 9: 9 } as const;
const WRONG_ORDER = because('instants-out-of-order');
/** Rows of a printed answer, which has one page. */
const ROWS_ON_PAPER = 500;
const Between = z.object({
  asOf: Instant,
  until: Instant,
  pageNumber: PageNumber,
  onPaper: z.enum(['0', '1'], because('unknown-on-paper')).default('0'),
});
const isInOrder = ({ asOf, until }: { asOf: string; until: string }): boolean => asOf <= until;

async function changes(
  request: ReadRequest<z.output<typeof Between>>,
  team: string,
  statement: string,
  values: readonly string[],
): Promise<ReportChanges> {
  const { asOf, until, pageNumber, onPaper } = request.input;
  const rowsOfPage = onPaper === '1' ? ROWS_ON_PAPER : limits.pageSize;
  const [earlier, later] = [await knownInstant(request, asOf), await knownInstant(request, until)];
  const { rows } = await request.db.query<Pick<ReportChanges, 'changes' | 'total'>>(statement, [
    team,
    earlier,
    later,
    (pageNumber - 1) * rowsOfPage,
    rowsOfPage,
    ...values,
  ]);
  const { total, changes: found } = rows[0] ?? { total: 0, changes: [] };
  return { changes: found, ...pageOf(pageNumber, total, rowsOfPage) };
}

export const reportChangeRoutes = [
  read(reportCalls.listReportChanges, {
    input: TeamPeriod.safeExtend({
      ...Between.shape,
      report: z
        .enum(['1', '2', '3', '5', '6', '8', '9'], because('report-missing'))
        .transform((code) => ofPeriod[code]),
    }).refine(isInOrder, { path: ['until'], message: WRONG_ORDER }),
    from: (input) => [...reportStreams(input), 'patient-'],
    async answer(request): Promise<ReportChanges> {
      const { report, startDate, endDate } = request.input;
      const team = await reportedTeam(request);
      const found = await changes(request, team, changedInPeriod[report] ?? '', [startDate, endDate]);
      request.accessed(reportRead(team, { report, startDate, endDate }));
      return found;
    },
  }),
  read(reportCalls.listRecurrentAdmissionChanges, {
    input: TeamInput.extend(Between.shape).refine(isInOrder, { path: ['until'], message: WRONG_ORDER }),
    from: (input) => [...reportStreams(input), 'patient-'],
    async answer(request): Promise<ReportChanges> {
      const team = await reportedTeam(request);
      const found = await changes(request, team, changedOfRecurrent, []);
      request.accessed(reportRead(team, { report: RECURRENT }));
      return found;
    },
  }),
  read(reportCalls.countErasedSince, {
    input: TeamInput.extend({ asOf: Instant }),
    from: (input) => [...reportStreams(input), 'patient-'],
    async answer(request): Promise<ErasedSince> {
      const { rows } = await request.db.query<ErasedSince>(erasedSince, [
        await reportedTeam(request),
        request.input.asOf,
      ]);
      return rows[0] ?? { patients: 0 };
    },
  }),
];
