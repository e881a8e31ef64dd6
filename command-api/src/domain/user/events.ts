/** What can happen on `user-<id>`. Credentials are no events: they lie in `accounts`. */
import * as z from 'zod';
import { CalendarDate } from '../calendar-date.ts';
import type { EventsOf } from '../event-schema.ts';

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
};
export type UserEvent = EventsOf<typeof userEvents>;

export const userStream = (userId: string): string => `user-${userId}`;
