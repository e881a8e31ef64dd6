/**
 * Invitations to teams by mail (docs/decisions/write-side/invitations.md): the team's admin or the admin account invites
 * an address, and its person joins. The list of open ones is a read (`GET /api/teams/{id}/invitations`).
 */
import * as teamCalls from 'language/contract/calls/teams';
import { InvitationToken, InviteMember } from 'language/contract/bodies/teams';
import { EmptyBody } from 'language/contract/bodies/shared';
import type { Answer, Team as TeamAnswer } from 'language/contract/entities';
import type { InvitationToTeam, TeamInvitation } from 'language/contract/invitations';
import { personOf } from 'language/contract/render/people';
import { refusal } from 'language/domain/reasons/refusal';
import { joinByInvitation } from 'language/domain/team/decide-invitations';
import type { CreatedTeam } from 'language/domain/team/state';
import type { Invitation } from '../../accounts/invitations.ts';
import { derivedId } from '../../commands/derived-id.ts';
import { forbidden, HttpProblem, notFound } from 'service-kit/http/http-problem';
import type * as z from 'zod';
import { type CommandRequest, command, openCommand, type OpenCommandRequest } from '../command-route.ts';
import type { Dependencies } from '../dependencies.ts';
import { actorInTeam, actorOf, requireAdminAccount } from '../rights.ts';
import { inviterOf, onTeam } from '../team/on-team.ts';
import { noteRefusedLink, recordEmailVerified, refuseLink } from '../user/own-account.ts';

/**
 * The team of the path, for its admin and the admin account.
 * @throws HttpProblem 404 if it does not exist for the caller, 403 for its other members
 */
async function invitingTeam(request: CommandRequest<unknown>): Promise<{ teamId: string; team: CreatedTeam }> {
  const teamId = request.param('id');
  const { isAdminAccount } = await actorOf(request);
  if (isAdminAccount) {
    await requireAdminAccount(request);
    if (request.teamHeader !== undefined && request.teamHeader !== teamId) throw forbidden();
  } else if (!(await actorInTeam(request, teamId)).isTeamAdmin) throw forbidden();
  const { state: team } = await request.dependencies.folds.team.load(teamId);
  if (team.status === 'none') throw notFound();
  return { teamId, team };
}

/** The address is not looked up among the accounts: the answer is the same, in the same time. */
async function invite(request: CommandRequest<z.output<typeof InviteMember>>): Promise<TeamInvitation> {
  const { dependencies, caller, commandId, body, client } = request;
  const { teamId, team } = await invitingTeam(request);
  if (team.members.some(({ email }) => email === body.email)) throw new HttpProblem(refusal('member-already-added'));
  const { email: own } = await personOf(dependencies, caller.userId);
  if (own === body.email) throw new HttpProblem(refusal('own-invitation'));
  await dependencies.limits.count('invite', { caller: caller.userId, address: client.address, email: body.email });
  const made = await dependencies.invitations.invite(
    { invitationId: derivedId(commandId, 'invitation'), teamId, email: body.email, role: body.role },
    inviterOf(request),
  );
  return mailed(request, made, body.language ?? client.language);
}

async function mailed(
  { dependencies, commandId }: CommandRequest<unknown>,
  invitation: Invitation,
  language: string,
): Promise<TeamInvitation> {
  const { invitationId, email } = invitation;
  await dependencies.mailLink({
    mailId: derivedId(commandId, 'mail'),
    kind: 'invitation',
    email,
    language,
    invitationId,
  });
  return listed(dependencies, invitation);
}

const listed = async (
  dependencies: Dependencies,
  { invitationId, email, role, invitedBy, sentAt, expiresAt }: Invitation,
): Promise<TeamInvitation> => ({
  _id: invitationId,
  email,
  role,
  invitedBy,
  invitedByName: (await personOf(dependencies, invitedBy)).name,
  sentAt: sentAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
});

