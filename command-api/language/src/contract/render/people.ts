/** The names of people in answers: folded from their own streams, at most half a minute old. */
import { HOSPITAL_INTERFACE } from '../../domain/values/codes.ts';
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

/** Where an answer has a name and no id. Pages word the id in their language. */
const hospital: Person = {
  firstName: 'Hospital',
  lastName: 'interface',
  email: '',
  phone: '',
  name: 'Hospital interface',
};

/** Empty texts for an unknown person. @throws LogUnavailable */
export async function personOf(people: People, userId: string): Promise<Person> {
  if (userId === HOSPITAL_INTERFACE) return hospital;
  const user = await people.folds.user.loadRecent(userId);
  if (user.status === 'none') return { firstName: '', lastName: '', email: '', phone: '', name: '' };
  const { firstName, lastName, email, phoneNormalised: phone } = user;
  return { firstName, lastName, email, phone, name: `${firstName} ${lastName}`.trim() };
}
