/**
 * The reports as the best SQL that we can write by hand on the rows of the read models, without a service around it. A
 * report and its control count the same (`reports.ts` compares both). $1 team · $2 first day · $3 last day.
 */

const isError = `right(e.err_type, 4) <> '99bb'`;
const inPeriod = (row: string): string => `${row}.team_id = $1 and ${row}.review_date between $2::date and $3::date`;

export const bestReports: Readonly<Record<string, string>> = {
  errorsByType: /* sql */ `
    select counted.type, counted.count, t.label
    from (
      select e.err_type as type, count(*)::int as count from review_entry e where ${inPeriod('e')} and ${isError} group by 1
    ) counted left join error_type t on t.err_type_id = counted.type
    order by counted.count desc, t.label`,
  reviewsPerDay: /* sql */ `
    with erroneous as materialized (
      select distinct e.review_id from review_entry e where ${inPeriod('e')} and ${isError}
    ), written as (
      select r.review_date, r.author_id, count(*)::int as reviews,
             (count(*) filter (where x.review_id is null))::int as error_free
      from review r left join erroneous x on x.review_id = r.review_id
      where ${inPeriod('r')} group by 1, 2
    )
    select to_char(w.review_date, 'YYYY-MM-DD') as day, sum(w.reviews)::int as "totalReviews",
           json_agg(json_build_object('user', w.author_id, 'userName', concat_ws(' ', u.first_name, u.last_name),
             'relatedReviews', w.reviews, 'errFreeReviews', w.error_free)) as "user"
    from written w left join app_user u on u.user_id = w.author_id
    group by w.review_date order by w.review_date`,
  // Few lists of tags occur, each in many entries: lists are counted before they are taken apart.
  errorsPerTag: /* sql */ `
    with lists as materialized (
      select e.drug_tags as list, e.err_res as type, count(*)::int as count
      from review_entry e where ${inPeriod('e')} and ${isError} group by 1, 2
    ), counted as (
      select tag.name as tag, lists.type, sum(lists.count)::int as count
      from lists cross join lateral (
        select distinct given.name from jsonb_to_recordset(lists.list) as given(name text)) tag
      group by 1, 2
    )
    select tag, sum(count)::int as count, json_agg(json_build_object('type', type, 'count', count)) as response
    from counted group by tag order by 2 desc, 1`,
  recurrentAdmissions: /* sql */ `
    select stays.patient_id as "_id", concat_ws(' ', p.first_name, p.middle_name, p.last_name, p.fourth_name) as names,
           stays.count as "admissionCount", stays.list as "admDetails"
    from (
      select a.patient_id, count(*)::int as count,
             json_agg(json_build_object('_id', a.admission_id, 'admissionDate', a.admission_date,
               'dischargeDate', a.discharge_date, 'dischargeStatus', a.discharge_status) order by a.admission_date) as list
      from admission a where a.team_id = $1 group by a.patient_id having count(*) > 1
    ) stays join patient p on p.patient_id = stays.patient_id
    order by stays.count desc, p.first_key, p.middle_key, p.last_key, p.fourth_key`,
  progress: /* sql */ `select count(*)::int as total from review r where ${inPeriod('r')}`,
  collected: /* sql */ `
    select r.review_id, r.admission_id, r.patient_id, r.review_date, r.clinical_note, r.author_id, r.version,
           a.admission_date, p.medical_record_number, p.first_name, p.middle_name, p.last_name, p.fourth_name,
           u.first_name as author_first, u.last_name as author_last, entries.list
    from review r
    join admission a on a.admission_id = r.admission_id
    left join patient p on p.patient_id = r.patient_id
    left join app_user u on u.user_id = r.author_id
    left join lateral (
      select json_agg(json_build_object('_id', e.entry_id, 'errType', e.err_type, 'errTypeLabel', e.err_type_label,
        'errDrug', e.err_drug, 'errDrugLabel', e.err_drug_label, 'errNote', e.err_note, 'errRes', e.err_res,
        'errSeverity', e.err_severity, 'followUpDate', e.follow_up_date, 'rating', e.rating, 'drugTags', e.drug_tags,
        'version', e.version::text, 'copiedFrom', e.copied_from) order by e.position)::text as list
      from review_entry e where e.review_id = r.review_id
    ) entries on true
    where ${inPeriod('r')} order by r.review_date, r.created_at, r.review_id`,
};
