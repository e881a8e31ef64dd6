import { expect, test } from 'vitest';
import { isBlockedHostname } from './server-config.ts';

test('a blocked name is blocked however it is written, and no name beside it', () => {
  expect(isBlockedHostname('Copy.Example', ['copy.example'])).toBe(true);
  expect(isBlockedHostname('pharmacy.copy.example', ['copy.example'])).toBe(false);
  expect(isBlockedHostname('pharmacy.hospital.example', [])).toBe(false);
});
