/** The statements behind the list of who is on a drug. */
import { knownPatient, leftPatients } from '../patients/left-patients.ts';
import { survivors } from '../patients/merged-patients.ts';
import { identityColumns } from '../patients/patient-rows.ts';
import { allStates } from '../reports/states.ts';
import { day } from '../rows.ts';

/** $1 the id. The name of what was asked for, its drug, and its trade labels, withdrawn ones as well; no row: unknown. */
export const labelsOf = {
  drug: /* sql */ `
    select l.label, l.drug_id, array[l.trade_label_id] as labels from trade_label l where l.trade_label_id = $1`,
  substance: /* sql */ `
    select d.label, d.drug_id, array(select l.trade_label_id from trade_label l where l.drug_id = d.drug_id) as labels
    from drug d where d.drug_id = $1`,
  tag: /* sql */ `
    select tag.label, null as drug_id, array(
      select l.trade_label_id from drug d join trade_label l on l.drug_id = d.drug_id where tag.tag_id = any (d.tags)
    ) as labels
    from tag where tag.tag_id = $1`,
} as const;

/** SQL: the first day of the month before $2. */
const since = /* sql */ `($2::date - interval '1 month')::date`;

/** SQL: true if the medication `m` is held on $2. */
const isHeld = /* sql */ `coalesce(
           (m.hold->>'from')::date <= $2::date and coalesce((m.hold->>'until')::date > $2::date, true), false)`;

/**
 * One page of both lists, with the counts of each team. It begins with the stays of the month, which are few, and reads
 * their medications and reviews by admission. Postgres expects more stays: without `offset 0` it read all medications and
 * all reviews of the tables (docs/decisions/read-side/reads-at-scale.md). A review counts on the day if it is of the stay's newest reviewed day, and
 * if the list of medications does not say that the substance was stopped since. A trade label of the list leaves out the
 * same one of a review. A stay that ended by a transfer counts for its team until the day of the transfer, with what was
 * written by then; the doses of a medication that the next team has changed are not that team's to read. Room and bed are
 * those that the team had recorded by the end of the day, or of the transfer; of an admission that was recorded later, the
 * first ones. A team sees patients as it knows them, the admin account as they are. $1 teams · $2 day · $3 trade labels · $4 rows of a page · $5 rows to skip · $6 time zone · $7 whether a team
 * reads it
 */
