/** The live side's reads: rights, revisions and names. A statement answers for many sockets at once. */
import { revisionToJson } from 'language/domain/values/revision';
import type { Pool } from 'pg';
import { projectionOf } from 'projections/schema/projections';
import { canReadTeam, lacksSecondFactor } from '../http/rights.ts';

export interface Membership {
  readonly userId: string;
  readonly teamId: string;
  /** No second factor is asked of the session. */
  readonly isExempt: boolean;
}
export const membershipKey = ({ userId, teamId, isExempt }: Membership): string => `${userId} ${teamId} ${isExempt}`;

const validMemberships = (everywhere: boolean): string => /* sql */ `
select asked.user_id, asked.team_id, asked.is_exempt
from unnest($1::text[], $2::text[], $3::boolean[]) as asked(user_id, team_id, is_exempt)
where ${canReadTeam('asked.team_id', 'asked.user_id')}
  and (asked.is_exempt or not ${lacksSecondFactor('asked.team_id', 'asked.user_id', everywhere)})`;

/** Keys (`membershipKey`) of the users who may still read the team. */
export async function findValidMemberships(
  db: Pool,
  asked: readonly Membership[],
  requiresSecondFactor: boolean,
): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ user_id: string; team_id: string; is_exempt: boolean }>(
    validMemberships(requiresSecondFactor),
    [asked.map((one) => one.userId), asked.map((one) => one.teamId), asked.map((one) => one.isExempt)],
  );
  return new Set(
    rows.map((row) => membershipKey({ userId: row.user_id, teamId: row.team_id, isExempt: row.is_exempt })),
  );
}

const revisionsByStream = /* sql */ `
select c.stream, c.revision::text
from unnest($1::text[], $2::text[]) as asked(projection, stream)
join projection_checkpoint c on c.projection = asked.projection and c.stream = asked.stream`;

/** The revision that the rows of each stream have reached. A stream without rows is left out. */
export async function revisionsOf(db: Pool, streams: readonly string[]): Promise<Record<string, number>> {
  const { rows } = await db.query<{ stream: string; revision: string }>(revisionsByStream, [
    streams.map((stream) => projectionOf(stream) ?? ''),
    streams,
  ]);
  return Object.fromEntries(rows.map((row) => [row.stream, revisionToJson(BigInt(row.revision))]));
}

export interface TeamChange {
  readonly teamId: string;
  readonly stream: string;
  readonly revision: number;
}

const teamsOfAdmissions = /* sql */ `
select admission_id, team_id from admission where admission_id = any ($1::text[])`;

/** The team of each admission. A deleted one is left out. */
export async function teamsOfAll(db: Pool, admissions: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ admission_id: string; team_id: string }>(teamsOfAdmissions, [admissions]);
  return new Map(rows.map((row) => [row.admission_id, row.team_id]));
}

const newestChange = /* sql */ `select coalesce(max(id), 0)::text as newest from change`;

/** The id of the newest change row. */
export async function newestChangeId(db: Pool): Promise<bigint> {
  return BigInt((await db.query<{ newest: string }>(newestChange)).rows[0]?.newest ?? 0);
}

const changesOfTeamsSince = /* sql */ `
select concerned.team_id, stream, max(revision)::text as revision
from change
cross join lateral (
  select change.team_id
  union
  select substr(tag, ${'team:'.length + 1}) from unnest(touched) tag where starts_with(tag, 'team:')
) concerned
where concerned.team_id = any ($1::text[]) and id > $2
group by concerned.team_id, stream`;

/** Changes without a team: of the catalogue and its drugs, for everyone, and of people, for their teams. */
const changesOfNoTeamSince = /* sql */ `
select c.stream, max(c.revision)::text as revision,
       array(
         select m.team_id from team_member m where 'user-' || m.user_id = c.stream
         union
         select t.team_id from team t where 'user-' || t.admin_id = c.stream
       ) as teams
from change c
where c.team_id is null and c.id > $1
group by c.stream`;

export interface OtherChange {
  readonly stream: string;
  readonly revision: number;
  /** For a person's stream: the teams that show the name. */
  readonly teams: readonly string[];
}

export async function otherChangesSince(db: Pool, changeId: bigint): Promise<OtherChange[]> {
  const { rows } = await db.query<{ stream: string; revision: string; teams: string[] }>(changesOfNoTeamSince, [
    String(changeId),
  ]);
  return rows.map((row) => ({ ...row, revision: revisionToJson(BigInt(row.revision)) }));
}

/** The newest revision of every stream of the teams that changed after the change with that id. */
export async function teamChangesSince(db: Pool, teamIds: readonly string[], changeId: bigint): Promise<TeamChange[]> {
  const { rows } = await db.query<{ team_id: string; stream: string; revision: string }>(changesOfTeamsSince, [
    teamIds,
    String(changeId),
  ]);
  return rows.map((row) => ({
    teamId: row.team_id,
    stream: row.stream,
    revision: revisionToJson(BigInt(row.revision)),
  }));
}

const teamsOfUser = /* sql */ `
select team_id from team_member where user_id = $1
union
select team_id from team where admin_id = $1`;

/** The teams that show this person's name. */
export async function teamsOf(db: Pool, userId: string): Promise<string[]> {
  return (await db.query<{ team_id: string }>(teamsOfUser, [userId])).rows.map((row) => row.team_id);
}

const nameOfUser = /* sql */ `select concat_ws(' ', first_name, last_name) as name from app_user where user_id = $1`;

export async function nameOf(db: Pool, userId: string): Promise<string | undefined> {
  return (await db.query<{ name: string }>(nameOfUser, [userId])).rows[0]?.name;
}
