/** The ward board: the team's inpatients, whether they were reviewed today, and their pending errors. */
import * as wardCalls from 'language/contract/calls/ward';
import type { WardBoard, WardPatient } from 'language/contract/handover';
import { careFields } from 'language/domain/admission/care-fields';
import { calendarDateIn } from 'language/domain/values/calendar-date';
import { Id } from 'language/domain/values/fields';
import { teamStream } from 'language/domain/team/events';
import * as z from 'zod';
import { sharedBeds } from '../admissions/beds.ts';
import { asColumns, valuesOf } from '../field-values.ts';
import { allergyBriefOf } from 'language/contract/render/allergies';
import { allergyRecords, type AllergyRecordsRow, recordsOf } from '../patients/allergy-rows.ts';
import { leftJoinSurvivor } from '../patients/merged-patients.ts';
import { identityColumns } from '../patients/patient-rows.ts';
import { read } from '../read-route.ts';
import { isPending } from '../reports/is-error.ts';
import { patientsListed, readableTeam } from '../readable-team.ts';
import { day, personName, utc } from '../rows.ts';

/**
 * $1 team · $2 today. By name. A patient without a row (a parked stream) is listed without a name. The last author of a
 * chart comes from its announced changes, which include ratings, notes and images.
 */
const boardOfTeam = /* sql */ `
select coalesce(p.patient_id, a.patient_id) as "_id", ${identityColumns('p')},
       a.admission_id as admission, ${day('a.admission_date')} as "admissionDate", ${asColumns(valuesOf(careFields, 'a'))},
       ${day('reviewed.last')} as "lastReviewDate", coalesce(reviewed.today, false) as "reviewedToday",
       waiting.pending, waiting.worst as "worstSeverity", waiting.overdue,
       coalesce(newest.actor_id, '') as "lastBy", ${personName('u')} as "lastByName", ${utc('newest.at')} as "lastAt",
       ${allergyRecords('coalesce(p.patient_id, a.patient_id)')} as records
from admission a
${leftJoinSurvivor('p', 'a.patient_id')}
cross join lateral (
  select max(r.review_date) as last, bool_or(r.review_date = $2::date) as today
  from review r where r.admission_id = a.admission_id
) reviewed
cross join lateral (
  select count(*)::int as pending, max(e.err_severity) as worst,
         (count(*) filter (where e.follow_up_date < $2::date))::int as overdue
  from review_entry e where e.admission_id = a.admission_id and ${isPending('e')}
) waiting
left join lateral (
  select c.actor_id, c.at from change c
  where c.stream = 'admission-' || a.admission_id
  order by c.revision desc limit 1
) newest on true
left join app_user u on u.user_id = newest.actor_id
where a.team_id = $1 and a.discharge_date is null
order by p.first_key, p.middle_key, p.last_key, p.fourth_key, a.patient_id, a.admission_id`;

type BoardRow = Omit<WardPatient, 'isBedShared' | 'isOpenTwice' | 'allergyBrief'> & {
  readonly records: AllergyRecordsRow;
};

export const wardRoutes = [
  read(wardCalls.getWardBoard, {
    input: z.object({ teamId: Id }),
    from: ({ teamId }) => ['patient-', 'admission-', 'user-', teamStream(teamId)],
    async answer(request): Promise<WardBoard> {
      const { db, dependencies, input } = request;
      const team = await readableTeam(request, 'team', input.teamId);
      const today = calendarDateIn(dependencies.timeZone, new Date());
      const { rows } = await db.query<BoardRow>(boardOfTeam, [team, today]);
      request.accessed(patientsListed(team, 'ward', rows.length));
      const isShared = sharedBeds(rows);
      return {
        team,
        today,
        patients: rows.map(({ records, ...row }) => ({
          ...row,
          allergyBrief: allergyBriefOf(recordsOf(records)),
          isBedShared: isShared(row),
          isOpenTwice: rows.some((other) => other._id === row._id && other.admission !== row.admission),
        })),
      };
    },
  }),
];
