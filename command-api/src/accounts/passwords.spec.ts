import { afterAll, expect, test } from 'vitest';
import { createPasswords } from './passwords.ts';

const passwords = await createPasswords();
afterAll(() => passwords.stop());

test('a password matches its own hash only', async () => {
  const hashed = await passwords.hash('صيدلية 1');
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.matches(hashed, 'صيدلية 1')).toBe(true);
  expect(await passwords.matches(hashed, 'صيدلية 2')).toBe(false);
});

test('no password matches without an account', async () => {
  expect(await passwords.matches(undefined, 'anything')).toBe(false);
});

test('what is no hash is an error, and the next password is checked', async () => {
  await expect(passwords.matches('no hash', 'one')).rejects.toThrow(/./);
  expect(await passwords.matches(await passwords.hash('one'), 'one')).toBe(true);
});
