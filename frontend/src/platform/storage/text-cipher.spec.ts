import { createDecipheriv } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSealed } from './sealed-text.ts';
import { createTextCipher, keyOfText } from './text-cipher.ts';

const key = new Uint8Array(32).fill(7);
const cipher = createTextCipher(key);

test('a text opens with its key and at its name only', () => {
  const sealed = cipher.seal('INR يوميًا 💊', 'note/1');
  expect(sealed).not.toMatch(/INR/);
  expect(cipher.open(sealed, 'note/1')).toBe('INR يوميًا 💊');
  expect(() => cipher.open(sealed, 'note/2')).toThrow();
  expect(() => createTextCipher(new Uint8Array(32).fill(8)).open(sealed, 'note/1')).toThrow();
});

test('any text comes back, and no two of its ciphertexts are the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, name) => {
      const [first, second] = [cipher.seal(text, name), cipher.seal(text, name)];
      expect(cipher.open(first, name)).toBe(text);
      expect(second).not.toBe(first);
    }),
  );
});

test('a long text comes back', () => {
  const long = 'Warfarin وارفارين '.repeat(20_000);
  expect(cipher.open(cipher.seal(long, 'n'), 'n')).toBe(long);
});

test('a changed or cut ciphertext does not open', () => {
  const sealed = cipher.seal('text', 'n');
  const letter = sealed.at(-6) === 'A' ? 'B' : 'A';
  for (const changed of [sealed.slice(0, -6) + letter + sealed.slice(-5), sealed.slice(0, -4), 'sealed1:', 'sealed1:%'])
    expect(() => cipher.open(changed, 'n')).toThrow();
});

test('it is AES-256-GCM, as Node has it', () => {
  const bytes = Buffer.from(cipher.seal('text', 'n').slice('sealed1:'.length), 'base64');
  const other = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  other.setAAD(Buffer.from('n')).setAuthTag(bytes.subarray(-16));
  expect(other.update(bytes.subarray(12, -16)).toString() + other.final().toString()).toBe('text');
});

test('a forgotten key opens and seals nothing; the key of the caller is left alone', () => {
  const own = new Uint8Array(32).fill(9);
  const forgetful = createTextCipher(own);
  const sealed = forgetful.seal('text', 'n');
  forgetful.forget();
  expect(() => forgetful.open(sealed, 'n')).toThrow();
  expect(() => forgetful.seal('text', 'n')).toThrow();
  expect(own[0]).toBe(9);
});

test('a draft in clear is told from a sealed one', () => {
  expect([isSealed(JSON.stringify({ at: 1 })), isSealed(cipher.seal('', 'n'))]).toEqual([false, true]);
});

test('the key of the server is read', () => {
  const bytes = Buffer.from(Array.from({ length: 32 }, (_, index) => 250 - index));
  expect([...keyOfText(bytes.toString('base64url'))]).toEqual([...bytes]);
});
