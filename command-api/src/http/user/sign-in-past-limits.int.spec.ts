import { randomUUID } from 'node:crypto';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/sha';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Problem } from 'language/contract/entities';
import {
  cheapPasswords,
  PASSWORD,
  startTestEnvironment,
  type TestEnvironment,
} from '../../testing/test-environment.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  // The product's challenge of a sign-in takes 1.2 million hashes.
  const parts = { passwords: await cheapPasswords(), captchaWork: { least: 80, most: 160 } };
  environment = await startTestEnvironment({ RATE_LIMIT: 'on', CAPTCHA: 'altcha' }, parts);
});
afterAll(() => environment.stop());

const solved = async (purpose: string): Promise<string> => {
  const { body: challenge } = await environment.send<Challenge>('GET', `/api/config/captcha?for=${purpose}`);
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
};
interface Answer {
  readonly status: number;
  readonly wait: string | null;
  readonly cookie: string | null;
  readonly body: Problem;
}
const post = async (path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> => {
  const answer = await fetch(environment.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.0.0.1', ...headers },
    body: JSON.stringify(body),
  });
  return {
    status: answer.status,
    wait: answer.headers.get('retry-after'),
    cookie: answer.headers.get('set-cookie'),
    body: (await answer.json()) as Problem,
  };
};
const signUp = async (headers: Record<string, string> = {}) => {
  const email = `${randomUUID()}@hospital.test`;
  const account = { firstName: 'Mona', lastName: 'Adel', email, phone: '', password: PASSWORD };
  const answer = await post('/api/users', { ...account, token: await solved('signUp') }, headers);
  expect(answer.status).toBe(201);
  return { email, answer };
};
const login = (email: string, more: object = {}, headers: Record<string, string> = {}) =>
  post('/api/users/login', { email, password: PASSWORD, ...more }, headers);
const lockOut = async (email: string): Promise<void> => {
  for (let n = 0; n < 10; n += 1) await login(email, { password: `guess-${n}` });
  expect((await login(email)).status).toBe(429);
};

test('a sign-in marks the device, and from there the account signs in past the limits', async () => {
  const { email, answer } = await signUp();
  expect(answer.cookie).toMatch(/^device=[\w.-]+; path=\/; expires=[^;]+; samesite=lax; httponly$/i);
  expect(answer.cookie).not.toContain(email);
  await lockOut(email);
  const cookie = answer.cookie?.split(';')[0] ?? '';
  const again = await login(email, {}, { cookie });
  expect(again.status).toBe(200);
  // The days begin again.
  expect(again.cookie).toMatch(/^device=/);
  // Another account is not known there.
  const { email: other } = await signUp();
  await lockOut(other);
  expect((await login(other, {}, { cookie })).status).toBe(429);
});

test('over TLS the mark is Secure, and no other host can set it', async () => {
  const { answer } = await signUp({ 'x-forwarded-proto': 'https' });
  expect(answer.cookie).toMatch(/^__Host-device=[\w.-]+; path=\/; expires=[^;]+; samesite=lax; secure; httponly$/i);
});

test('a refusal says that a calculation lets pass, and it does', async () => {
  const { email } = await signUp();
  await lockOut(email);
  const refused = await login(email);
  expect(refused).toMatchObject({
    status: 429,
    body: {
      code: 'tooMany',
      reason: 'proof-lets-pass',
      message: 'Too many attempts: a short calculation by your browser lets you pass, or try again in 15 minutes',
    },
  });
  expect(Number(refused.wait)).toBeGreaterThan(840);
  // The proof of a sign-up is a tenth of the work.
  expect((await login(email, { token: await solved('signUp') })).status).toBe(429);
  const token = await solved('signIn');
  expect((await login(email, { token, password: 'a guess' })).status).toBe(401);
  expect((await login(email, { token })).status).toBe(429);
  expect((await login(email, { token: await solved('signIn') })).status).toBe(200);
}, 120_000);

test('a passkey alone is tried past the limits of its address too: at a known device, or with a calculation', async () => {
  const tried = (headers: Record<string, string> = {}) =>
    post(
      '/api/users/login/passkey',
      {
        ticket: 'none',
        answer: {
          id: 'x',
          rawId: 'x',
          type: 'public-key',
          response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
        },
      },
      { 'x-forwarded-for': '10.0.0.2', ...headers },
    );
  expect(await tried()).toMatchObject({ status: 401, body: { reason: 'passkey-not-accepted' } });
  await environment.pool.query("update accounts.rate_limit set points = 100 where key like 'passkey-address%'");
  expect(await tried()).toMatchObject({ status: 429, body: { reason: 'proof-lets-pass' } });
  const cookie = (await signUp()).answer.cookie?.split(';')[0] ?? '';
  expect(await tried({ cookie })).toMatchObject({ status: 401, body: { reason: 'passkey-not-accepted' } });
});

test('sign-ups without a solved challenge do not use up those of the address', async () => {
  const there = { 'x-forwarded-for': '10.0.0.2' };
  const person = { firstName: 'A', lastName: 'B', phone: '', password: PASSWORD, token: 'no proof' };
  for (let n = 0; n < 61; n += 1)
    expect((await post('/api/users', { ...person, email: `bot-${n}@hospital.test` }, there)).status).toBe(400);
  await signUp(there);
});

test('a challenge is for a sign-up or a sign-in', async () => {
  const answer = await environment.send<Problem>('GET', '/api/config/captcha?for=everything');
  expect(answer).toMatchObject({ status: 400, body: { reason: 'not-an-option' } });
  expect((await environment.send('GET', '/api/config/captcha?other=1')).status).toBe(400);
});
