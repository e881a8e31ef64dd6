import { queryOptions } from '@tanstack/react-query';
import type { Account, Answer } from 'command-api/contract/entities';
import type { LanguageChoice } from 'command-api/contract/languages';
import type { OwnProfile, ProfileForMembers, PublicProfile, Recommendation } from 'command-api/contract/profiles';
import { ApiError, endpoint } from '../../platform/http/api.ts';
import { api } from '../../sync/client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { session } from '../../platform/session/session.ts';

export type AnyProfile = PublicProfile | ProfileForMembers | OwnProfile;
export interface ProfileEdit {
  firstName?: string;
  lastName?: string;
  phone?: string;
  title?: string;
  about?: string;
  password?: string;
  currentPassword?: string;
}

const userDetails = endpoint<AnyProfile>()('GET', '/api/users/:id/userDetails');
export const editProfile = endpoint<Answer<Account>, ProfileEdit>()('PUT', '/api/users/:id/edit');
/** The language of the account: for mails, and for a device on which none was chosen. */
export const chooseAccountLanguage = endpoint<LanguageChoice, LanguageChoice>()('PUT', '/api/users/me/language');
export const addRecommendation = endpoint<Answer<Recommendation>, { recommendation: string }>()(
  'POST',
  '/api/users/addRecomm/:userId',
);
export const acceptRecommendation = endpoint<Answer<Recommendation>, { isAccepted: boolean }>()(
  'PUT',
  '/api/users/recommendations/:recommendationId',
);

/** On these calls `User not found` ends the session (docs/product.md, "Errors on screens"). A visitor has none. */
export const isUserNotFound = (error: unknown): boolean => ApiError.from(error).reason === 'user-not-found';

/** Read on every visit: the counts change with the person's work in all teams. */
export const profileQuery = (id: string, viewer: string | undefined) =>
  queryOptions({
    queryKey: queryKeys.profile(id, viewer),
    staleTime: 0,
    queryFn: async ({ signal }) => {
      try {
        return await api(userDetails, { params: { id }, signal });
      } catch (error) {
        if (isUserNotFound(error)) session.send({ type: 'tokenFailed' });
        throw error;
      }
    },
  });

export const isOwnProfile = (profile: AnyProfile): profile is OwnProfile => 'email' in profile;
