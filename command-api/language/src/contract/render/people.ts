/** The names of people in answers: folded from their own streams, at most half a minute old. */
import type { User } from '../../domain/user/state.ts';

/** Reads the folded streams of people. */
export interface People {
  readonly folds: { readonly user: { loadRecent(userId: string): Promise<User> } };
}

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  /** Lower case. */
  readonly email: string;
  /** Digits only, for messaging links. */
  readonly phone: string;
  readonly name: string;
}

/** Empty texts for an unknown person. @throws LogUnavailable */
export async function personOf(people: People, userId: string): Promise<Person> {
  const user = await people.folds.user.loadRecent(userId);
  if (user.status === 'none') return { firstName: '', lastName: '', email: '', phone: '', name: '' };
  const { firstName, lastName, email, phoneNormalised: phone } = user;
  return { firstName, lastName, email, phone, name: `${firstName} ${lastName}`.trim() };
}
