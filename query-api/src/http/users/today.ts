/** Home: what waits for the caller, and the inpatients of the caller's teams who need a review most. */
import * as accountCalls from 'language/contract/calls/account';
import type { WardPatient } from 'language/contract/handover';
import type { Today, TodayPatient, Waiting, WaitingKind } from 'language/contract/today';
import { catalogueStream } from 'language/domain/catalogue/events';
import { calendarDateIn } from 'language/domain/values/calendar-date';
import { CHART_SEEN } from 'projections/schema/chart-seen';
import * as z from 'zod';
import { changedSinceSeen } from '../admissions/chart-news.ts';
import { isMerged } from '../patients/merged-patients.ts';
import { read } from '../read-route.ts';
import { patientsListed } from '../readable-team.ts';
import { isPending } from '../reports/is-error.ts';
import { ownTeams } from '../teams/own-teams.ts';
import { boardOf } from '../teams/ward.ts';

/** Patients of the list. The ward boards have the others. */
const SHOWN = 8;

/** Patients who were deferred come after the others. */
const byPriority = (a: WardPatient, b: WardPatient): number =>
  Number(a.deferred !== null) - Number(b.deferred !== null) || b.priority.points - a.priority.points;

/** In the order of the screen. */
const kinds: readonly WaitingKind[] = ['overdue', 'pending', 'transfers', 'erasures', 'changed'];

/**
 * The counts of each team, each as the list that it leads to shows it. With `limit 1` a pending entry reads its review by
 * the index. $1 teams · $2 user · $3 today
 */
const waitingIn = /* sql */ `
with own as materialized (
  select a.team_id, e.follow_up_date
  from admission a
  join review_entry e on e.admission_id = a.admission_id and ${isPending('e')}
  cross join lateral (select r.author_id from review r where r.review_id = e.review_id limit 1) r
  where a.team_id = any ($1) and a.discharge_date is null and coalesce(e.responsible_id, r.author_id) = $2
)
select kind, team_id as team, count(*)::int as count from (
  select 'pending' as kind, team_id from own
  union all
  select 'overdue', team_id from own where follow_up_date < $3::date
  union all
  select 'transfers', o.to_team_id from transfer_offer o join admission a on a.admission_id = o.admission_id
  where o.to_team_id = any ($1) and o.declined_at is null and a.discharge_date is null
  union all
  select 'erasures', q.team_id from erasure_request q join team t on t.team_id = q.team_id
  join patient p on p.patient_id = q.patient_id
  where q.team_id = any ($1) and t.admin_id = $2 and q.requested_by <> $2 and q.refused_at is null and q.ends_at > now()
    and not ${isMerged('p')}
  union all
  select 'changed', a.team_id from ${CHART_SEEN} s join admission a on a.admission_id = s.admission_id
  where s.user_id = $2 and a.team_id = any ($1) and a.discharge_date is null and ${changedSinceSeen('s')}
) waits
group by kind, team_id`;

export const todayRoutes = [
  /** Recorded in the access log of each team as its ward board is, with the patients of the answer. */
  read(accountCalls.getToday, {
    input: z.object({}),
    from: () => ['patient-', 'admission-', 'user-', 'team-', 'drug-', catalogueStream],
    async answer(request): Promise<Today> {
      const { db, dependencies, caller } = request;
      const at = new Date();
      const today = calendarDateIn(dependencies.timeZone, at);
      const teams = await ownTeams(request);
      const [waits, boards] = await Promise.all([
        db.query<Omit<Waiting, 'teamName'>>(waitingIn, [teams.map(({ team }) => team), caller.userId, today]),
        Promise.all(
          teams.map(async ({ team, teamName }) =>
            (await boardOf(dependencies, team, at)).rows.map(({ patient }) => ({ patient, team, teamName })),
          ),
        ),
      ]);
      const inpatients = boards.flat();
      const patients = inpatients
        .toSorted((a, b) => byPriority(a.patient, b.patient))
        .slice(0, SHOWN)
        .map(({ patient, ...of }): TodayPatient => ({ ...patient, ...of }));
      for (const { team } of teams) {
        const listed = patients.filter((patient) => patient.team === team).length;
        if (listed > 0) request.accessed({ ...patientsListed(team, 'ward', listed), deduplicationKey: 'today' });
      }
      return {
        today,
        waiting: kinds.flatMap((kind) =>
          teams.flatMap(({ team, teamName }) =>
            waits.rows
              .filter((row) => row.kind === kind && row.team === team)
              .map(({ count }) => ({ kind, team, teamName, count })),
          ),
        ),
        patients,
        inpatients: inpatients.length,
      };
    },
  }),
];
