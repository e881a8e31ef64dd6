/** What can happen on `user-<id>`. Credentials are no events: they lie in `accounts`. */
import * as z from 'zod';
import { CalendarDate } from '../values/calendar-date.ts';
import type { EventsOf } from '../event-schema.ts';
import { Id } from '../values/fields.ts';
import { RichText } from '../values/rich-text.ts';

export const userEvents = {
  UserRegistered: z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    /** As typed. */
    phone: z.string(),
    /** Digits only, Arabic-Indic digits folded; what messaging links are built from. */
    phoneNormalised: z.string(),
    start: CalendarDate,
  }),
  /** The whole profile as it stands after the change. */
  UserProfileChanged: z.object({
    firstName: z.string(),
    lastName: z.string(),
    phone: z.string(),
    phoneNormalised: z.string(),
    title: z.string(),
    about: RichText,
  }),
  /**
   * The person has shown that mail to this address reaches them, and whoever signed up with it before is locked out.
   */
  UserEmailVerified: z.object({ email: z.string() }),
  /** On the stream of the person who is recommended. Hidden until they publish it. */
  RecommendationWritten: z.object({ recommendationId: Id, recommenderId: Id, recommendation: RichText }),
  RecommendationPublished: z.object({ recommendationId: Id }),
  RecommendationHidden: z.object({ recommendationId: Id }),
  /** A person's own note for a drug and an error type, to be copied into entries. */
  UserErrorTemplateSaved: z.object({ templateId: Id, errDrugTradeId: Id, errType: Id, errNote: RichText }),
  UserErrorTemplateDeleted: z.object({ templateId: Id }),
};
export type UserEvent = EventsOf<typeof userEvents>;

export const userStream = (userId: string): string => `user-${userId}`;

/** A recommendation's id names the person who is recommended, so that its stream can be found: `<userId>.<part>`. */
export const recommendationId = (userId: string, part: string): string => `${userId}.${part}`;
export const userOfRecommendation = (id: string): string => id.slice(0, Math.max(0, id.lastIndexOf('.')));
