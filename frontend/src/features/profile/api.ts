import * as accountCalls from 'language/contract/calls/account';
import { queryOptions } from '@tanstack/react-query';
import type { OwnProfile, ProfileForMembers, PublicProfile } from 'language/contract/profiles';
import { ApiError } from '../../platform/http/api.ts';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { session } from '../../platform/session/session.ts';

export type AnyProfile = PublicProfile | ProfileForMembers | OwnProfile;

/** On these calls `User not found` ends the session (docs/product.md, "Errors on screens"). A visitor has none. */
export const isUserNotFound = (error: unknown): boolean => ApiError.from(error).reason === 'user-not-found';

/** Read on every visit: the counts change with the person's work in all teams. */
export const profileQuery = (id: string, viewer: string | undefined) =>
  queryOptions({
    queryKey: queryKeys.profile(id, viewer),
    staleTime: 0,
    queryFn: async ({ signal }) => {
      try {
        return await api(accountCalls.getProfile, { params: { id }, signal });
      } catch (error) {
        if (isUserNotFound(error)) session.send({ type: 'tokenFailed' });
        throw error;
      }
    },
  });

export const isOwnProfile = (profile: AnyProfile): profile is OwnProfile => 'email' in profile;
