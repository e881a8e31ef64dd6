import { expect, test } from 'vitest';
import { isBlockedHostname } from './server-config.ts';

test('a blocked name is blocked in any letter case, and its subdomains are not', () => {
  expect(isBlockedHostname('Copy.Example', ['copy.example'])).toBe(true);
  expect(isBlockedHostname('pharmacy.copy.example', ['copy.example'])).toBe(false);
  expect(isBlockedHostname('pharmacy.hospital.example', [])).toBe(false);
});
