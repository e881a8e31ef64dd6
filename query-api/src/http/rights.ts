/**
 * Who may read what: the members of a team who are not disabled, and its admin, read the team's data. For anyone else
 * it does not exist (404). The team is always that of the row, never one from the request (docs/product.md, "Rights").
 */
import { userStream } from 'language/domain/user/events';
import { idsOfPatient, survivorIdOf } from './patients/merged-patients.ts';
import { refusal } from 'language/domain/reasons/refusal';
import { HttpProblem } from 'service-kit/http/http-problem';
import type { Session } from 'service-kit/security/sessions';
import type { Pool } from 'pg';

/**
 * SQL: true if the user may read the team, also in live rooms. Both parameters are SQL expressions. The long aliases do
 * not hide the caller's aliases, such as `t` in `t.team_id`.
 */
export const canReadTeam = (teamId: string, userId: string): string => /* sql */ `exists (
  select 1 from team right_team
  where right_team.team_id = ${teamId}
    and (right_team.admin_id = ${userId}
      or exists (
        select 1 from team_member right_member
        where right_member.team_id = right_team.team_id and right_member.user_id = ${userId}
          and not right_member.disabled)))`;

/**
 * SQL: true if the team requires a second factor and the account has none. It is no part of `canReadTeam`: a session of
 * single sign-on is exempt, and a member is told why (`refuseWithoutSecondFactor`).
 * @param everywhere the installation requires one for every team
 */
export const lacksSecondFactor = (teamId: string, userId: string, everywhere: boolean): string => /* sql */ `exists (
  select 1 from team strict
  where strict.team_id = ${teamId} and (strict.second_factor_required or ${everywhere})
    and not accounts.has_second_factor(${userId}))`;

/** @throws HttpProblem 403 */
export function refuseWithoutSecondFactor(
  { lacks_second_factor: lacksOne }: { readonly lacks_second_factor: boolean },
  session: Pick<Session, 'method'>,
): void {
  if (lacksOne && !isExempt(session)) throw new HttpProblem(refusal('second-factor-required'));
}

/** At a provider of single sign-on, the provider decides how people prove who they are. */
export const isExempt = ({ method }: Pick<Session, 'method'>): boolean => method === 'singleSignOn';

/**
 * SQL: the patient of an `admission` row with their team, which reads the admission too. No row while the patient still
 * has to follow a transfer of this admission: their team of then reads it no more.
 */
export const patientOf = (admission: string): string => /* sql */ `
  select moved.patient_id, moved.team_id from patient moved
  where moved.patient_id = ${survivorIdOf(`${admission}.patient_id`)}
    and not exists (
      select from transferred_stay s
      where s.admission_id = ${admission}.admission_id and s.team_id = moved.team_id and s.at >= moved.registered_at)`;

/** SQL: true if the user may audit the team: its admin, and the members whom the admin appointed. */
export const canAuditTeam = (teamId: string, userId: string): string => /* sql */ `exists (
  select 1 from team audited
  where audited.team_id = ${teamId}
    and (audited.admin_id = ${userId}
      or exists (
        select 1 from team_member auditor
        where auditor.team_id = audited.team_id and auditor.user_id = ${userId}
          and auditor.can_audit and not auditor.disabled)))`;

/** SQL: whether any stream may be outdated (`freshness.ts`). Here it costs no statement of its own. */
const anyStale = /* sql */ `exists (select 1 from stale_stream) as any_stale`;

/** $1 the id of the thing · $2 user. A row with its team, if the user may read the thing. */
const readableBy = (everywhere: boolean) => ({
  team: /* sql */ `
    select r.team_id, ${anyStale}, ${lacksSecondFactor('r.team_id', '$2', everywhere)} as lacks_second_factor
    from team r
    where r.team_id = $1 and ${canReadTeam('r.team_id', '$2')}`,
  // The patient's team, else a team with an admission that stayed with it when the patient was transferred.
  patient: /* sql */ `
    select r.team_id, r.patient_id, ${anyStale},
           ${lacksSecondFactor('r.team_id', '$2', everywhere)} as lacks_second_factor
    from (
      select of.patient_id, of.team_id from (
        select p.patient_id, p.team_id, 0 as nth from patient p where p.patient_id = ${survivorIdOf('$1')}
        union all
        select ${survivorIdOf('$1')}, a.team_id, 1
        from ${idsOfPatient(survivorIdOf('$1'))} ids join admission a on a.patient_id = ids.patient_id
      ) of
      where ${canReadTeam('of.team_id', '$2')}
      order by of.nth, of.team_id limit 1
    ) r`,
  // The admission's team, else the patient's: who has received a patient reads their earlier admissions.
  admission: /* sql */ `
    select r.team_id, ${survivorIdOf('r.patient_id')} as patient_id, r.owner, ${anyStale},
           ${lacksSecondFactor('r.team_id', '$2', everywhere)} as lacks_second_factor
    from (
      select of.patient_id, of.team_id, of.owner from (
        select a.patient_id, a.team_id, a.team_id as owner, 0 as nth from admission a where a.admission_id = $1
        union all
        select p.patient_id, p.team_id, a.team_id, 1
        from admission a cross join lateral (${patientOf('a')}) p where a.admission_id = $1
      ) of
      where ${canReadTeam('of.team_id', '$2')}
      order by of.nth limit 1
    ) r`,
});
export type Kind = 'team' | 'patient' | 'admission';

