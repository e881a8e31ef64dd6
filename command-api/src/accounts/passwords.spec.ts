import { expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

const passwords = await createPasswords();

test('a password matches its own hash only', async () => {
  const hashed = await passwords.hash('صيدلية 1');
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.matches(hashed, 'صيدلية 1')).toBe(true);
  expect(await passwords.matches(hashed, 'صيدلية 2')).toBe(false);
});

test('no password matches without an account', async () => {
  expect(await passwords.matches(undefined, 'anything')).toBe(false);
});

test('more than fifty waiting sign-ins are refused, and all in the queue are answered', async () => {
  const hashed = await passwords.hash('one');
  const answers = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.matches(hashed, 'one')));
  const refused = answers.filter((answer) => answer.status === 'rejected');
  expect(refused).toHaveLength(8);
  expect(refused[0]).toMatchObject({ reason: { problem: { code: 'unavailable' } } });
  expect(answers.filter((answer) => answer.status === 'fulfilled' && answer.value)).toHaveLength(52);
});
