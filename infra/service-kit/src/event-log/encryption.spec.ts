import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { decrypt, encrypt, isEncryptedStream } from './encryption.ts';

const key = randomBytes(32);
const identity = { stream: 'patient-1', eventId: '7b0e2b4e-8f5d-5b1c-9a3d-2c1e0f9d8c7b' };
const payload = { firstName: 'فاطمة', note: 'حساسية من البنسلين 🩺' };

test('an encrypted payload is decrypted unchanged', () => {
  expect(decrypt(encrypt(payload, key, identity), key, identity)).toBe(JSON.stringify(payload));
});

test('the stored form shows nothing of the payload and differs each time', () => {
  const [once, twice] = [encrypt(payload, key, identity), encrypt(payload, key, identity)];
  expect(Object.keys(once)).toEqual(['$encrypted', 'iv', 'tag', 'data']);
  expect(Buffer.from(once.data, 'base64').toString('utf8')).not.toContain('firstName');
  expect(once.data).not.toBe(twice.data);
});

test.each([
  ['another stream', { ...identity, stream: 'patient-2' }, key],
  ['another event', { ...identity, eventId: '00000000-0000-5000-8000-000000000000' }, key],
  ['another key', identity, randomBytes(32)],
])('a payload cannot be read in %s', (_, where, withKey) => {
  expect(() => decrypt(encrypt(payload, key, identity), withKey, where)).toThrow('unable to authenticate');
});

test('a payload that was changed, cut short or never encrypted is refused', () => {
  const stored = encrypt(payload, key, identity);
  const changed = Buffer.from(stored.data, 'base64');
  changed[0] = (changed[0] ?? 0) ^ 1;
  expect(() => decrypt({ ...stored, data: changed.toString('base64') }, key, identity)).toThrow(
    'unable to authenticate',
  );
  expect(() => decrypt({ ...stored, tag: stored.tag.slice(0, 8) }, key, identity)).toThrow(
    'Invalid authentication tag',
  );
  expect(() => decrypt(payload, key, identity)).toThrow('$encrypted');
});

test('only streams of patients and admissions are encrypted', () => {
  expect(
    ['patient-1', 'admission-1', 'team-1', 'user-1', 'drug-1', 'catalogue', 'patients'].filter(isEncryptedStream),
  ).toEqual(['patient-1', 'admission-1']);
});
