import { lockAfter } from '../../platform/session/auto-lock.ts';
import { renderHook, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { isSessionLocked, session, sessionUnlocked, signedInUser } from '../../platform/session/session.ts';
import { setSignInWays, useSignInWays } from '../../platform/session/sign-in-ways.ts';
import type { SessionUser } from '../../platform/session/session.machine.ts';
import { mona, refusal, serve } from '../../testing/screen.tsx';
import { applyServerConfig, isBlockedHostname } from './server-config.ts';

test('a blocked name is blocked in any letter case, and its subdomains are not', () => {
  expect(isBlockedHostname('Copy.Example', ['copy.example'])).toBe(true);
  expect(isBlockedHostname('pharmacy.copy.example', ['copy.example'])).toBe(false);
  expect(isBlockedHostname('pharmacy.hospital.example', [])).toBe(false);
});

test('a page that still has a token signs out where sessions are cookies now', async () => {
  const config = { timeZone: 'Africa/Cairo', blockedHostnames: [] };
  const signedInAs = (user: SessionUser) => {
    session.send({ type: 'signedUp', user });
    onTestFinished(() => session.send({ type: 'otherTab', user: undefined }));
  };
  const sent = serve({ 'GET /api/config': { ...config, browserSession: 'cookie' } });
  const cookie: SessionUser = { sessionId: 's1', _id: 'u1', firstName: 'Mona', lastName: 'Farouk' };
  signedInAs(cookie);
  applyServerConfig();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(signedInUser()).toEqual(cookie);
  signedInAs(mona);
  applyServerConfig();
  await waitFor(() => expect(signedInUser()).toBeUndefined());
  expect(localStorage.getItem('session')).toBeNull();
});

test('a page of a locked session locks itself, and has the settings all the same', async () => {
  session.send({ type: 'signedUp', user: mona });
  onTestFinished(() => {
    sessionUnlocked();
    session.send({ type: 'otherTab', user: undefined });
  });
  const locked = { message: 'This session is locked', code: 'unauthorized', reason: 'session-locked' } as const;
  const sent = serve({
    'GET /api/config': ({ headers }) =>
      'authorization' in headers ? refusal(401, locked) : { timeZone: 'Africa/Cairo', blockedHostnames: [] },
  });
  applyServerConfig();
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(isSessionLocked()).toBe(true);
  expect(signedInUser()).toEqual(mona);
});

test('the settings say where passkeys work: at PUBLIC_URL, or that it is not set', async () => {
  const config = { timeZone: 'Africa/Cairo', blockedHostnames: [] };
  const { result } = renderHook(() => useSignInWays());
  onTestFinished(() => setSignInWays({ localAccounts: true, singleSignOn: undefined }));
  for (const [publicUrl, known] of [
    ['https://pharmacy.hospital.test', 'https://pharmacy.hospital.test'],
    [undefined, null],
  ]) {
    serve({ 'GET /api/config': { ...config, publicUrl } });
    applyServerConfig();
    await waitFor(() => expect(result.current.publicUrl).toBe(known));
  }
});

test('without a network a page locks when its session has ended at the latest, and not where no end is said', async () => {
  session.send({ type: 'signedUp', user: mona });
  localStorage.setItem('lastInput', String(Date.now() - 61 * 60_000));
  onTestFinished(() => {
    lockAfter();
    localStorage.clear();
    sessionUnlocked();
    session.send({ type: 'otherTab', user: undefined });
  });
  const config = { timeZone: 'Africa/Cairo', blockedHostnames: [], lockAfterMinutes: 0 };
  const sent = serve({ 'GET /api/config': config });
  applyServerConfig();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(isSessionLocked()).toBe(false);
  serve({ 'GET /api/config': { ...config, sessionIdleMinutes: 60 } });
  applyServerConfig();
  await waitFor(() => expect(isSessionLocked()).toBe(true));
});

test('where the settings are refused, people sign in with e-mail and password', async () => {
  setSignInWays({ localAccounts: undefined, singleSignOn: undefined });
  const { result } = renderHook(() => useSignInWays());
  serve({ 'GET /api/config': () => refusal(404, { message: 'Not found', code: 'notFound' }) });
  applyServerConfig();
  await waitFor(() => expect(result.current.localAccounts).toBe(true));
});
