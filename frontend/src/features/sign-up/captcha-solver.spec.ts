import type { Challenge } from 'altcha-lib';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../platform/http/api.ts';
import { createCaptchaSolver, type CaptchaDependencies } from './captcha-solver.ts';

const MINUTE = 60_000;
function open(parts: Partial<CaptchaDependencies> = {}) {
  let made = 0;
  const world = {
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
  return { check: createCaptchaSolver(world), ...world };
}
const nonceOf = (token: string | undefined): string =>
  (JSON.parse(atob(token!)) as { challenge: Challenge }).challenge.parameters.nonce;

test('the work is done while the form is filled in, and once', async () => {
  const { check, challenge, solve } = open();
  await check.isRequired();
  await check.isRequired();
  const token = await check.proof();
  expect(challenge).toHaveBeenCalledExactlyOnceWith('/api/config/captcha');
  expect(solve).toHaveBeenCalledTimes(1);
  expect(JSON.parse(atob(token!))).toMatchObject({
    challenge: { parameters: { nonce: '1' } },
    solution: { counter: 7 },
  });
});

test('each sign-up has a proof of its own', async () => {
  const { check } = open();
  expect([nonceOf(await check.proof()), nonceOf(await check.proof())]).toEqual(['1', '2']);
});

test('a proof that has lain too long is made anew', async () => {
  let now = 0;
  const { check } = open({ now: () => now });
  await check.isRequired();
  now = 29 * MINUTE;
  expect(nonceOf(await check.proof())).toBe('2');
});

test('where no check is asked for there is no work', async () => {
  const { check, challenge } = open({ captcha: async () => ({ provider: 'off' }) });
  expect(await check.isRequired()).toBe(false);
  expect(await check.proof()).toBeUndefined();
  expect(challenge).not.toHaveBeenCalled();
});

test('what went wrong early is tried again when it counts', async () => {
  const captcha = vi
    .fn<CaptchaDependencies['captcha']>()
    .mockRejectedValueOnce(new ApiError(0, 'No connection'))
    .mockResolvedValue({ provider: 'altcha', challenge: '/c' });
  const { check } = open({ captcha });
  await expect(check.isRequired()).rejects.toThrow('No connection');
  expect(nonceOf(await check.proof())).toBe('1');
});

test('what cannot be solved is said in a sentence, and can be tried again', async () => {
  const solve = vi
    .fn<CaptchaDependencies['solve']>()
    .mockResolvedValueOnce(null)
    .mockResolvedValueOnce(null)
    .mockResolvedValue({ counter: 1, derivedKey: 'ab' });
  const { check } = open({ solve });
  await expect(check.proof()).rejects.toThrow('Your browser could not show that you are a person, please try again');
  expect(await check.proof()).toBeDefined();
});
