/**
 * Who may read what: a team's data is its members' (not disabled) and its admin's. For anyone else it does not exist
 * (404). The team is always the row's own, never one that the request names.
 */
import { userStream } from 'command-api/domain/user/events';
import { createBatchedRead } from 'service-kit/concurrency/batched-read';
import type { Pool } from 'pg';

/**
 * SQL that is true where the user of `userId` may read the team of `teamId`; both are SQL expressions. Also the rights
 * of live rooms. The long names inside keep an expression such as `t.team_id` meaning the caller's `t`.
 */
export const mayRead = (teamId: string, userId: string): string => /* sql */ `exists (
  select 1 from team right_team
  where right_team.team_id = ${teamId}
    and (right_team.admin_id = ${userId}
      or exists (select 1 from team_member right_member
                 where right_member.team_id = right_team.team_id and right_member.user_id = ${userId} and not right_member.disabled)))`;

/** SQL that is true where the user may audit the team: its admin, and whom they have appointed among its members. */
export const mayAudit = (teamId: string, userId: string): string => /* sql */ `exists (
  select 1 from team audited
  where audited.team_id = ${teamId}
    and (audited.admin_id = ${userId}
      or exists (select 1 from team_member auditor
                 where auditor.team_id = audited.team_id and auditor.user_id = ${userId} and auditor.can_audit and not auditor.disabled)))`;

/** $1 the id of the thing · $2 users: those of them who may read it, with its team. */
const readersOf = {
  team: /* sql */ `select u.user_id, r.team_id from team r, unnest($2::text[]) as u(user_id) where r.team_id = $1 and ${mayRead('r.team_id', 'u.user_id')}`,
  patient: /* sql */ `select u.user_id, r.team_id, r.patient_id from patient r, unnest($2::text[]) as u(user_id) where r.patient_id = $1 and ${mayRead('r.team_id', 'u.user_id')}`,
  admission: /* sql */ `select u.user_id, r.team_id, r.patient_id from admission r, unnest($2::text[]) as u(user_id) where r.admission_id = $1 and ${mayRead('r.team_id', 'u.user_id')}`,
};
export type Kind = keyof typeof readersOf;

interface Readable {
  readonly team_id: string;
  readonly patient_id?: string;
}
/**
 * What a thing belongs to, for who may read it; undefined for everybody else. All who ask for one thing at one time are
 * answered by one statement.
 */
export type Rights = Readonly<Record<Kind, (id: string, userId: string) => Promise<Readable | undefined>>>;

export function createRights(db: Pool): Rights {
  const rightsIn = (kind: Kind): Rights[Kind] =>
    createBatchedRead<string, Readable | undefined>(async (userIds, id) => {
      const { rows } = await db.query<Readable & { user_id: string }>({
        name: `readers-of-${kind}`,
        text: readersOf[kind],
        values: [id, userIds],
      });
      return (userId) => rows.find(({ user_id: reader }) => reader === userId);
    });
  return { team: rightsIn('team'), patient: rightsIn('patient'), admission: rightsIn('admission') };
}

/** What a deletion leaves is the change that told it, with the team. */
const teamOfChange = /* sql */ `(select c.team_id from change c where c.stream = $1 and c.team_id is not null order by c.revision desc limit 1)`;
const ofReadableTeam = (team: string): string =>
  /* sql */ `select 1 from (select coalesce(${team}, ${teamOfChange}) as team_id) moved where ${mayRead('moved.team_id', '$3')}`;

/** By the word before the first dash; $1 stream · $2 the id behind it · $3 user. */
const heardOf: Readonly<Record<string, string>> = {
  admission: ofReadableTeam('(select a.team_id from admission a where a.admission_id = $2)'),
  patient: ofReadableTeam('(select p.team_id from patient p where p.patient_id = $2)'),
  team: ofReadableTeam('$2'),
  // `<team>-<year>-<month>`
  access: /* sql */ `select 1 from (select regexp_replace($2::text, '-\\d{4}-\\d{2}$', '') as team_id) its where $1::text = 'access-' || $2::text and ${mayAudit('its.team_id', '$3')}`,
  // Of another's stream, whoever has written in it.
  user: /* sql */ `select 1 from recommendation r where 'user-' || r.user_id = $1 and r.user_id = $2 and r.recommender_id = $3`,
};

/**
 * Whether the user may know how far the rows of a stream are: of one's own, of the catalogue, and of the teams that one
 * reads. A stream without rows is nobody's yet.
 */
export async function mayHearOf(db: Pool, stream: string, userId: string): Promise<boolean> {
  const kind = stream.split('-', 1)[0] ?? '';
  const statement = heardOf[kind];
  if (statement === undefined || stream === userStream(userId)) return true;
  return (await db.query(statement, [stream, stream.slice(kind.length + 1), userId])).rowCount === 1;
}
