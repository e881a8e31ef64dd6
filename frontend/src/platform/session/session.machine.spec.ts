import { expect, test, vi } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { ApiError } from '../http/api.ts';
import { sessionMachine, type SessionUser, type SignInAttempt } from './session.machine.ts';

const mona: SessionUser = { token: 't1', _id: 'u1', firstName: 'Mona', lastName: 'Khalil' };
function open(
  stored: SessionUser | undefined,
  login: (input: SignInAttempt) => Promise<SessionUser> = async () => mona,
  isAtUnsavedText = false,
) {
  const actions = { store: vi.fn(), forget: vi.fn(), revoke: vi.fn(), endOnServer: vi.fn(), leaveText: vi.fn() };
  const actor = createActor(
    sessionMachine.provide({
      actors: { login: fromPromise<SessionUser, SignInAttempt>(({ input }) => login(input)) },
      guards: { isAtUnsavedText: () => isAtUnsavedText },
      actions: {
        store: (_, user) => actions.store(user),
        forget: () => actions.forget(),
        leaveText: () => actions.leaveText(),
        revoke: (_, user) => actions.revoke(user),
        endOnServer: (_, user) => actions.endOnServer(user),
      },
    }),
    { input: { stored } },
  ).start();
  return { actor, actions };
}

test('a stored session is signed in at once', () => {
  expect(open(mona).actor.getSnapshot().value).toBe('signedIn');
  expect(open(undefined).actor.getSnapshot().value).toBe('signedOut');
});

test('signing in sends the e-mail in lower case and stores the person', async () => {
  const login = vi.fn(async () => mona);
  const { actor, actions } = open(undefined, login);
  actor.send({ type: 'login', email: ' Mona@Example.org', password: 'Secret1' });
  await waitFor(actor, (snapshot) => snapshot.matches('signedIn'));
  expect(login).toHaveBeenCalledWith({ email: 'mona@example.org', password: 'Secret1' });
  expect(actions.store).toHaveBeenCalledWith(mona);
});

test('a second attempt is ignored while the first is pending', async () => {
  const login = vi.fn(async () => mona);
  const { actor } = open(undefined, login);
  actor.send({ type: 'login', email: 'a', password: 'b' });
  actor.send({ type: 'login', email: 'a', password: 'b' });
  await waitFor(actor, (snapshot) => snapshot.matches('signedIn'));
  expect(login).toHaveBeenCalledOnce();
});

test('a refused attempt has its error until the next attempt', async () => {
  const { actor } = open(undefined, () => Promise.reject(new ApiError(401, 'Wrong e-mail or password')));
  actor.send({ type: 'login', email: 'a', password: 'b' });
  const refused = await waitFor(actor, (snapshot) => snapshot.context.error !== undefined);
  expect(refused.value).toBe('signedOut');
  actor.send({ type: 'login', email: 'a', password: 'c' });
  expect(actor.getSnapshot().context.error).toBeUndefined();
});

test('logging out revokes the token and clears the stored session; a failed token only clears it', () => {
  const { actor, actions } = open(mona);
  actor.send({ type: 'logout' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'signedOut', context: { user: undefined } });
  expect(actions.revoke).toHaveBeenCalledWith(mona);
  expect(actions.forget).toHaveBeenCalledOnce();
  const second = open(mona);
  second.actor.send({ type: 'tokenFailed' });
  expect(second.actor.getSnapshot().value).toBe('signedOut');
  expect(second.actions.revoke).not.toHaveBeenCalled();
  expect(second.actions.forget).toHaveBeenCalledOnce();
});

test('with unsaved text a failed token keeps the page, and the same person signs in again', async () => {
  const login = vi
    .fn(async () => ({ ...mona, token: 't2' }))
    .mockRejectedValueOnce(new ApiError(401, 'Wrong e-mail or password'));
  const { actor, actions } = open(mona, login, true);
  actor.send({ type: 'tokenFailed' });
  expect(actions.forget).toHaveBeenCalledOnce();
  expect(actor.getSnapshot()).toMatchObject({ value: 'expired', context: { user: mona } });
  actor.send({ type: 'tokenFailed' });
  actor.send({ type: 'login', email: 'a', password: 'b' });
  expect((await waitFor(actor, (snapshot) => snapshot.context.error !== undefined)).value).toBe('expired');
  actor.send({ type: 'login', email: 'a', password: 'c' });
  await waitFor(actor, (snapshot) => snapshot.matches('signedIn'));
  expect(actor.getSnapshot().context).toEqual({
    user: { ...mona, token: 't2' },
    error: undefined,
    half: undefined,
  });
  expect(actions.store).toHaveBeenCalledExactlyOnceWith({ ...mona, token: 't2' });
});

test('logging out of an expired session does not clear the drafts of its person', () => {
  const { actor, actions } = open(mona, undefined, true);
  actor.send({ type: 'tokenFailed' });
  actor.send({ type: 'logout' });
  expect(actor.getSnapshot().value).toBe('signedOut');
  expect(actions.revoke).not.toHaveBeenCalled();
  expect(actions.forget).toHaveBeenCalledOnce();
});

