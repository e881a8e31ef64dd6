import { expect, test } from 'vitest';
import { type Component, licenceOf, refusedLicences } from './licences.mjs';

const component = (name: string, ...licenses: NonNullable<Component['licenses']>): Component => ({
  name,
  version: '1.0.0',
  licenses,
});
const refused = (...licenses: NonNullable<Component['licenses']>) => refusedLicences([component('a', ...licenses)]);

test.each(['MIT', 'Apache-2.0', 'ISC', 'MPL-2.0', 'LGPL-3.0-or-later', '0BSD'])('%s can be used', (id) =>
  expect(refused({ license: { id } })).toEqual([]),
);

test.each(['GPL-3.0-only', 'AGPL-3.0-or-later', 'SSPL-1.0', 'BUSL-1.1', 'UNLICENSED', 'SEE LICENSE IN LICENSE.md'])(
  '%s cannot',
  (name) => expect(refused({ license: { name } })).toEqual([{ package: 'a@1.0.0', licence: `(${name})` }]),
);

test('of a choice one licence is enough, of several that all apply each one counts', () => {
  expect(refused({ expression: '(GPL-2.0-only OR MIT)' })).toEqual([]);
  expect(refused({ expression: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT' })).toEqual([]);
  expect(refused({ expression: 'MIT AND GPL-2.0-only' })).toHaveLength(1);
  expect(refused({ license: { id: 'MIT' } }, { license: { id: 'GPL-2.0-only' } })).toHaveLength(1);
});

test('a package without a licence is refused, unless its licence file was read', () => {
  expect(refused()).toEqual([{ package: 'a@1.0.0', licence: undefined }]);
  expect(licenceOf(component('xmlhttprequest-ssl'))).toBe('MIT');
});
