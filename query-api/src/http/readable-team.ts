/** The team of the requested thing, after the check that the caller may read or audit it. */
import { refusal } from 'language/domain/reasons/refusal';
import { forbidden, HttpProblem, notFound } from 'service-kit/http/http-problem';
import type { Accessed } from './accesses/access-log.ts';
import type { ReadRequest } from './read-route.ts';
import { earlierStayOf, type Kind, canAuditTeam, refuseWithoutSecondFactor } from './rights.ts';

/**
 * A read of any part of an admission is recorded as an opened chart, in its own team's log as well.
 * @returns the id of the thing's team, which is then the subject of the answer
 * @throws HttpProblem 404 if there is no such thing or the caller is not in its team; 403 if the `team` header names
 * another team, if the caller's team has transferred the admission, or if the team requires a second factor and the caller has none
 */
export async function readableTeam(request: ReadRequest<unknown>, kind: Kind, id: string): Promise<string> {
  const row = await request.dependencies.rights[kind](id, request.caller.userId);
  if (row === undefined && kind !== 'team') await refuseTransferred(request, id);
  if (row === undefined) throw notFound();
  const { team_id: team, patient_id: patientId = '', any_stale: isAnyStale } = row;
  if (request.teamHeader !== undefined && request.teamHeader !== team && request.teamHeader !== row.owner)
    throw forbidden();
  refuseWithoutSecondFactor(row, request.caller);
  request.about.team = team;
  request.about.isAnyStale = isAnyStale;
  if (kind === 'admission')
    for (const one of logsOf(team, row.owner)) request.accessed(chartOpened(one, id, patientId));
  if (kind === 'patient') request.accessed(patientOpened(team, patientId));
  return team;
}

/**
 * @throws HttpProblem 403 with the reason for a member of a team that has transferred the patient, and with that team,
 * whose list of transferred patients leads to the past
 */
async function refuseTransferred(
  { dependencies, db, caller, teamHeader }: ReadRequest<unknown>,
  id: string,
): Promise<void> {
  const stay = await earlierStayOf(db, dependencies.requiresSecondFactor, id, caller.userId);
  if (stay === undefined) return;
  if (teamHeader !== undefined && teamHeader !== stay.team_id) throw forbidden();
  refuseWithoutSecondFactor(stay, caller);
  throw new HttpProblem(refusal('chart-transferred'), { extra: { team: stay.team_id } });
}

/** A chart that stayed with another team, read as the patient's team, is in the access logs of both. */
export const logsOf = (reader: string, owner: string | undefined): ReadonlySet<string> =>
  new Set([reader, owner ?? reader]);

export const chartOpened = (teamId: string, admissionId: string, patientId: string): Accessed => ({
  type: 'ChartOpened',
  teamId,
  data: { admissionId, patientId },
  deduplicationKey: admissionId,
});

export const patientOpened = (teamId: string, patientId: string): Accessed => ({
  type: 'PatientOpened',
  teamId,
  data: { patientId },
  deduplicationKey: patientId,
});

type List = Extract<Accessed, { type: 'PatientsListed' }>['data']['list'];
export const patientsListed = (teamId: string, list: List, found: number): Accessed => ({
  type: 'PatientsListed',
  teamId,
  data: { list, found },
  deduplicationKey: list,
});

/**
 * The team, for its admin and its auditors.
 * @throws HttpProblem as `readableTeam`; 403 for other members
 */
export async function auditedTeam(
  request: ReadRequest<unknown>,
  id: string,
): Promise<{ readonly team: string; readonly isAdmin: boolean }> {
  const team = await readableTeam(request, 'team', id);
  const { rows } = await request.db.query<{ is_admin: boolean }>(
    `select t.admin_id = $2 as is_admin from team t where t.team_id = $1 and ${canAuditTeam('t.team_id', '$2')}`,
    [team, request.caller.userId],
  );
  if (!rows[0]) throw forbidden();
  return { team, isAdmin: rows[0].is_admin };
}
