import { afterEach, expect, test, vi } from 'vitest';
import { resumeSignOut, signOutOnServer } from './sign-out.ts';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
  localStorage.clear();
});

/** A server that answers one after the other; `undefined` is no answer. @returns the calls, with their session */
function serve(...answers: (number | undefined)[]) {
  const calls: (string | null)[] = [];
  globalThis.fetch = async (_input, init) => {
    const headers = new Headers(init?.headers);
    calls.push(headers.get('x-session') ?? headers.get('authorization'));
    const status = answers.shift();
    if (status === undefined) throw new TypeError('Failed to fetch');
    return new Response('{"message":"x","code":"x","reason":"token-failed"}', { status });
  };
  return calls;
}
const waiting = () => localStorage.getItem('endingSession');

test('the session of a cookie is ended when the network is back, also by a later page', async () => {
  const calls = serve(undefined, undefined, 200, 200);
  signOutOnServer({ sessionId: 's-1' });
  await vi.waitFor(() => expect(calls).toHaveLength(1), { timeout: 10_000 });
  expect(waiting()).toBe('s-1');
  resumeSignOut();
  await vi.waitFor(() => expect(waiting()).toBeNull(), { timeout: 5_000 });
  // Each of the two pages tries until it is answered.
  await vi.waitFor(() => expect(calls).toEqual(['s-1', 's-1', 's-1', 's-1']), { timeout: 5_000 });
});

test('it is ended when a newer sign-in has replaced the cookie', async () => {
  const calls = serve(401);
  signOutOnServer({ sessionId: 's-1' });
  await vi.waitFor(() => expect(waiting()).toBeNull(), { timeout: 10_000 });
  expect(calls).toEqual(['s-1']);
});

test('a token is not kept: without a network it expires by itself', async () => {
  const calls = serve(undefined);
  signOutOnServer({ token: 't-1' });
  await vi.waitFor(() => expect(calls).toEqual(['bearer t-1']), { timeout: 10_000 });
  expect(localStorage).toHaveLength(0);
});

test('without a sign-out nothing is sent', () => {
  const calls = serve();
  resumeSignOut();
  expect(calls).toEqual([]);
});

test('a session that began at the provider of single sign-on ends there as well', async () => {
  const left: string[] = [];
  const leave = (address: string): void => void left.push(address);
  for (const next of ['https://login.example/end?x=1', 'javascript:alert(1)', undefined]) {
    globalThis.fetch = async () => new Response(JSON.stringify({ message: 'Signed out', next }));
    signOutOnServer({ token: 't-1' }, leave);
    signOutOnServer({ sessionId: 's-1' }, leave);
    await vi.waitFor(() => expect(waiting()).toBeNull(), { timeout: 10_000 });
  }
  await vi.waitFor(() => expect(left).toEqual(['https://login.example/end?x=1', 'https://login.example/end?x=1']), {
    timeout: 10_000,
  });
});