test('a session that ends while no person is at its text leaves the page to the drafts', () => {
  const { actor, actions } = open(mona, undefined, false);
  actor.send({ type: 'tokenFailed' });
  expect(actor.getSnapshot().value).toBe('signedOut');
  expect(actions.leaveText).toHaveBeenCalledOnce();
  expect(actions.revoke).not.toHaveBeenCalled();
});

test('an expired page that its person leaves is left as well, and keeps the drafts', () => {
  const { actor, actions } = open(mona, undefined, true);
  actor.send({ type: 'tokenFailed' });
  expect(actions.leaveText).not.toHaveBeenCalled();
  actor.send({ type: 'unattended' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'signedOut', context: { user: undefined } });
  expect(actions.leaveText).toHaveBeenCalledOnce();
  expect(actions.revoke).not.toHaveBeenCalled();
});

test('another tab signs this tab in and out', () => {
  const { actor, actions } = open(undefined);
  actor.send({ type: 'otherTab', user: mona });
  expect(actor.getSnapshot().context.user).toEqual(mona);
  actor.send({ type: 'otherTab', user: undefined });
  expect(actor.getSnapshot().value).toBe('signedOut');
  expect(actions.store).not.toHaveBeenCalled();
});

test('a new name is shown at once and stored', () => {
  const { actor, actions } = open(mona);
  actor.send({ type: 'renamed', firstName: 'Mona', lastName: 'Farouk' });
  expect(actor.getSnapshot().context.user).toEqual({ ...mona, lastName: 'Farouk' });
  expect(actions.store).toHaveBeenCalledExactlyOnceWith({ ...mona, lastName: 'Farouk' });
});

const needed = new ApiError(401, 'Please confirm with your second factor', {
  message: 'Please confirm with your second factor',
  reason: 'second-factor-needed',
  ticket: 'ticket',
  factors: ['totp', 'recoveryCode'],
});
const refusedFor = (reason: string) => new ApiError(401, 'No', { message: 'No', reason });

test('a right password of an account with a second factor asks for it, and the ticket goes along', async () => {
  const login = vi.fn(async () => mona).mockRejectedValueOnce(needed);
  const { actor } = open(undefined, login);
  actor.send({ type: 'login', email: 'a', password: 'b' });
  const half = await waitFor(actor, (snapshot) => snapshot.context.half !== undefined);
  expect(half).toMatchObject({
    value: 'signedOut',
    context: { error: undefined, half: { factors: ['totp', 'recoveryCode'] } },
  });
  actor.send({ type: 'secondFactor', proof: { code: '123456' } });
  const signedIn = await waitFor(actor, (snapshot) => snapshot.matches('signedIn'));
  expect(login).toHaveBeenLastCalledWith({ ticket: 'ticket', code: '123456' });
  expect(signedIn.context.half).toBeUndefined();
});

test('a wrong code may be corrected; a ticket that is too old, and the way back, lead to the password', async () => {
  const login = vi
    .fn(async () => mona)
    .mockRejectedValueOnce(needed)
    .mockRejectedValueOnce(refusedFor('wrong-second-factor'))
    .mockRejectedValueOnce(refusedFor('sign-in-expired'))
    .mockRejectedValueOnce(needed);
  const { actor } = open(undefined, login);
  const failed = () => waitFor(actor, (snapshot) => snapshot.context.error !== undefined);
  actor.send({ type: 'login', email: 'a', password: 'b' });
  await waitFor(actor, (snapshot) => snapshot.context.half !== undefined);
  actor.send({ type: 'secondFactor', proof: { code: '000000' } });
  expect((await failed()).context.half?.ticket).toBe('ticket');
  actor.send({ type: 'secondFactor', proof: { code: '000001' } });
  expect((await failed()).context.half).toBeUndefined();
  actor.send({ type: 'login', email: 'a', password: 'b' });
  await waitFor(actor, (snapshot) => snapshot.context.half !== undefined);
  actor.send({ type: 'startOver' });
  expect(actor.getSnapshot()).toMatchObject({ value: 'signedOut', context: { half: undefined } });
});

test('a passkey signs in alone, also over a page whose session has ended', async () => {
  const login = vi.fn(async () => mona);
  const { actor } = open(mona, login, true);
  actor.send({ type: 'tokenFailed' });
  const answer = {
    id: 'AAAA',
    rawId: 'AAAA',
    type: 'public-key' as const,
    response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
  };
  const answered = { ticket: 't', answer };
  actor.send({ type: 'passkey', answered });
  await waitFor(actor, (snapshot) => snapshot.matches('signedIn'));
  expect(login).toHaveBeenCalledWith({ passkeyAlone: answered });
});

test('a person who leaves a locked page to another one ends the session, and keeps the drafts', () => {
  const { actor, actions } = open(mona);
  actor.send({ type: 'leave' });
  expect(actor.getSnapshot().value).toBe('signedOut');
  expect(actor.getSnapshot().context.user).toBeUndefined();
  expect(actions.endOnServer).toHaveBeenCalledWith(mona);
  expect(actions.forget).toHaveBeenCalledOnce();
  expect(actions.revoke).not.toHaveBeenCalled();
});
