/** How people are called in answers: from their own streams, as they stood half a minute ago at most. */
import type { User } from '../../domain/user/state.ts';

/** Where the people's own streams are folded. */
export interface People {
  readonly folds: { readonly user: { loadRecent(userId: string): Promise<User> } };
}

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  /** Lower case. */
  readonly email: string;
  /** Digits only: messaging links are built from it. */
  readonly phone: string;
  readonly name: string;
}

/** Empty texts for somebody who is not there (any more). @throws LogUnavailable */
export async function personOf(people: People, userId: string): Promise<Person> {
  const user = await people.folds.user.loadRecent(userId);
  if (user.status === 'none') return { firstName: '', lastName: '', email: '', phone: '', name: '' };
  const { firstName, lastName, email, phoneNormalised: phone } = user;
  return { firstName, lastName, email, phone, name: `${firstName} ${lastName}` };
}
