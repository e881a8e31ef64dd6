/** The ward board: the team's inpatients, whether they were reviewed today, and their pending errors. */
import * as wardCalls from 'command-api/contract/calls/ward';
import type { WardBoard, WardPatient } from 'command-api/contract/handover';
import { calendarDateIn } from 'command-api/domain/values/calendar-date';
import { Id } from 'command-api/domain/values/fields';
import { teamStream } from 'command-api/domain/team/events';
import * as z from 'zod';
import { sharedBeds } from '../admissions/beds.ts';
import { leftJoinSurvivor } from '../patients/merged-patients.ts';
import { read } from '../read-route.ts';
import { isPending } from '../reports/is-error.ts';
import { readableTeam } from '../readable-team.ts';

/**
 * $1 team · $2 today. By name. A patient without a row (a parked stream) is listed without a name. The last author of a
 * chart comes from its announced changes, which include ratings, notes and images.
 */
const boardOfTeam = /* sql */ `
select coalesce(p.patient_id, a.patient_id) as "_id", coalesce(p.first_name, '') as "firstName", coalesce(p.middle_name, '') as "middleName",
       coalesce(p.last_name, '') as "lastName", coalesce(p.fourth_name, '') as "fourthName",
       coalesce(to_char(p.birthdate, 'YYYY-MM-DD'), '') as birthdate,
       coalesce(p.medical_record_number, '') as "medicalRecordNumber",
       a.admission_id as admission, to_char(a.admission_date, 'YYYY-MM-DD') as "admissionDate",
       a.room, a.bed, a.consultant, a.working_diagnosis as "workingDiagnosis",
       to_char(reviewed.last, 'YYYY-MM-DD') as "lastReviewDate", coalesce(reviewed.today, false) as "reviewedToday",
       waiting.pending, waiting.worst as "worstSeverity", waiting.overdue,
       coalesce(newest.actor_id, '') as "lastBy", concat_ws(' ', u.first_name, u.last_name) as "lastByName",
       newest.at as "lastAt"
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

type BoardRow = Omit<WardPatient, 'lastAt' | 'isBedShared' | 'isOpenTwice'> & { lastAt: Date | null };

export const wardRoutes = [
  read(wardCalls.getWardBoard, {
    input: z.object({ teamId: Id }),
    from: ({ teamId }) => ['patient-', 'admission-', 'user-', teamStream(teamId)],
    async answer(request): Promise<WardBoard> {
      const { db, dependencies, input } = request;
      const team = await readableTeam(request, 'team', input.teamId);
      const today = calendarDateIn(dependencies.timeZone, new Date());
      const { rows } = await db.query<BoardRow>(boardOfTeam, [team, today]);
      request.accessed({
        type: 'PatientsListed',
        teamId: team,
        data: { list: 'ward', found: rows.length },
        deduplicationKey: 'ward',
      });
      const isShared = sharedBeds(rows);
      return {
        team,
        today,
        patients: rows.map((row) => ({
          ...row,
          isBedShared: isShared(row),
          isOpenTwice: rows.some((other) => other._id === row._id && other.admission !== row.admission),
          lastAt: row.lastAt?.toISOString() ?? null,
        })),
      };
    },
  }),
];
