/** What is true of a person's account, credentials apart. The fold of `user-<id>`. */
import type { CalendarDate } from '../calendar-date.ts';
import { type Recorded, type Touch, touchOf } from '../command.ts';
import { unknownEvent } from '../event-schema.ts';
import type { UserEvent } from './events.ts';

export interface RegisteredUser {
  readonly status: 'registered';
  readonly firstName: string;
  readonly lastName: string;
  /** Lower case. */
  readonly email: string;
  /** As typed. */
  readonly phone: string;
  readonly phoneNormalised: string;
  /** The day the account was made. */
  readonly start: CalendarDate;
  readonly touch: Touch;
}
export type User = { readonly status: 'none' } | RegisteredUser;

export const initial: User = { status: 'none' };

export function evolve(user: User, event: Recorded<UserEvent>): User {
  switch (event.type) {
    case 'UserRegistered':
      return { status: 'registered', ...event.data, touch: touchOf(event) };
    default:
      return unknownEvent(event.type, user);
  }
}
