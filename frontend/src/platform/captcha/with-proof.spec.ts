import type { Challenge } from 'altcha-lib';
import { expect, test, vi } from 'vitest';
import { createApi, ApiError } from '../http/api.ts';
import { withProof } from './with-proof.ts';

const challenge = { parameters: { nonce: 'n' }, signature: 's' } as unknown as Challenge;
const solution = { counter: 7, derivedKey: 'ab' };
const refusal = (reason: string) =>
  new ApiError(429, 'Too many attempts', { message: 'Too many attempts', code: 'tooMany', reason });

function open(status = 200) {
  const asked: string[] = [];
  const api = createApi({
    base: 'http://hospital.test',
    proof: () => undefined,
    onSessionEnd: () => undefined,
    fetch: async (url) => {
      asked.push(url instanceof URL ? url.pathname + url.search : '');
      return Response.json(status === 200 ? challenge : { message: 'Away', code: 'unavailable' }, { status });
    },
  });
  return { api, asked };
}

test('a call that is not refused needs no proof', async () => {
  const { api, asked } = open();
  expect(await withProof(api, async (token) => token ?? 'no proof')).toBe('no proof');
  expect(asked).toEqual([]);
});

test('a call that a proof lets pass is repeated once with a solved challenge', async () => {
  const { api, asked } = open();
  const call = vi.fn(async (token?: string) => {
    if (token === undefined) throw refusal('proof-lets-pass');
    return JSON.parse(atob(token)) as unknown;
  });
  expect(await withProof(api, call, async () => solution)).toEqual({ challenge, solution });
  expect(asked).toEqual(['/api/config/captcha?for=signIn']);
  const again = vi.fn(() => Promise.reject(refusal('proof-lets-pass')));
  await expect(withProof(api, again, async () => solution)).rejects.toThrow('Too many attempts');
  expect(again).toHaveBeenCalledTimes(2);
});

test('other refusals are no reason to calculate', async () => {
  const { api, asked } = open();
  for (const error of [refusal('too-many-attempts'), new ApiError(0, 'No connection')])
    await expect(withProof(api, () => Promise.reject(error))).rejects.toBe(error);
  expect(asked).toEqual([]);
});

test.each([
  ['no challenge comes', open(503), async () => solution],
  ['the challenge cannot be solved', open(), async () => null],
])('the first refusal stays where %s', async (_, { api }, solve) => {
  const refused = refusal('proof-lets-pass');
  await expect(withProof(api, () => Promise.reject(refused), solve)).rejects.toBe(refused);
});
