import { type Challenge, createChallenge, solveChallenge, verifySolution } from 'altcha-lib';
import { expect, test, vi } from 'vitest';
import { deriveKey as deriveKeyOfServer } from 'altcha-lib/algorithms/sha';
import { ApiError } from '../../platform/http/api.ts';
import { deriveKey } from '../../platform/captcha/derive-key.ts';
import { createCaptchaSolver, type CaptchaDependencies } from './captcha-solver.ts';

const MINUTE = 60_000;
function open(parts: Partial<CaptchaDependencies> = {}) {
  let made = 0;
  const dependencies = {
    captcha: vi.fn<CaptchaDependencies['captcha']>(async () => ({
      provider: 'altcha',
      challenge: '/api/config/captcha',
    })),
    challenge: vi.fn<CaptchaDependencies['challenge']>(
      async () => ({ parameters: { nonce: `${(made += 1)}`, expiresAt: 30 * 60 } }) as unknown as Challenge,
    ),
    solve: vi.fn<CaptchaDependencies['solve']>(async () => ({ counter: 7, derivedKey: 'ab' })),
    now: () => 0,
    ...parts,
  };
  return { solver: createCaptchaSolver(dependencies), ...dependencies };
}
const nonceOf = (token: string | undefined): string =>
  (JSON.parse(atob(token!)) as { challenge: Challenge }).challenge.parameters.nonce;

test('the challenge is solved once, while the form is filled in', async () => {
  const { solver, challenge, solve } = open();
  await solver.isRequired();
  await solver.isRequired();
  const token = await solver.proof();
  expect(challenge).toHaveBeenCalledExactlyOnceWith('/api/config/captcha');
  expect(solve).toHaveBeenCalledTimes(1);
  expect(JSON.parse(atob(token!))).toMatchObject({
    challenge: { parameters: { nonce: '1' } },
    solution: { counter: 7 },
  });
});

test('each sign-up has a proof of its own', async () => {
  const { solver } = open();
  expect([nonceOf(await solver.proof()), nonceOf(await solver.proof())]).toEqual(['1', '2']);
});

test('an expired proof is replaced', async () => {
  let now = 0;
  const { solver } = open({ now: () => now });
  await solver.isRequired();
  now = 29 * MINUTE;
  expect(nonceOf(await solver.proof())).toBe('2');
});

test('without a required CAPTCHA no challenge is read', async () => {
  const { solver, challenge } = open({ captcha: async () => ({ provider: 'off' }) });
  expect(await solver.isRequired()).toBe(false);
  expect(await solver.proof()).toBeUndefined();
  expect(challenge).not.toHaveBeenCalled();
});

test('a failure before the submit is tried again for the proof', async () => {
  const captcha = vi
    .fn<CaptchaDependencies['captcha']>()
    .mockRejectedValueOnce(new ApiError(0, 'No connection'))
    .mockResolvedValue({ provider: 'altcha', challenge: '/c' });
  const { solver } = open({ captcha });
  await expect(solver.isRequired()).rejects.toThrow('No connection');
  expect(nonceOf(await solver.proof())).toBe('1');
});

test('a challenge that cannot be solved gives an error with a sentence, and can be tried again', async () => {
  const solve = vi
    .fn<CaptchaDependencies['solve']>()
    .mockResolvedValueOnce(null)
    .mockResolvedValueOnce(null)
    .mockResolvedValue({ counter: 1, derivedKey: 'ab' });
  const { solver } = open({ solve });
  await expect(solver.proof()).rejects.toThrow(
    'Your browser could not show that this is not an automatic program, please try again',
  );
  expect(await solver.proof()).toBeDefined();
});

const secrets = { hmacSignatureSecret: 'signs the challenge', hmacKeySignatureSecret: 'signs the solution' };
const newChallenge = () =>
  createChallenge({ algorithm: 'SHA-256', cost: 10, counter: 40, deriveKey: deriveKeyOfServer, ...secrets });

test('the server accepts what the browser solves', async () => {
  const challenge = await newChallenge();
  const solution = await solveChallenge({ challenge, deriveKey });
  expect(solution?.counter).toBe(40);
  expect(
    await verifySolution({ challenge, solution: solution!, deriveKey: deriveKeyOfServer, ...secrets }),
  ).toMatchObject({ verified: true });
});

test('a challenge with another algorithm is an error at once', async () => {
  const challenge = await newChallenge();
  await expect(
    solveChallenge({
      challenge: { ...challenge, parameters: { ...challenge.parameters, algorithm: 'ARGON2ID' } },
      deriveKey,
    }),
  ).rejects.toThrow('ARGON2ID');
});