async function sendAgain(request: CommandRequest<unknown>): Promise<TeamInvitation> {
  const { dependencies, caller, client } = request;
  const { teamId } = await invitingTeam(request);
  const known = await dependencies.invitations.findInTeam(teamId, request.param('invitationId'));
  if (!known) throw notFound();
  await dependencies.limits.count('invite', { caller: caller.userId, address: client.address, email: known.email });
  const renewed = await dependencies.invitations.renew(teamId, known.invitationId, inviterOf(request));
  if (!renewed) throw notFound();
  return mailed(request, renewed, client.language);
}

async function withdraw(request: CommandRequest<unknown>): Promise<TeamInvitation> {
  const { teamId } = await invitingTeam(request);
  const { invitations } = request.dependencies;
  const withdrawn = await invitations.withdraw(teamId, request.param('invitationId'), inviterOf(request));
  if (!withdrawn) throw notFound();
  return listed(request.dependencies, withdrawn);
}

const spent = (): HttpProblem => new HttpProblem(refusal('invitation-spent'), { field: 'token' });

/** The holder of a link reads the mailbox. @throws HttpProblem 400 for a link that is used, withdrawn or expired, 429 */
async function readInvitation({
  dependencies,
  body: { token },
  client,
}: OpenCommandRequest<z.output<typeof InvitationToken>>): Promise<InvitationToTeam> {
  const invitation =
    (await dependencies.invitations.findByToken(token)) ??
    (await refuseLink(dependencies, 'invitation', client, spent()));
  const [{ state: team }, credential, inviter] = await Promise.all([
    dependencies.folds.team.load(invitation.teamId),
    dependencies.credentials.findByEmail(invitation.email),
    personOf(dependencies, invitation.invitedBy),
  ]);
  if (team.status === 'none') throw spent();
  return {
    team: invitation.teamId,
    teamName: team.name,
    email: invitation.email,
    role: invitation.role,
    invitedByName: inviter.name,
    expiresAt: invitation.expiresAt.toISOString(),
    hasAccount: credential?.isConfirmed === true,
  };
}

/**
 * The link and a session of the account of its address: together they prove the address as well.
 * @throws HttpProblem 400 for a link that is used, withdrawn or expired, 403 in another account
 */
async function accept(request: CommandRequest<z.output<typeof InvitationToken>>): Promise<Answer<TeamAnswer>> {
  const { dependencies, caller, commandId, body, client } = request;
  const { userId } = caller;
  const { invitations, credentials } = dependencies;
  const [found, credential] = await Promise.all([
    invitations.findByToken(body.token, userId),
    credentials.findByUser(userId),
  ]);
  const invitation = found ?? (await refuseLink(dependencies, 'invitation', client, spent(), userId));
  if (!credential) throw spent();
  const { invitationId, teamId, email, role, invitedBy, sentAt } = invitation;
  if (credential.email !== email) {
    const refused = new HttpProblem(refusal('invitation-of-another-address', { email }));
    noteRefusedLink(dependencies, client, refused, userId);
    throw refused;
  }
  if (!(await invitations.use(invitationId, { userId, commandId }))) throw spent();
  if (!credential.isEmailProven) await credentials.proveEmail(userId);
  await recordEmailVerified(dependencies, userId, derivedId(commandId, 'verified'));
  const answer = await onTeam(request, teamId, {
    name: 'JoinByInvitation',
    target: userId,
    payload: { userId, email, role, invitedBy, sentAt: sentAt.toISOString() },
    decide: joinByInvitation,
    actor: () => actorOf(request),
  });
  await invitations.joined(invitationId);
  return answer;
}

export const invitationRoutes = [
  command(teamCalls.inviteMember, {
    makes: true,
    body: InviteMember,
    needsProof: true,
    answer: invite,
  }),
  command(teamCalls.sendInvitationAgain, {
    body: EmptyBody,
    needsProof: true,
    answer: sendAgain,
  }),
  command(teamCalls.withdrawInvitation, { body: EmptyBody, answer: withdraw }),
  openCommand(teamCalls.readInvitation, { body: InvitationToken, answer: readInvitation }),
  command(teamCalls.acceptInvitation, { keepsOrigin: true, body: InvitationToken, answer: accept }),
];
