/** The events of `user-<id>`. Credentials are not events: they are stored in the schema `accounts`. */
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
    /** ASCII digits only, for messaging links. */
    phoneNormalised: z.string(),
    start: CalendarDate,
  }),
  /** The whole profile after the change. */
  UserProfileChanged: z.object({
    firstName: z.string(),
    lastName: z.string(),
    phone: z.string(),
    phoneNormalised: z.string(),
    title: z.string(),
    about: RichText,
  }),
  /** The person has received mail at this address. An earlier sign-up by another person with it is locked out. */
  UserEmailVerified: z.object({ email: z.string() }),
  /** On the stream of the recommended person. Hidden until they publish it. */
  RecommendationWritten: z.object({ recommendationId: Id, recommenderId: Id, recommendation: RichText }),
  RecommendationPublished: z.object({ recommendationId: Id }),
  RecommendationHidden: z.object({ recommendationId: Id }),
  /** A personal note for a drug and an error type, for use in entries. */
  UserErrorTemplateSaved: z.object({
    templateId: Id,
    errDrugTradeId: Id,
    errType: Id,
    errNote: RichText,
    pcne: z.array(z.string()).exactOptional(),
  }),
  UserErrorTemplateDeleted: z.object({ templateId: Id }),
};
export type UserEvent = EventsOf<typeof userEvents>;

export const userStream = (userId: string): string => `user-${userId}`;

/** The id of a recommendation is `<userId>.<part>`: it leads to the stream of the recommended person. */
export const recommendationId = (userId: string, part: string): string => `${userId}.${part}`;
export const userOfRecommendation = (id: string): string => id.slice(0, Math.max(0, id.lastIndexOf('.')));
