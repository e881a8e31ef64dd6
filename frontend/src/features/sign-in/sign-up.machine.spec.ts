import { expect, test, vi } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { ApiError } from '../../platform/http/api.ts';
import { type NewUser, signUpProblems, signUpMachine } from './sign-up.machine.ts';

function open(
  register: (input: { user: NewUser; idempotencyKey: string }) => Promise<void> = async () => undefined,
  solveCaptcha: () => Promise<string | undefined> = async () => undefined,
) {
  const actors = {
    register: fromPromise<void, { user: NewUser; idempotencyKey: string }>(({ input }) => register(input)),
    solveCaptcha: fromPromise<string | undefined>(solveCaptcha),
  };
  return createActor(signUpMachine.provide({ actors }), { input: { invitation: undefined } }).start();
}
const filled = {
  firstName: 'Mona',
  lastName: 'Khalil',
  email: ' Mona@Example.ORG ',
  phone: '0100',
  password: 'abcdef',
  confirm: 'abcdef',
};

test('a password is required, longer than five, and confirmed', () => {
  expect(signUpProblems({ password: '', confirm: '' })).toEqual({ password: 'Password is required' });
  expect(signUpProblems({ password: 'abcde', confirm: 'abcde' })).toEqual({ password: 'Too short' });
  expect(signUpProblems({ password: 'abcdef', confirm: 'abcdeg' })).toEqual({ confirm: 'Passwords do not match' });
  expect(signUpProblems({ password: 'abcdef', confirm: 'abcdef' })).toEqual({});
});

test('an incomplete form is not sent and shows its problems', () => {
  const register = vi.fn(async () => undefined);
  const actor = open(register);
  actor.send({ type: 'submit' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'filling', context: { hasTried: true } });
  expect(register).not.toHaveBeenCalled();
});

test('the e-mail is sent in lower case, the confirmation is not sent', async () => {
  const register = vi.fn(async () => undefined);
  const actor = open(register);
  actor.send({ type: 'change', patch: filled });
  actor.send({ type: 'submit' });
  actor.send({ type: 'submit' });
  await waitFor(actor, (snapshot) => snapshot.matches('done'));
  expect(register).toHaveBeenCalledExactlyOnceWith({
    user: { firstName: 'Mona', lastName: 'Khalil', email: 'mona@example.org', phone: '0100', password: 'abcdef' },
    idempotencyKey: expect.any(String) as string,
  });
});

test('a retry after a lost connection keeps the idempotency key; a retry after a refusal has a new one', async () => {
  const keys: string[] = [];
  const errors = [new ApiError(0, 'No connection'), new ApiError(409, 'Taken'), new ApiError(0, 'No connection')];
  const actor = open(({ idempotencyKey }) => {
    keys.push(idempotencyKey);
    return Promise.reject(errors[keys.length - 1]!);
  });
  actor.send({ type: 'change', patch: filled });
  for (const error of errors) {
    actor.send({ type: 'submit' });
    await waitFor(actor, (snapshot) => snapshot.matches('filling') && snapshot.context.error === error);
  }
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[1]);
});

test('the form waits for the CAPTCHA and is sent with its proof; each attempt has its own proof', async () => {
  const tokens: (string | undefined)[] = [];
  let proofs = 0;
  const actor = open(
    ({ user }) => {
      tokens.push(user.token);
      return tokens.length === 1 ? Promise.reject(new ApiError(0, 'No connection')) : Promise.resolve();
    },
    async () => `proof-${(proofs += 1)}`,
  );
  actor.send({ type: 'change', patch: filled });
  actor.send({ type: 'submit' });
  expect(actor.getSnapshot().value).toBe('checking');
  actor.send({ type: 'change', patch: { firstName: 'Ignored' } });
  await waitFor(actor, (snapshot) => snapshot.matches('filling'));
  actor.send({ type: 'submit' });
  const { context } = await waitFor(actor, (snapshot) => snapshot.matches('done'));
  expect(tokens).toEqual(['proof-1', 'proof-2']);
  expect(context.form.firstName).toBe('Mona');
});

test('a failed CAPTCHA brings the form back with its reason, and nothing is sent', async () => {
  const register = vi.fn(async () => undefined);
  const actor = open(register, () => Promise.reject(new Error('Not solved')));
  actor.send({ type: 'change', patch: filled });
  actor.send({ type: 'submit' });
  const { context } = await waitFor(
    actor,
    (snapshot) => snapshot.matches('filling') && snapshot.context.error !== undefined,
  );
  expect(context.error?.message).toBe('Not solved');
  expect(register).not.toHaveBeenCalled();
});
