import { expect, test } from 'vitest';
import { specificationOf } from '../specification.ts';
import { by, people, today } from '../specification-people.ts';
import { registerUser } from './decide.ts';
import type { UserEvent } from './events.ts';
import { evolve, initial } from './state.ts';

const given = specificationOf({ initial, evolve });

const account = { firstName: 'Mona', lastName: 'Adel', email: 'mona@hospital.example', phone: '+20 ١٠٠ 123 4567' };
const registered: UserEvent = { type: 'UserRegistered', data: { ...account, phoneNormalised: '01001234567', start: today } };

test('signing up keeps the phone as typed and as messaging links need it, and counts from today', () =>
  given().when(registerUser, by(people.outsider, account)).then(registered));

test('signing up again with the same e-mail writes nothing, so that a registration cut off half-way can be taken up again', () =>
  given(registered).when(registerUser, by(people.outsider, { ...account, phone: '' })).thenNothing());

test('an account is never taken over by another e-mail', () =>
  given(registered)
    .when(registerUser, by(people.outsider, { ...account, email: 'other@hospital.example' }))
    .thenRejected('conflict', 'This account already exists'));

test('what is true of a person is what they signed up with', () => {
  expect(given().state).toEqual({ status: 'none' });
  expect(given(registered).state).toMatchObject({ status: 'registered', ...registered.data, touch: { version: 0n } });
});