interface Readable {
  readonly team_id: string;
  readonly any_stale: boolean;
  readonly lacks_second_factor: boolean;
  readonly patient_id?: string;
  /** The team of an admission, where the user reads it as a member of the patient's team. */
  readonly owner?: string;
}
/** The team of a thing, for a user who may read it; undefined for other users. */
export type Rights = Readonly<Record<Kind, (id: string, userId: string) => Promise<Readable | undefined>>>;

/** @param requiresSecondFactor for every team */
export function createRights(db: Pool, requiresSecondFactor: boolean): Rights {
  const statements = readableBy(requiresSecondFactor);
  const rightsIn =
    (kind: Kind): Rights[Kind] =>
    async (id, userId) => {
      const { rows } = await db.query<Readable>({
        name: `readable-${kind}`,
        text: statements[kind],
        values: [id, userId],
      });
      return rows[0];
    };
  return { team: rightsIn('team'), patient: rightsIn('patient'), admission: rightsIn('admission') };
}

/** A team's last stay of an admission that it has transferred: it reads the chart up to the revision before. */
export interface EarlierStay {
  readonly team_id: string;
  readonly patient_id: string;
  /** The revision of the transfer. */
  readonly revision: string;
  readonly lacks_second_factor: boolean;
}

/** $1 admission or patient · $2 user */
const earlierStay = (everywhere: boolean): string => /* sql */ `
select s.team_id, s.patient_id, s.revision::text,
       ${lacksSecondFactor('s.team_id', '$2', everywhere)} as lacks_second_factor
from transferred_stay s
join admission a on a.admission_id = s.admission_id
where (s.admission_id = $1 or s.patient_id in (select ids.patient_id from ${idsOfPatient(survivorIdOf('$1'))} ids))
  and ${canReadTeam('s.team_id', '$2')}
order by s.at desc, s.revision desc limit 1`;

/** The earlier stay for a user who may not read the admission, or any of the patient, as it is now. */
export async function earlierStayOf(
  db: Pool,
  everywhere: boolean,
  id: string,
  userId: string,
): Promise<EarlierStay | undefined> {
  return (await db.query<EarlierStay>(earlierStay(everywhere), [id, userId])).rows[0];
}

/** After a deletion, the last announced change still names the team. */
const teamOfLastChange = /* sql */ `(
  select c.team_id from change c
  where c.stream = $1 and c.team_id is not null
  order by c.revision desc limit 1)`;
const isReadableTeam = (team: string): string => /* sql */ `
  select 1 from (
    select coalesce(${team}, ${teamOfLastChange}) as team_id
    -- A team that a transfer was offered to, or that has transferred it: its own answers are waited for.
    union select substr(tag, ${'team:'.length + 1}) from change c cross join unnest(c.touched) tag
    where c.stream = $1 and starts_with(tag, 'team:')
  ) moved
  where ${canReadTeam('moved.team_id', '$3')}`;

/** By the word before the first dash. $1 stream · $2 the id after the dash · $3 user. */
const knownBy: Readonly<Record<string, string>> = {
  admission: isReadableTeam('(select a.team_id from admission a where a.admission_id = $2)'),
  patient: isReadableTeam(`(select p.team_id from patient p where p.patient_id = ${survivorIdOf('$2')})`),
  team: isReadableTeam('$2'),
  // `<team>-<year>-<month>`
  access: /* sql */ `
    select 1 from (select regexp_replace($2::text, '-\\d{4}-\\d{2}$', '') as team_id) its
    where $1::text = 'access-' || $2::text and ${canAuditTeam('its.team_id', '$3')}`,
  // A person who has written a recommendation in another person's stream.
  user: /* sql */ `
    select 1 from recommendation r
    where 'user-' || r.user_id = $1 and r.user_id = $2 and r.recommender_id = $3`,
};

/** $1 stream · $2 user · $3 revision */
const isOwnWrite = /* sql */ `select from change c where c.stream = $1 and c.actor_id = $2 and c.revision = $3`;

/**
 * True if the user may know how far the rows of a stream are: of the user's own stream, of the catalogue, and of the
 * teams that the user reads. A stream without rows belongs to no team yet. A revision that the user has written is no
 * news to them: the admin account writes to teams that it does not read.
 */
export async function canKnowStream(db: Pool, stream: string, userId: string, revision: bigint): Promise<boolean> {
  const kind = stream.split('-', 1)[0] ?? '';
  const statement = knownBy[kind];
  if (statement === undefined || stream === userStream(userId)) return true;
  if (((await db.query(statement, [stream, stream.slice(kind.length + 1), userId])).rowCount ?? 0) > 0) return true;
  return ((await db.query(isOwnWrite, [stream, userId, revision])).rowCount ?? 0) > 0;
}