export const drugUseOfTeams = /* sql */ `
with stay_in_team as (
  select a.admission_id, a.team_id, a.patient_id,
         coalesce((select max(t.transfer_date) from transferred_stay t where t.admission_id = a.admission_id),
                  a.admission_date) as from_date,
         a.discharge_date as to_date, null::bigint as transfer, null::timestamptz as transferred_at
  from admission a
  where a.team_id = any ($1::text[]) and a.admission_date <= $2::date
    and (a.discharge_date is null or a.discharge_date >= ${since})
  union all
  select t.admission_id, t.team_id, t.patient_id, t.start_date, t.transfer_date, t.revision, t.at
  from transferred_stay t join admission a using (admission_id)
  where t.team_id = any ($1::text[]) and t.transfer_date >= ${since}
), stay as materialized (
  select distinct on (s.admission_id, s.team_id) s.admission_id, s.team_id, s.to_date, s.transfer, s.transferred_at,
         s.to_date is null or s.to_date > $2::date as is_inpatient
  from stay_in_team s
  where s.from_date <= $2::date
    and not exists (select 1 from erased_patient gone where gone.patient_id = s.patient_id)
  order by s.admission_id, s.team_id, s.from_date desc, s.transfer desc nulls first
), listed as (
  select s.admission_id, s.team_id, m.drug, m.drug_label, case when m.is_theirs then m.dose else '' end as dose,
         case when m.is_theirs then m.route else '' end as route,
         case when m.is_theirs then m.frequency else '' end as frequency, 'medications' as source,
         m.start_date as used_on, case when m.is_theirs then m.stop_date end as stop_date, m.position,
         s.is_inpatient and (not m.is_theirs or m.stop_date is null or m.stop_date > $2::date) as is_on,
         m.is_theirs and ${isHeld} as is_held
  from stay s
  cross join lateral (
    select m.*, s.transfer is null or m.version < s.transfer as is_theirs from admission_medication m
    where m.admission_id = s.admission_id and m.drug = any ($3::text[])
      and m.start_date <= $2::date and (m.stop_date is null or m.stop_date >= ${since})
      and (s.transfer is null or (m.start_date <= s.to_date and m.created_at <= s.transferred_at))
    offset 0
  ) m
), reviewed as (
  select distinct on (s.admission_id, s.team_id, e.err_drug)
         s.admission_id, s.team_id, e.err_drug as drug, e.err_drug_label as drug_label, '' as dose, '' as route, '' as frequency,
         'review' as source, r.review_date as used_on, null::date as stop_date, e.position,
         s.is_inpatient and r.review_date = newest.day and not exists (
           select 1
           from trade_label here
           join trade_label other on other.drug_id = here.drug_id
           join admission_medication m on m.admission_id = s.admission_id and m.drug = other.trade_label_id
           where here.trade_label_id = e.err_drug and m.stop_date between r.review_date and $2::date) as is_on,
         false as is_held
  from stay s
  cross join lateral (
    select max(r.review_date) as day from review r
    where r.admission_id = s.admission_id and r.review_date <= $2::date
      and (s.transfer is null or r.created_at <= s.transferred_at)
  ) newest
  cross join lateral (
    select r.review_id, r.review_date from review r
    where r.admission_id = s.admission_id and r.review_date <= $2::date
      and (s.transfer is null or r.created_at <= s.transferred_at)
      and (r.review_date >= ${since} or (s.is_inpatient and r.review_date = newest.day))
    offset 0
  ) r
  join review_entry e on e.review_id = r.review_id and e.err_drug = any ($3::text[])
  order by s.admission_id, s.team_id, e.err_drug, r.review_date desc, e.position
), used as materialized (
  select * from listed
  union all
  select r.* from reviewed r
  where not exists (
    select 1 from listed l
    where l.admission_id = r.admission_id and l.team_id = r.team_id and l.drug = r.drug and l.is_on >= r.is_on)
), found as (
  select admission_id, team_id, bool_or(is_on) as is_on from used group by admission_id, team_id
), placed as materialized (
  select a.admission_id, coalesce(p.patient_id, a.patient_id) as patient_id, found.team_id, a.admission_date,
         s.to_date as discharge_date,
         least(s.transferred_at, ($2::date + 1)::timestamp at time zone $6) as until, t.name as team_name,
         p.first_name, p.middle_name, p.last_name, p.fourth_name, p.birthdate, p.medical_record_number, p.sex, found.is_on,
         row_number() over (
           partition by found.is_on
           order by t.name, found.team_id, p.first_key, p.middle_key, p.last_key, p.fourth_key, a.patient_id, a.admission_id
         ) as place
  from found
  join admission a on a.admission_id = found.admission_id
  join stay s on s.admission_id = found.admission_id and s.team_id = found.team_id
  join team t on t.team_id = found.team_id
  left join ${survivors()} merged on merged.patient_id = a.patient_id
  left join patient known on known.patient_id = coalesce(merged.survivor_id, a.patient_id)
  left join ${leftPatients((team) => `$7::boolean and ${team} = any ($1::text[])`)} gone
    on gone.id = a.patient_id and gone.team_id = found.team_id
  ${knownPatient('p', { now: 'known', gone: 'gone' })}
)
select to_char(${since}, 'YYYY-MM-DD') as since,
       (select coalesce(jsonb_object_agg(team_id, counted), '{}') from (
          select team_id, jsonb_build_object('on', count(*) filter (where is_on), 'had', count(*) filter (where not is_on))
                 as counted
          from placed group by team_id
        ) of_team) as teams,
       page.is_on, page.patient_id as "_id", ${identityColumns('page')}, page.team_id as team, page.team_name as "teamName",
       page.admission_id as admission, ${day('page.admission_date')} as "admissionDate",
       ${day('page.discharge_date')} as "dischargeDate", place.room, place.bed, uses.list as uses
from (select 1) always
left join placed page on page.place > $5 and page.place <= $5 + $4
left join lateral (
  select known.room, known.bed from ${allStates('admission')} known
  where known.admission_id = page.admission_id and known.team_id = page.team_id
  order by known.since < page.until desc, case when known.since < page.until then known.since end desc, known.since
  limit 1
) place on true
left join lateral (
  select jsonb_agg(jsonb_build_object(
           'drug', u.drug, 'drugLabel', coalesce(l.label, u.drug_label), 'substance', coalesce(d.label, ''),
           'dose', u.dose, 'route', u.route, 'frequency', u.frequency, 'source', u.source,
           'date', to_char(u.used_on, 'YYYY-MM-DD'), 'stopDate', to_char(u.stop_date, 'YYYY-MM-DD'), 'isHeld', u.is_held)
         order by u.source, u.used_on desc, u.position, coalesce(l.label, u.drug_label)) as list
  from used u
  left join trade_label l on l.trade_label_id = u.drug
  left join drug d on d.drug_id = l.drug_id
  where u.admission_id = page.admission_id and u.team_id = page.team_id and u.is_on = page.is_on
) uses on true
order by page.is_on desc, page.place`;
