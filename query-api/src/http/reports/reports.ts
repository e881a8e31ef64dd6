/** The reports that count (docs/product.md, "Reports"): by `reviewDate`, both days included, of one team. */
import * as reportCalls from 'language/contract/calls/reports';
import type {
  FiguresOverTime,
  PcneCount,
  RecurrentPatient,
  ResponseCount,
  ReviewsOfDay,
  SearchProgress,
  SeverityCount,
  TagCount,
  TypeCount,
} from 'language/contract/reports';
import { calendarDateIn } from 'language/domain/values/calendar-date';
import type { Response } from 'language/domain/values/codes';
import { tagKey } from '../catalogue/names.ts';
import { type ReportStatement, statementAsOf } from './as-known.ts';
import { knownPatient } from '../patients/left-patients.ts';
import { survivors } from '../patients/merged-patients.ts';
import { fullName } from '../patients/patient-rows.ts';
import { type ReadRequest, read } from '../read-route.ts';
import { day } from '../rows.ts';
import {
  ACCEPTED,
  nameOfResponse,
  reportRead,
  reportStreams,
  RECURRENT,
  reportedTeam,
  TeamInput,
  TeamPeriod,
} from './report.ts';

// In every statement: $1 team · $2 first day · $3 last day.

const reviewsInPeriod: ReportStatement = ({ review }) => /* sql */ `
select count(*)::int as total from ${review} r where r.team_id = $1 and r.review_date between $2 and $3`;

/** The most frequent first, with the label of the type. */
export const errorsByType: ReportStatement = ({ counted_error, error_type }) => /* sql */ `
select counted.type, counted.count,
       coalesce(t.label, (
         select max(e.err_type_label) from ${counted_error} e
         where e.team_id = $1 and e.review_date between $2 and $3 and e.err_type = counted.type
       )) as label
from (
  select e.err_type as type, count(*)::int as count
  from ${counted_error} e
  where e.team_id = $1 and e.review_date between $2 and $3 and not e.is_repeated
  group by e.err_type
) counted
left join ${error_type} t on t.err_type_id = counted.type
order by counted.count desc, label, counted.type`;

/**
 * The days that have a review. Reviews and errors are a union, grouped by review, instead of a join: while Postgres
 * has no statistics of the tables, the join takes minutes for twenty thousand reviews.
 */
export const reviewsPerDay: ReportStatement = ({ counted_review, counted_error, app_user }) => /* sql */ `
with reviews_and_errors as (
  select r.review_id, r.review_date, r.author_id, false as is_error
  from ${counted_review} r
  where r.team_id = $1 and r.review_date between $2 and $3
  union all
  select e.review_id, null, null, true
  from ${counted_error} e
  where e.team_id = $1 and e.review_date between $2 and $3
), reviewed as (
  select max(review_date) as review_date, max(author_id) as author_id, bool_or(is_error) as has_errors
  from reviews_and_errors group by review_id
), written as (
  select review_date, author_id, count(*)::int as reviews, (count(*) filter (where not has_errors))::int as error_free
  from reviewed group by review_date, author_id
), named as (
  select w.*, concat_ws(' ', u.first_name, u.last_name) as name
  from written w left join ${app_user} u on u.user_id = w.author_id
)
select to_char(review_date, 'YYYY-MM-DD') as day, sum(reviews)::int as "totalReviews",
       json_agg(json_build_object(
         'user', author_id, 'userName', name, 'relatedReviews', reviews, 'errFreeReviews', error_free
       ) order by name, author_id) as "user"
from named group by review_date order by review_date`;

/**
 * An error counts once under each of its tags, whatever name of the tag it was written with. Few lists of tags occur, each
 * in many entries, so they are counted before they are taken apart.
 */
export const errorsPerTag: ReportStatement = ({ counted_error, tag_name }) => /* sql */ `
with named as materialized (select * from ${tag_name} known),
list as materialized (
  select e.drug_tags as tags, e.err_res as type, count(*) as count
  from ${counted_error} e
  where e.team_id = $1 and e.review_date between $2 and $3 and not e.is_repeated
  group by e.drug_tags, e.err_res
), counted as (
  select tag.id, tag.key, min(tag.label) as label, list.type, sum(list.count)::int as count
  from list
  cross join lateral (
    select named.tag_id as id, coalesce(named.tag_id, ${tagKey('given.name')}) as key,
           min(coalesce(named.label, given.name)) as label
    from jsonb_to_recordset(list.tags) as given(name text)
    left join named on named.key = ${tagKey('given.name')}
    group by 1, 2
  ) tag
  group by tag.id, tag.key, list.type
)
select id as "_id", min(label) as tag, sum(count)::int as count,
       json_agg(json_build_object('type', type, 'count', count) order by type nulls last) as response
from counted group by id, key order by count desc, tag`;

