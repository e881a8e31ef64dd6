import { expect, test } from 'vitest';
import { isBlocked } from './server-config.ts';

test('a blocked name is blocked however it is written, and no name beside it', () => {
  expect(isBlocked('Copy.Example', ['copy.example'])).toBe(true);
  expect(isBlocked('pharmacy.copy.example', ['copy.example'])).toBe(false);
  expect(isBlocked('pharmacy.hospital.example', [])).toBe(false);
});
