/** Calls of a mailed invitation. They are apart from those of the landing page, which loads no query client. */
import * as teamCalls from 'language/contract/calls/teams';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { api } from '../../sync/client.ts';

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: queryKeys.invitation(token),
    enabled: token !== '',
    staleTime: Infinity,
    queryFn: ({ signal }) => api(teamCalls.readInvitation, { body: { token }, signal }),
  });
