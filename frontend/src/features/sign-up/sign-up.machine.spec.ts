import { expect, test, vi } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { ApiError } from '../../lib/api.ts';
import type { NewUser } from './api.ts';
import { problemsOf, signUpMachine } from './sign-up.machine.ts';

function open(register: (input: { user: NewUser; intention: string }) => Promise<void> = async () => undefined) {
  return createActor(signUpMachine.provide({ actors: { register: fromPromise<void, { user: NewUser; intention: string }>(({ input }) => register(input)) } })).start();
}
const filled = { firstName: 'Mona', lastName: 'Khalil', email: ' Mona@Example.ORG ', phone: '0100', password: 'abcdef', confirm: 'abcdef' };

test('a password is required, longer than five, and confirmed', () => {
  expect(problemsOf({ password: '', confirm: '' })).toEqual({ password: 'Password is required' });
  expect(problemsOf({ password: 'abcde', confirm: 'abcde' })).toEqual({ password: 'Too short' });
  expect(problemsOf({ password: 'abcdef', confirm: 'abcdeg' })).toEqual({ confirm: 'Passwords do not match' });
  expect(problemsOf({ password: 'abcdef', confirm: 'abcdef' })).toEqual({});
});

test('what is not complete is not sent, and says why', () => {
  const register = vi.fn(async () => undefined);
  const actor = open(register);
  actor.send({ type: 'submit' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'filling', context: { tried: true } });
  expect(register).not.toHaveBeenCalled();
});

test('the e-mail is sent in lower case, the confirmation is not sent', async () => {
  const register = vi.fn(async () => undefined);
  const actor = open(register);
  actor.send({ type: 'change', patch: filled });
  actor.send({ type: 'submit' });
  actor.send({ type: 'submit' });
  await waitFor(actor, (snapshot) => snapshot.matches('done'));
  expect(register).toHaveBeenCalledExactlyOnceWith({ user: { firstName: 'Mona', lastName: 'Khalil', email: 'mona@example.org', phone: '0100', password: 'abcdef' }, intention: expect.any(String) as string });
});

test('a lost connection keeps the intention, so that trying again makes one account; a refusal ends it', async () => {
  const keys: string[] = [];
  const errors = [new ApiError(0, 'No connection'), new ApiError(409, 'Taken'), new ApiError(0, 'No connection')];
  const actor = open(({ intention }) => { keys.push(intention); return Promise.reject(errors[keys.length - 1]!); });
  actor.send({ type: 'change', patch: filled });
  for (const error of errors) {
    actor.send({ type: 'submit' });
    await waitFor(actor, (snapshot) => snapshot.matches('filling') && snapshot.context.error === error);
  }
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[1]);
});
