/** What is allowed with an account. That an e-mail is free has been settled in `accounts` before this runs (rule 5). */
import { type Command, Rejection } from '../command.ts';
import { normalisePhone } from '../phone.ts';
import type { UserEvent } from './events.ts';
import type { User } from './state.ts';

export interface RegisterUser {
  readonly firstName: string;
  readonly lastName: string;
  /** Lower case. */
  readonly email: string;
  /** As typed. */
  readonly phone: string;
}

/** Specification §2, sign-up. A repeat writes nothing, so that a registration cut off half-way can be taken up again. */
export function registerUser(user: User, command: Command<RegisterUser>): UserEvent[] {
  const { firstName, lastName, email, phone } = command;
  if (user.status === 'registered') {
    if (user.email === email) return [];
    throw new Rejection('conflict', 'This account already exists');
  }
  return [{ type: 'UserRegistered', data: { firstName, lastName, email, phone, phoneNormalised: normalisePhone(phone), start: command.today } }];
}
