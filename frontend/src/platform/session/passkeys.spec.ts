import { afterEach, expect, test, vi } from 'vitest';
import { passkeysOff } from './passkeys.ts';

afterEach(() => vi.unstubAllGlobals());

/** A browser that has passkeys. */
function withPasskeys(): void {
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', () => undefined);
}
const pharmacy = 'https://pharmacy.hospital.test';

test.each([
  ['http://localhost:8080', null],
  ['http://ward.localhost:8080', null],
  [pharmacy, pharmacy],
  [pharmacy, undefined],
])('passkeys work on a page of %s with PUBLIC_URL %s', (page, publicUrl) => {
  withPasskeys();
  expect(passkeysOff(publicUrl, new URL(page))).toBeUndefined();
});

test.each([
  ['http://pharmacy.hospital.test:8080', null, 'off'],
  ['http://pharmacy.hospital.test:8080', undefined, 'off'],
  ['http://pharmacy.hospital.test:8080', 'http://pharmacy.hospital.test:8080', 'off'],
  ['http://10.1.2.3:8080', null, 'off'],
  ['https://10.1.2.3', 'https://10.1.2.3', 'off'],
  ['https://[2001:db8::1]', null, 'off'],
  [pharmacy, null, 'noPublicUrl'],
  ['http://localhost:8080', pharmacy, 'elsewhere'],
  ['http://pharmacy.hospital.test', pharmacy, 'elsewhere'],
  ['https://other.hospital.test', pharmacy, 'elsewhere'],
] as const)('on a page of %s with PUBLIC_URL %s they do not: %s', (page, publicUrl, why) => {
  withPasskeys();
  expect(passkeysOff(publicUrl, new URL(page))).toBe(why);
});

test('a browser without passkeys is named only where the address allows them', () => {
  vi.stubGlobal('isSecureContext', true);
  expect(passkeysOff(pharmacy, new URL(pharmacy))).toBe('noBrowser');
  expect(passkeysOff(null, new URL(pharmacy))).toBe('noPublicUrl');
});
