import { queryOptions } from '@tanstack/react-query';
import type { TeamRole } from 'command-api/contract/accounts';
import type { TeamInvitation } from 'command-api/contract/invitations';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { api } from '../../sync/client.ts';
import type { Answer, Team } from 'command-api/contract/entities';
import type { Specialty } from 'command-api/domain/values/codes';
import { endpoint } from '../../platform/http/api.ts';

export const createTeam = endpoint<Answer<Team>, { name: string; specialty: Specialty; about: string }>()(
  'POST',
  '/api/teams',
);
export const addMember = endpoint<Answer<Team>, { email: string }>()('POST', '/api/teams/:id/members');
export const editTeam = endpoint<
  Answer<Team>,
  Partial<{
    name: string;
    specialty: Specialty;
    about: string;
    cloudName: string;
    uploadPreset: string;
    chatAllowed: boolean;
    secondFactorRequired: boolean;
    exportLanguage: string;
    receivesTransfers: boolean;
  }>
>()('PUT', '/api/teams/:id/edit');
export const offerAdmin = endpoint<Answer<Team>, { userId: string }>()('PUT', '/api/teams/:id/admin/offer');
export const withdrawAdminOffer = endpoint<Answer<Team>>()('DELETE', '/api/teams/:id/admin/offer');
export const answerAdminOffer = endpoint<Answer<Team>, { accept: boolean }>()('PUT', '/api/teams/:id/admin/answer');
const invitations = endpoint<TeamInvitation[]>()('GET', '/api/teams/:id/invitations');
export const inviteMember = endpoint<TeamInvitation, { email: string; role: TeamRole; language: string }>()(
  'POST',
  '/api/teams/:id/invitations',
);
export const sendInvitationAgain = endpoint<TeamInvitation, object>()(
  'POST',
  '/api/teams/:id/invitations/:invitationId/send',
);
export const withdrawInvitation = endpoint<TeamInvitation>()('DELETE', '/api/teams/:id/invitations/:invitationId');
/** Read on every visit: no live note tells of invitations. */
export const invitationsQuery = (team: string) =>
  queryOptions({
    queryKey: queryKeys.invitations(team),
    staleTime: 0,
    queryFn: ({ signal }) => api(invitations, { params: { id: team }, signal }),
  });
export const removeMember = endpoint<Answer<Team>>()('DELETE', '/api/teams/:id/members/:userId');
export const appointAuditor = endpoint<Answer<Team>, { canAudit: boolean }>()('PUT', '/api/teams/:id/members/:userId');
/** A disabled member may do and read nothing. Enabled again, they have the rights of their role. */
export const disableMember = endpoint<Answer<Team>, { disabled: boolean }>()('PUT', '/api/teams/:id/members/:userId');
export const changeRole = endpoint<Answer<Team>, { role: TeamRole }>()('PUT', '/api/teams/:id/members/:userId');