/**
 * An error counts once under each of its codes: those that a person chose, or else those of its type. Errors without any
 * come last.
 */
export const errorsByPcne: ReportStatement = ({ counted_error, error_type }) => /* sql */ `
with alike as materialized (
  select e.err_type, e.pcne, count(*) as count
  from ${counted_error} e
  where e.team_id = $1 and e.review_date between $2 and $3 and not e.is_repeated
  group by e.err_type, e.pcne
)
select code.code, sum(alike.count)::int as count,
       coalesce(sum(alike.count) filter (where alike.pcne <> '{}'), 0)::int as chosen,
       coalesce(array_agg(alike.err_type order by alike.err_type) filter (where alike.pcne = '{}'), '{}') as types
from alike
left join ${error_type} t on t.err_type_id = alike.err_type
left join lateral unnest(case when alike.pcne = '{}' then t.pcne else alike.pcne end) as code(code) on true
group by code.code order by code.code is null, count desc, code.code`;

/** The mildest first, errors without a severity last. */
export const errorsBySeverity: ReportStatement = ({ counted_error }) => /* sql */ `
select e.err_severity as severity, count(*)::int as count, (count(*) filter (where e.err_res = ${ACCEPTED}))::int as accepted
from ${counted_error} e
where e.team_id = $1 and e.review_date between $2 and $3 and not e.is_repeated
group by e.err_severity order by e.err_severity nulls last`;

/**
 * $4 the day as of which it is known: later days have no bed-days. A bed-day is a day with the night after it; a stay of one day
 * has one. Months without any are there as well.
 */
const figuresOverTime: ReportStatement = ({ presence, counted_error }) => /* sql */ `
with month as (
  select first::date as first, least((first + interval '1 month - 1 day')::date, $3::date) as last
  from generate_series(date_trunc('month', $2::date::timestamp), $3::date, interval '1 month') first
), stayed as materialized (
  select s.from_date, coalesce(s.to_date, $4::date + 1) as to_date
  from ${presence} s
  where s.team_id = $1 and s.from_date <= least($3::date, $4::date) and coalesce(s.to_date, 'infinity') >= $2::date
), error as materialized (
  select e.review_date, e.err_res, e.err_severity from ${counted_error} e
  where e.team_id = $1 and e.review_date between $2 and $3 and not e.is_repeated
)
select coalesce((
  select json_agg(json_build_object(
    'month', to_char(month.first, 'YYYY-MM'),
    'bedDays', (
      select coalesce(sum(greatest(0,
               case when s.from_date = s.to_date then (s.from_date between month.first and month.last)::int
                 else least(s.to_date, month.last + 1) - greatest(s.from_date, month.first, $2::date) end)), 0)::int
      from stayed s where s.from_date <= month.last and s.to_date >= month.first),
    'errors', of.errors, 'answered', of.answered, 'accepted', of.accepted) order by month.first)
  from month cross join lateral (
    select count(*)::int as errors, count(e.err_res)::int as answered,
           (count(*) filter (where e.err_res = 1))::int as accepted
    from error e where e.review_date between month.first and month.last
  ) of), '[]') as months,
  coalesce((
    select json_agg(json_build_object('day', ${day('harm.review_date')}, 'errors', harm.errors) order by harm.review_date)
    from (
      select e.review_date, count(*)::int as errors from error e where e.err_severity between 'E' and 'I' group by e.review_date
    ) harm), '[]') as harms`;

/**
 * $1 team. Most admissions first, then by name. A patient without a row (a parked stream) counts, without a name. Lists
 * are made only for patients with several admissions, which are a third. With `limit 1` only their rows are read, instead
 * of the patients of all teams.
 */
