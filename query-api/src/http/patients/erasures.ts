/**
 * Erasures by two people: what an erasure would end, and the open requests of a team or, for the admin account, of the
 * installation. The admin account sees counts, the initials and the record number, and no text
 * (docs/decisions/write-side/erasure-by-two.md).
 */
import * as patientCalls from 'language/contract/calls/patients';
import type { Erasure, ErasureCounts, ErasureList, ErasureRequest, ListedErasure } from 'language/contract/erasures';
import { patientStream } from 'language/domain/patient/events';
import { teamStream } from 'language/domain/team/events';
import { Id } from 'language/domain/values/fields';
import { forbidden, notFound } from 'service-kit/http/http-problem';
import * as z from 'zod';
import { requireAdminAccount } from '../accounts/accounts.ts';
import { idsOfPatient, isMerged, survivorIdOf } from './merged-patients.ts';
import { read, type ReadRequest } from '../read-route.ts';
import { patientOpened, readableTeam } from '../readable-team.ts';
import { isError } from '../reports/is-error.ts';
import { lacksSecondFactor, refuseWithoutSecondFactor } from '../rights.ts';
import { personName, utc, withoutNull } from '../rows.ts';
import { ownAccountOf } from '../users/users.ts';

/**
 * SQL: the person in $1 as `personOf` of command-api's `commands/person.ts` lists them, and of their admissions the part
 * of the patient's team, which an erasure ends (`partsOf`).
 */
const scope = /* sql */ `
person as materialized (select ids.patient_id from ${idsOfPatient('$1')} ids),
stay as materialized (
  select a.admission_id, a.team_id, a.discharge_date, a.team_id = p.team_id as is_own
  from admission a join patient p on p.patient_id = $1
  where a.patient_id in (select patient_id from person)
),
gone_admission as materialized (select admission_id from stay where is_own)`;
const ofGone = 'admission_id in (select admission_id from gone_admission)';

/** $1 patient. `version` is the number of events of all streams of the person. */
const goes = /* sql */ `
with ${scope}, stream as (
  select 'patients' as projection, 'patient-' || patient_id as stream from person
  union all
  select 'clinical', 'admission-' || admission_id from stay
)
select (select coalesce(sum(c.revision + 1), 0)::int from stream join projection_checkpoint c using (projection, stream))
         as version,
       (select count(*)::int from gone_admission) as admissions,
       (select count(*)::int from review where ${ofGone}) as reviews,
       (select count(*)::int from review_entry where ${ofGone}) as entries,
       (select count(*)::int from review_entry e where ${ofGone} and ${isError('e.err_type')}) as errors,
       (select count(*)::int from physician_note where ${ofGone}) as notes,
       (select count(*)::int from admission_medication where ${ofGone}) as medications,
       (select count(*)::int from measurement where ${ofGone}) as measurements,
       (select count(*)::int from home_medication where ${ofGone}) as "homeMedications",
       (select count(*)::int from gallery_group where ${ofGone}) as "imageGroups",
       (select count(*)::int from gallery_image join gallery_group using (group_id) where ${ofGone})
         + (select count(*)::int from removed_image where ${ofGone}) as images,
       (select count(*)::int from access where patient_id in (select patient_id from person)) as accesses,
       (select count(*)::int from stay where not is_own) as elsewhere,
       (select array_agg(distinct t.name order by t.name) from stay join team t using (team_id) where not is_own)
         as "teamsElsewhere"`;

interface GoesRow extends ErasureCounts {
  version: number;
  errors: number;
  elsewhere: number;
  teamsElsewhere: string[] | null;
}

const countsOf = ({
  version,
  errors,
  elsewhere,
  teamsElsewhere,
  ...goes
}: GoesRow): Pick<Erasure, 'goes' | 'stays' | 'elsewhere' | 'version'> => ({
  goes,
  stays: { reviews: goes.reviews, errors },
  elsewhere: { admissions: elsewhere, teams: teamsElsewhere ?? [] },
  version,
});

/** SQL: a person's name of today. */
const nameOf = (userId: string): string =>
  `coalesce((select ${personName('u')} from app_user u where u.user_id = ${userId}), '')`;

/** The columns of `erasure_request q`. */
const requestColumns = /* sql */ `
q.patient_id as "_id", q.team_id as team, q.category, q.reason, q.requested_by as "requestedBy",
${nameOf('q.requested_by')} as "requestedByName", ${utc('q.requested_at')} as "requestedAt", ${utc('q.ends_at')} as "endsAt",
case when q.refused_by is not null and q.refused_at is not null then jsonb_build_object(
  'by', q.refused_by, 'byName', ${nameOf('q.refused_by')}, 'at', ${utc('q.refused_at')}) end as refused`;

/** $1 patient. A request that has ended is none. */
const openOrRefused = /* sql */ `
select ${requestColumns} from erasure_request q
where q.patient_id = $1 and (q.ends_at > now() or q.refused_at is not null)`;

