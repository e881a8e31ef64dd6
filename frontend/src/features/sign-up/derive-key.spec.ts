import { createChallenge, solveChallenge, verifySolution } from 'altcha-lib';
import { deriveKey as deriveKeyOfServer } from 'altcha-lib/algorithms/sha';
import { expect, test } from 'vitest';
import { deriveKey } from './derive-key.ts';

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