const admittedAgain: ReportStatement = ({ stay, patient, absorbed_patient, left_patient }) => /* sql */ `
with left_patient as materialized (select * from ${left_patient} known),
stay as materialized (
  select coalesce(gone.patient_id, s.survivor_id, a.patient_id) as patient_id, gone.id, a.admission_id, a.admission_date,
         a.discharge_date, a.discharge_status
  from ${stay} a left join ${survivors(absorbed_patient)} s on s.patient_id = a.patient_id
  left join left_patient gone on gone.id = a.patient_id
  where a.team_id = $1
), again as materialized (
  select patient_id, count(*)::int as count from stay group by patient_id having count(*) > 1
)
select stays.patient_id as "_id", ${fullName('p')} as names,
       coalesce(p.first_name, '') as "firstName", coalesce(p.middle_name, '') as "middleName",
       coalesce(p.last_name, '') as "lastName", coalesce(p.fourth_name, '') as "fourthName",
       stays.count as "admissionCount", stays.list as "admDetails"
from (
  select stay.patient_id, max(stay.id) as id, again.count,
         json_agg(json_build_object(
           '_id', stay.admission_id, 'admissionDate', stay.admission_date,
           'dischargeDate', stay.discharge_date, 'dischargeStatus', stay.discharge_status
         ) order by stay.admission_date, stay.admission_id) as list
  from again join stay on stay.patient_id = again.patient_id
  group by stay.patient_id, again.count
) stays
left join lateral (select known.* from ${patient} known where known.patient_id = stays.patient_id limit 1) known on true
left join left_patient gone on gone.id = stays.id
${knownPatient('p', { now: 'known', gone: 'gone' })}
order by stays.count desc, p.first_key, p.middle_key, p.last_key, p.fourth_key, stays.patient_id`;

export async function counted<Row extends object>(
  request: ReadRequest<TeamPeriod>,
  statement: ReportStatement,
  ...more: readonly string[]
): Promise<Row[]> {
  const { asOf, startDate, endDate } = request.input;
  const values = [await reportedTeam(request), startDate, endDate, ...more];
  return (await request.db.query<Row>(...(await statementAsOf(request, asOf, statement, values)))).rows;
}

export async function overTime(request: ReadRequest<TeamPeriod>): Promise<FiguresOverTime> {
  const { asOf } = request.input;
  const lastDay = calendarDateIn(request.dependencies.timeZone, asOf === undefined ? new Date() : new Date(asOf));
  const [found] = await counted<FiguresOverTime>(request, figuresOverTime, lastDay);
  return found ?? { months: [], harms: [] };
}

export const reportRoutes = [
  /** The size of the collected report, for its progress bar. */
  read(reportCalls.getSearchProgress, {
    input: TeamPeriod,
    from: reportStreams,
    answer: async (request): Promise<SearchProgress> => ({
      total: (await counted<SearchProgress>(request, reviewsInPeriod))[0]?.total ?? 0,
    }),
  }),
  read(reportCalls.countErrorsByType, {
    input: TeamPeriod,
    from: reportStreams,
    answer: (request) => counted<TypeCount>(request, errorsByType),
  }),
  read(reportCalls.countOverTime, {
    input: TeamPeriod,
    from: reportStreams,
    answer: overTime,
  }),
  read(reportCalls.countErrorsByPcne, {
    input: TeamPeriod,
    from: reportStreams,
    answer: (request) => counted<PcneCount>(request, errorsByPcne),
  }),
  read(reportCalls.countErrorsBySeverity, {
    input: TeamPeriod,
    from: reportStreams,
    answer: (request) => counted<SeverityCount>(request, errorsBySeverity),
  }),
  read(reportCalls.countReviewsPerDay, {
    input: TeamPeriod,
    from: reportStreams,
    answer: (request) => counted<ReviewsOfDay>(request, reviewsPerDay),
  }),
  read(reportCalls.countErrorsByTag, {
    input: TeamPeriod,
    from: reportStreams,
    async answer(request): Promise<TagCount[]> {
      interface TagRow {
        _id: string | null;
        tag: string;
        count: number;
        response: { type: Response | null; count: number }[];
      }
      const rows = await counted<TagRow>(request, errorsPerTag);
      return rows.map(({ _id, ...row }) => ({
        ...(_id === null ? {} : { _id }),
        ...row,
        response: row.response.map(({ type, count }): ResponseCount => ({ type, label: nameOfResponse(type), count })),
      }));
    },
  }),
  read(reportCalls.listRecurrentAdmissions, {
    input: TeamInput,
    from: (input) => [...reportStreams(input), 'patient-'],
    async answer(request): Promise<RecurrentPatient[]> {
      const team = await reportedTeam(request);
      const { rows } = await request.db.query<RecurrentPatient>(
        ...(await statementAsOf(request, request.input.asOf, admittedAgain, [team])),
      );
      request.accessed(reportRead(team, { report: RECURRENT }));
      return rows;
    },
  }),
];
