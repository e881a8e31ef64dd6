import { expect, test } from 'vitest';
import type { GroupMap } from '../../single-sign-on-settings.ts';
import { membershipsOf } from './groups.ts';

const map: GroupMap = new Map([
  ['pharmacists', [{ team: 'icu', role: 'pharmacist' }]],
  ['physicians', [{ team: 'icu', role: 'physician' }]],
  [
    'auditors',
    [
      { team: 'icu', role: 'auditor' },
      { team: 'ward', role: 'auditor' },
    ],
  ],
]);
const of = (...groups: string[]) => Object.fromEntries(membershipsOf(groups, map));

test('a group gives its role in its teams', () => {
  expect(of('physicians')).toEqual({ icu: { role: 'physician', canAudit: false } });
  expect(of('auditors')).toEqual({ icu: { role: 'reader', canAudit: true }, ward: { role: 'reader', canAudit: true } });
  expect(of('unknown', 'constructor')).toEqual({});
});

test('several groups of one team give one role in any order, and the right to audit beside it', () => {
  for (const groups of [
    ['physicians', 'auditors', 'pharmacists'],
    ['pharmacists', 'physicians', 'auditors', 'auditors'],
  ])
    expect(of(...groups)['icu']).toEqual({ role: 'pharmacist', canAudit: true });
});
