/** The team of the thing that a request asks for, once the caller may read or audit it. */
import { forbidden, notFound } from 'service-kit/http/http-problem';
import type { Accessed } from './accesses/access-log.ts';
import type { ReadRequest } from './read-route.ts';
import { type Kind, mayAudit } from './rights.ts';

/**
 * Whoever reads anything of an admission has opened its chart.
 * @returns the id of the team that the thing belongs to, which the answer is then about
 * @throws HttpProblem 404 when there is no such thing or the caller is not in its team; 403 when the `team` header
 * names another team
 */
export async function readableTeam(request: ReadRequest<unknown>, kind: Kind, id: string): Promise<string> {
  const row = await request.dependencies.rights[kind](id, request.caller.userId);
  if (row === undefined) throw notFound();
  const { team_id: team, patient_id: patientId = '' } = row;
  if (request.teamHeader !== undefined && request.teamHeader !== team) throw forbidden();
  request.about.team = team;
  if (kind === 'admission') request.accessed(chartOpened(team, id, patientId));
  if (kind === 'patient') request.accessed(patientOpened(team, patientId));
  return team;
}

export const chartOpened = (teamId: string, admissionId: string, patientId: string): Accessed => ({
  type: 'ChartOpened',
  teamId,
  data: { admissionId, patientId },
  same: admissionId,
});

export const patientOpened = (teamId: string, patientId: string): Accessed => ({
  type: 'PatientOpened',
  teamId,
  data: { patientId },
  same: patientId,
});

/**
 * The team, for whoever may audit it: its admin and its auditors.
 * @throws HttpProblem as `readableTeam`; 403 for everybody else of the team
 */
export async function auditedTeam(
  request: ReadRequest<unknown>,
  id: string,
): Promise<{ readonly team: string; readonly isAdmin: boolean }> {
  const team = await readableTeam(request, 'team', id);
  const { rows } = await request.db.query<{ is_admin: boolean }>(
    `select t.admin_id = $2 as is_admin from team t where t.team_id = $1 and ${mayAudit('t.team_id', '$2')}`,
    [team, request.caller.userId],
  );
  if (!rows[0]) throw forbidden();
  return { team, isAdmin: rows[0].is_admin };
}
