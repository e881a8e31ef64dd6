import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Problem } from 'language/contract/entities';
import { newestMail, tokenIn } from '../../testing/mail-inbox.ts';
import { type Caller, PASSWORD, startTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
let mona: Caller;
beforeAll(async () => {
  environment = await startTestEnvironment({ COMMON_PASSWORDS: 'refuse' });
  mona = await environment.signUp('Mona');
});
afterAll(() => environment.stop());

const refused = (reason: string) => ({ status: 400, body: { reason, fields: { password: expect.any(String) } } });

test('sign-up refuses a common password and the own name, and accepts another one', async () => {
  const signUp = (password: string) =>
    environment.send<Problem>('POST', '/api/users', {
      firstName: 'Omar',
      lastName: 'Nabil',
      email: 'omar.nabil@hospital.test',
      password,
    });
  expect(await signUp('password')).toMatchObject(refused('password-too-common'));
  expect(await signUp('omar.nabil1')).toMatchObject(refused('password-is-own-name'));
  expect(await signUp('a walk by the river')).toMatchObject({ status: 201 });
});

test('a change of the own password compares with the account’s name and address', async () => {
  const change = (password: string) =>
    mona.put<Problem>(`/api/users/${mona.me._id}/edit`, { password, currentPassword: PASSWORD });
  expect(await change('qwerty')).toMatchObject(refused('password-too-common'));
  expect(await change(mona.me.email)).toMatchObject(refused('password-is-own-name'));
});

test('a mailed link compares with the name of its account, and a refused password does not use it', async () => {
  await environment.send('POST', '/api/users/login', { email: mona.me.email, forgetPW: true });
  const token = tokenIn(await newestMail(environment, mona.me.email, 2));
  const reset = (password: string) =>
    environment.send<Problem>('POST', '/api/users/resetPassword', { token, password });
  expect(await reset('letmein')).toMatchObject(refused('password-too-common'));
  expect(await reset(`${mona.me.firstName}${mona.me.lastName}9`)).toMatchObject(refused('password-is-own-name'));
  expect(await reset('a walk by the sea')).toMatchObject({ status: 200 });
});
