/** The state of a person, folded from `user-<id>`: profile, recommendations, own error templates. */
import type { CalendarDate } from '../values/calendar-date.ts';
import { type Recorded, type Touch, touchOf } from '../command.ts';
import { unknownEvent } from '../event-schema.ts';
import type { UserEvent } from './events.ts';

export interface Recommendation {
  readonly recommendationId: string;
  readonly recommenderId: string;
  /** HTML. */
  readonly recommendation: string;
  /** Published by its owner. */
  readonly isAccepted: boolean;
  readonly touch: Touch;
}
export interface ErrorTemplate {
  readonly templateId: string;
  readonly errDrugTradeId: string;
  readonly errType: string;
  /** HTML. */
  readonly errNote: string;
  /** The PCNE codes that it brings into an entry. */
  readonly pcne?: readonly string[];
  readonly touch: Touch;
}

/** `touch`: the last change of the profile. Recommendations and templates have their own. */
export interface RegisteredUser {
  readonly status: 'registered';
  readonly firstName: string;
  readonly lastName: string;
  /** Lower case. */
  readonly email: string;
  /** The person has received mail at this address. */
  readonly emailVerified: boolean;
  /** As typed. */
  readonly phone: string;
  readonly phoneNormalised: string;
  readonly title: string;
  /** HTML. */
  readonly about: string;
  /** The day the account was made. */
  readonly start: CalendarDate;
  readonly recommendations: readonly Recommendation[];
  readonly errorTemplates: readonly ErrorTemplate[];
  readonly touch: Touch;
}
export type User = { readonly status: 'none' } | RegisteredUser;

export const initial: User = { status: 'none' };

/** Total: an event that does not fit changes nothing. */
export function evolve(user: User, event: Recorded<UserEvent>): User {
  const touch = touchOf(event);
  if (event.type === 'UserRegistered')
    return {
      status: 'registered',
      ...event.data,
      emailVerified: false,
      title: '',
      about: '',
      recommendations: [],
      errorTemplates: [],
      touch,
    };
  if (user.status === 'none') return user;

  const accepted = (id: string, isAccepted: boolean): User => ({
    ...user,
    recommendations: user.recommendations.map((one) =>
      one.recommendationId === id ? { ...one, isAccepted, touch } : one,
    ),
  });
  switch (event.type) {
    case 'UserProfileChanged':
      return { ...user, ...event.data, touch };
    case 'UserEmailVerified':
      return { ...user, emailVerified: event.data.email === user.email };
    case 'RecommendationWritten':
      return { ...user, recommendations: [...user.recommendations, { ...event.data, isAccepted: false, touch }] };
    case 'RecommendationPublished':
      return accepted(event.data.recommendationId, true);
    case 'RecommendationHidden':
      return accepted(event.data.recommendationId, false);
    case 'UserErrorTemplateSaved':
      return { ...user, errorTemplates: [...user.errorTemplates, { ...event.data, touch }] };
    case 'UserErrorTemplateDeleted':
      return {
        ...user,
        errorTemplates: user.errorTemplates.filter(({ templateId }) => templateId !== event.data.templateId),
      };
    default:
      return unknownEvent(event, user);
  }
}