type Refusal = NonNullable<ErasureRequest['refused']>;
type RequestRow = Omit<ErasureRequest, 'reason' | 'refused'> & { reason: string; refused: Refusal | null };

const requestOf = ({ reason, ...row }: RequestRow, hasReason: boolean): ErasureRequest => ({
  ...withoutNull(row, 'refused'),
  ...(hasReason ? { reason } : {}),
});

/** $1 teams. Open requests, the one that ends first at the top. */
const openRequests = /* sql */ `
select ${requestColumns}, t.name as "teamName", p.medical_record_number as "medicalRecordNumber",
       concat_ws('.', nullif(left(p.first_name, 1), ''), nullif(left(p.middle_name, 1), ''),
                      nullif(left(p.last_name, 1), ''), nullif(left(p.fourth_name, 1), '')) as initials
from erasure_request q
join patient p on p.patient_id = q.patient_id
join team t on t.team_id = q.team_id
where q.team_id = any ($1) and q.refused_at is null and q.ends_at > now() and not ${isMerged('p')}
order by q.ends_at, q.patient_id`;

type ListedRow = RequestRow & Pick<ListedErasure, 'teamName' | 'initials' | 'medicalRecordNumber'>;

/** Each listed patient has the access in the log of their team. */
async function listOf(
  request: ReadRequest<unknown>,
  teams: readonly string[],
  hasReason: boolean,
): Promise<ErasureList> {
  const { rows } = await request.db.query<ListedRow>(openRequests, [teams]);
  for (const row of rows) request.accessed(patientOpened(row.team, row._id));
  return {
    requests: rows.map(({ teamName, initials, medicalRecordNumber, ...row }) => ({
      ...requestOf(row, hasReason),
      teamName,
      initials,
      medicalRecordNumber,
    })),
  };
}

/** The teams whose requirement of a second factor the admin account keeps. @throws HttpProblem 403 */
async function teamsOfAdminAccount(request: ReadRequest<unknown>, teamId: string | null): Promise<string[]> {
  const { db, dependencies, caller } = request;
  await requireAdminAccount(request);
  const { rows } = await db.query<{ team_id: string; lacks_second_factor: boolean }>(
    `select t.team_id, ${lacksSecondFactor('t.team_id', '$1', dependencies.requiresSecondFactor)} as lacks_second_factor
     from team t where $2::text is null or t.team_id = $2`,
    [caller.userId, teamId],
  );
  refuseWithoutSecondFactor({ lacks_second_factor: rows.some((row) => row.lacks_second_factor) }, caller);
  return rows.map(({ team_id: team }) => team);
}

/** @returns the patient's team, and whether the caller is in it @throws HttpProblem 403 · 404 */
async function readableErasure(request: ReadRequest<{ id: string }>): Promise<{ team: string; isInTeam: boolean }> {
  const { db, dependencies, caller, input, teamHeader } = request;
  if (await dependencies.rights.patient(input.id, caller.userId))
    return { team: await readableTeam(request, 'patient', input.id), isInTeam: true };
  const { rows } = await db.query<{ patient_id: string; team_id: string }>(
    `select p.patient_id, p.team_id from patient p where p.patient_id = ${survivorIdOf('$1')}`,
    [input.id],
  );
  const [patient] = rows;
  if (patient === undefined || !(await ownAccountOf(request)).isAdminAccount) throw notFound();
  const { patient_id: patientId, team_id: team } = patient;
  if (teamHeader !== undefined && teamHeader !== team) throw forbidden();
  await teamsOfAdminAccount(request, team);
  request.about.team = team;
  request.accessed(patientOpened(team, patientId));
  return { team, isInTeam: false };
}

export const erasureRoutes = [
  read(patientCalls.getErasure, {
    input: z.object({ id: Id }),
    from: ({ id }) => [patientStream(id), 'admission-', 'team-', 'user-'],
    async answer(request): Promise<Erasure> {
      const { team, isInTeam } = await readableErasure(request);
      const { id } = request.input;
      const [counted, requested] = await Promise.all([
        request.db.query<GoesRow>(goes, [id]),
        request.db.query<RequestRow>(openOrRefused, [id]),
      ]);
      if (!counted.rows[0]) throw notFound();
      return {
        _id: id,
        team,
        request: requested.rows[0] ? requestOf(requested.rows[0], isInTeam) : null,
        ...countsOf(counted.rows[0]),
      };
    },
  }),
  read(patientCalls.listErasures, {
    input: z.object({ id: Id }),
    from: ({ id }) => ['patient-', teamStream(id), 'user-'],
    async answer(request): Promise<ErasureList> {
      return listOf(request, [await readableTeam(request, 'team', request.input.id)], true);
    },
  }),
  /** The requests of the installation, for the admin account. @throws HttpProblem 403 */
  read(patientCalls.listAllErasures, {
    input: z.object({}),
    from: () => ['patient-', 'team-', 'user-'],
    async answer(request): Promise<ErasureList> {
      return listOf(request, await teamsOfAdminAccount(request, null), false);
    },
  }),
];
