/** Calls of a mailed invitation. They are apart from those of the landing page, which loads no query client. */
import { queryOptions } from '@tanstack/react-query';
import type { Answer, Team } from 'command-api/contract/entities';
import type { InvitationToTeam } from 'command-api/contract/invitations';
import { endpoint } from '../../platform/http/api.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { api } from '../../sync/client.ts';

const readInvitation = endpoint<InvitationToTeam, { token: string }>()('POST', '/api/invitations/read');
export const acceptInvitation = endpoint<Answer<Team>, { token: string }>()('POST', '/api/invitations/accept');
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: queryKeys.invitation(token),
    enabled: token !== '',
    staleTime: Infinity,
    queryFn: ({ signal }) => api(readInvitation, { body: { token }, signal }),
  });
