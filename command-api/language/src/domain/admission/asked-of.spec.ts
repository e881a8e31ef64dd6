import { expect, test } from 'vitest';
import { askedOf } from './asked-of.ts';

const hana = { userId: 'hana', name: 'Hana Adel' };
const omar = { userId: 'omar', name: 'عمر أحمد' };
const team = [hana, omar];
const all = { kind: 'physicians' };
const to = (userId: string) => ({ kind: 'physician', userId }) as const;

test.each([
  ['the consultant by name', undefined, 'hana  adel', to('hana')],
  ['a name with a title', undefined, 'Dr. Hana Adel', to('hana')],
  ['an Arabic name with a title and another spelling', undefined, 'د. عمر احمد', to('omar')],
  ['several titles', undefined, 'أ.د. عمر أحمد', to('omar')],
  ['no consultant', undefined, '', all],
  ['a title alone', undefined, 'Dr.', all],
  ['a consultant outside the team', undefined, 'Dr. Nadia', all],
  ['a part of a name', undefined, 'Hana', all],
  ['one who was named', to('omar'), 'Hana Adel', to('omar')],
  ['all physicians', { kind: 'physicians' } as const, 'Hana Adel', all],
  ['one who left the team', to('gone'), 'Hana Adel', to('hana')],
])('%s', (_, address, consultant, expected) => expect(askedOf(address, consultant, team)).toEqual(expected));

test('two physicians of one name are not told apart', () =>
  expect(askedOf(undefined, 'Hana Adel', [hana, { ...hana, userId: 'other' }])).toEqual(all));
