/** Renders a user in the contract's shape. The query API answers the same from its rows. */
import type * as contract from '../entities.ts';
import type * as profiles from '../profiles.ts';
import { revisionToJson } from '../../domain/values/revision.ts';
import { withPcne } from '../../domain/values/pcne.ts';
import type { ErrorTemplate, Recommendation, RegisteredUser } from '../../domain/user/state.ts';
import { type People, personOf } from './people.ts';

/** An account without the counts of the read side: reviews and patients (`GET /api/users/me`). */
export const renderUser = (userId: string, user: RegisteredUser, adminEmail: string | undefined): contract.Account => ({
  _id: userId,
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  phone: user.phone,
  title: user.title,
  about: user.about,
  start: user.start,
  emailVerified: user.emailVerified,
  isAdminAccount: user.emailVerified && user.email === adminEmail,
  version: revisionToJson(user.touch.version),
});

export async function renderRecommendation(
  people: People,
  userId: string,
  { recommendationId, recommenderId, recommendation, isAccepted, touch }: Recommendation,
): Promise<profiles.Recommendation> {
  const { name: recommenderName } = await personOf(people, recommenderId);
  return {
    _id: recommendationId,
    user: userId,
    recommender: recommenderId,
    recommenderName,
    recommendation,
    isAccepted,
    version: revisionToJson(touch.version),
  };
}

export const renderErrorTemplate = (
  userId: string,
  { templateId, errDrugTradeId, errType, errNote, pcne, touch }: ErrorTemplate,
): profiles.UserErrorTemplate => ({
  _id: templateId,
  userId,
  errDrugTradeId,
  errType,
  errNote,
  ...withPcne(pcne),
  version: revisionToJson(touch.version),
});
