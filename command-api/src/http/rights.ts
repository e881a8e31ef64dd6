/**
 * The caller's rights, read from the streams before `decide` runs. A team that the caller is not in does not exist for
 * them: 404 (docs/product.md, "Visibility").
 */
import type { Actor } from 'language/domain/command';
import type { Team } from 'language/domain/team/state';
import type { BatchInstant } from 'service-kit/aggregates/fold-cache';
import { refusal } from 'language/domain/reasons/refusal';
import { forbidden, HttpProblem, notFound } from 'service-kit/http/http-problem';
import type { CommandRequest } from './command-route.ts';
import type { Dependencies } from './dependencies.ts';

type Who = Pick<CommandRequest<unknown>, 'dependencies' | 'caller' | 'teamHeader'>;

/** The caller outside any team: for the catalogue, or a new team. */
export async function actorOf({ dependencies, caller }: Pick<Who, 'dependencies' | 'caller'>): Promise<Actor> {
  const isAdminAccount = await isAdminAccountOf(dependencies, caller.userId);
  return { id: caller.userId, isMember: false, isTeamAdmin: false, canEdit: false, isPhysic: false, isAdminAccount };
}

/**
 * For what concerns the whole installation. Where every team requires a second factor, the admin account needs one too.
 * @throws HttpProblem 403 for any other caller
 */
export async function requireAdminAccount(who: Pick<Who, 'dependencies' | 'caller'>): Promise<Actor> {
  const actor = await actorOf(who);
  if (!actor.isAdminAccount) throw forbidden();
  if (who.dependencies.requiresSecondFactor) await refuseWithoutSecondFactor(who);
  return actor;
}

/** The admin account is the one of ADMIN_EMAIL with a proven e-mail: signing up with that e-mail gives no right. */
async function isAdminAccountOf({ folds, adminEmail }: Dependencies, userId: string): Promise<boolean> {
  const recent = await folds.user.loadRecent(userId);
  if (recent.status === 'none' || recent.email !== adminEmail) return false;
  // A proven e-mail stays proven. An unproven one may just have been proven through another process.
  if (recent.emailVerified) return true;
  const { state } = await folds.user.load(userId);
  return state.status === 'registered' && state.emailVerified;
}

/**
 * The caller in the team that a thing belongs to, as the team was when the call came in, or later: a removed or disabled
 * member is refused at once.
 * @param teamId undefined if the thing does not exist
 * @throws HttpProblem 404 if the team does not exist for the caller; 403 if the `team` header names another team, or if
 * the team requires a second factor and the caller has none
 */
export async function actorInTeam(who: Who, teamId: string | undefined, instant?: BatchInstant): Promise<Actor> {
  if (teamId === undefined) throw notFound();
  const [outside, { state }] = await Promise.all([actorOf(who), loadTeam(who, teamId, instant)]);
  return memberOf(who, teamId, state, outside);
}

/**
 * As `actorInTeam`; the admin account may be outside the team (docs/product.md, "Erasing a patient"). A team's
 * requirement of a second factor holds for it as for a member.
 */
export async function actorInTeamOrAdminAccount(
  who: Who,
  teamId: string | undefined,
  instant?: BatchInstant,
): Promise<Actor> {
  if (teamId === undefined) throw notFound();
  const [outside, { state }] = await Promise.all([actorOf(who), loadTeam(who, teamId, instant)]);
  if (!outside.isAdminAccount || state.status === 'none') return memberOf(who, teamId, state, outside);
  refuseOtherHeader(who, teamId);
  if (state.secondFactorRequired || who.dependencies.requiresSecondFactor) await refuseWithoutSecondFactor(who);
  return outside;
}

const loadTeam = ({ dependencies, caller }: Who, teamId: string, instant: BatchInstant | undefined) =>
  dependencies.folds.team.load(teamId, instant, caller.teamMark);

/**
 * The caller in the team that a patient or an admission belongs to.
 * @param earlier the teams that it was transferred from
 * @throws HttpProblem as `actorInTeam`; 403 for a member of an earlier team: a screen or an outbox may not know of the
 * transfer yet, and must not say that the thing is gone
 */
export async function actorOfTransferable(
  who: Who,
  teamId: string | undefined,
  earlier: readonly string[],
  reason: 'admission-transferred' | 'patient-transferred',
  instant?: BatchInstant,
): Promise<Actor> {
  try {
    return await actorInTeam(who, teamId, instant);
  } catch (error) {
    for (const one of new Set(earlier))
      if (one !== teamId && (await isMember({ ...who, teamHeader: undefined }, one)))
        throw new HttpProblem(refusal(reason));
    throw error;
  }
}

const isMember = (who: Who, teamId: string): Promise<boolean> =>
  actorInTeam(who, teamId).then(
    () => true,
    (error: unknown) => {
      if (error instanceof HttpProblem) return false;
      throw error;
    },
  );

/** The caller in this state of the team. @throws HttpProblem as `actorInTeam` */
export const actorIn = async (who: Who, teamId: string, team: Team): Promise<Actor> =>
  memberOf(who, teamId, team, await actorOf(who));

async function memberOf(who: Who, teamId: string, team: Team, outside: Actor): Promise<Actor> {
  if (team.status === 'none') throw notFound();
  const member = team.members.find(({ userId, disabled }) => userId === who.caller.userId && !disabled);
  const isTeamAdmin = team.adminId === who.caller.userId;
  if (!member && !isTeamAdmin) throw notFound();
  refuseOtherHeader(who, teamId);
  if (team.secondFactorRequired || who.dependencies.requiresSecondFactor) await refuseWithoutSecondFactor(who);
  return {
    ...outside,
    isMember: member !== undefined,
    isTeamAdmin,
    canEdit: member?.role === 'pharmacist',
    isPhysic: member?.role === 'physician',
  };
}

function refuseOtherHeader({ teamHeader }: Who, teamId: string): void {
  if (teamHeader !== undefined && teamHeader !== teamId) throw forbidden();
}

/**
 * For rights that need a second factor. At a provider of single sign-on, the provider decides how people prove who they
 * are.
 * @throws HttpProblem 403
 */
export async function refuseWithoutSecondFactor(who: Pick<Who, 'dependencies' | 'caller'>): Promise<void> {
  if (!(await hasSecondFactor(who))) throw new HttpProblem(refusal('second-factor-required'));
}

/** True for a second factor of the account, or of the provider that the session began at. */
export const hasSecondFactor = async ({
  dependencies,
  caller,
}: Pick<Who, 'dependencies' | 'caller'>): Promise<boolean> =>
  caller.method === 'singleSignOn' || (await dependencies.secondFactors.kindsOf(caller.userId)) !== undefined;
