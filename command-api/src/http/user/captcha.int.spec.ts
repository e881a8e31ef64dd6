import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/sha';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Problem, SignedIn } from 'language/contract/entities';
import { key, startTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts';

const EXPIRED = 'The check that you are a person has expired or was used before, please try again';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment({ CAPTCHA: 'altcha' });
});
afterAll(() => environment.stop());

const challenge = async (): Promise<Challenge> =>
  (await environment.send<Challenge>('GET', '/api/config/captcha')).body;
const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64');
const solved = async (): Promise<{ challenge: Challenge; solution: { counter: number; derivedKey: string } }> => {
  const made = await challenge();
  const solution = await solveChallenge({ challenge: made, deriveKey });
  if (!solution) throw new Error('Not solved');
  return { challenge: made, solution };
};
const signUp = (email: string, token?: string, headers = {}) =>
  environment.send<SignedIn & Problem>(
    'POST',
    '/api/users',
    {
      firstName: 'Mona',
      lastName: 'Adel',
      email,
      phone: '',
      password: 'abc123',
      ...(token === undefined ? {} : { token }),
    },
    headers,
  );

test('a person with a solved challenge signs up', async () => {
  expect((await signUp('person@example.org', base64(await solved()))).status).toBe(201);
});

test('without a solved challenge the sign-up is refused with a reason', async () => {
  for (const token of [undefined, ''])
    expect(await signUp('machine@example.org', token)).toMatchObject({
      status: 400,
      body: {
        message: 'Please let your browser show first that you are a person',
        fields: { token: expect.any(String) as string },
      },
    });
});

test('a solution works once, also for several sign-ups at the same moment', async () => {
  const token = base64(await solved());
  const answers = await Promise.all(Array.from({ length: 5 }, (_, n) => signUp(`copy-${n}@example.org`, token)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400, 400, 400]);
  expect(answers.find(({ status }) => status === 400)!.body).toMatchObject({
    message: EXPIRED,
    fields: { token: EXPIRED },
  });
});

test('the same command may repeat its solution, since its answer may have been lost', async () => {
  const token = base64(await solved());
  const once = key();
  const answers = [await signUp('twice@example.org', token, once), await signUp('twice@example.org', token, once)];
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(answers[0]!.body._id).toBe(answers[1]!.body._id);
  // Under the same `Idempotency-Key` it is not for another person, nor for another password.
  expect(await signUp('third@example.org', token, once)).toMatchObject({
    status: 409,
    body: { reason: 'idempotency-key-reused' },
  });
});

test('a changed or invented challenge is refused', async () => {
  const { challenge: made, solution } = await solved();
  const later = { ...made, parameters: { ...made.parameters, expiresAt: (made.parameters.expiresAt ?? 0) + 3600 } };
  const easier = { ...made, parameters: { ...made.parameters, keyPrefix: solution.derivedKey.slice(0, 2) } };
  const forged = [
    { challenge: later, solution },
    { challenge: easier, solution },
    { challenge: made, solution: { ...solution, derivedKey: '00'.repeat(32) } },
    { challenge: { parameters: made.parameters }, solution },
    { challenge: made },
    {},
    [],
    'token',
  ];
  for (const token of [...forged.map((value) => base64(value as object)), 'not base64 at all', 'x'.repeat(4096)])
    expect(await signUp('forger@example.org', token)).toMatchObject({ status: 400, body: { message: EXPIRED } });
  // The attempts have not used up the real one.
  expect((await signUp('forger@example.org', base64({ challenge: made, solution }))).status).toBe(201);
});

test('a challenge expires, and each request gets a new one', async () => {
  const [one, other] = [await challenge(), await challenge()];
  const minutes = ((one.parameters.expiresAt ?? 0) * 1000 - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(25);
  expect(minutes).toBeLessThanOrEqual(30);
  expect(one.signature).not.toBe(other.signature);
});

test('signing in needs no challenge', async () => {
  expect(
    (await environment.send('POST', '/api/users/login', { email: 'person@example.org', password: 'abc123' })).status,
  ).toBe(200);
});
