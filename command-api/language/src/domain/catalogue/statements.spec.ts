import { describe, expect, test } from 'vitest';
import { calendarDate } from '../values/calendar-date.ts';
import { limits, NO_ERROR } from '../values/codes.ts';
import type { Actor } from '../command.ts';
import { madeBy, specificationOf } from '../testing/specification.ts';
import { by, people } from '../testing/people.ts';
import { addStatement, approveStatement, changeStatement, withdrawStatement } from './decide-statement.ts';
import type { CatalogueEvent } from './events.ts';
import { evolve, initial } from './state.ts';
import { StatementContent } from './statement-fields.ts';

const given = specificationOf({ initial, evolve });
const { adminAccount, pharmacist, physician, teamAdmin } = people;
const typeAdded: CatalogueEvent = { type: 'ErrorTypeAdded', data: { errTypeId: 'type-1', label: 'Dose too high' } };
const common = {
  source: 'A label',
  sourceDate: calendarDate('2026-01-01'),
  severity: 'D',
  errType: 'type-1',
  text: '{drug} {daily} daily, CrCl {crcl}: reduce.',
} as const;
type Dose = Extract<StatementContent, { kind: 'dose' }>;
const dose: Dose = {
  kind: 'dose',
  root: 'drug-1',
  routes: [],
  condition: { crcl: { below: 30 } },
  limits: [{ of: 'daily', max: 1, unit: 'g', isPerKg: false }],
  ...common,
};
const written = (content: StatementContent = dose): CatalogueEvent => ({
  type: 'StatementWritten',
  data: { statementId: 's-1', content },
});
const approved: CatalogueEvent = {
  type: 'StatementApproved',
  data: { statementId: 's-1', approvedBy: 'Dr. Hany Gerges' },
};
const withdrawn: CatalogueEvent = { type: 'StatementWithdrawn', data: { statementId: 's-1' } };
const writing = (content: StatementContent = dose, actor: Actor = adminAccount, envelope = {}) =>
  by(actor, { statementId: 's-1', content }, envelope);

test('only the admin account writes, approves and withdraws', () => {
  for (const actor of [pharmacist, physician, teamAdmin]) {
    given(typeAdded).when(addStatement, writing(dose, actor)).thenRejected('forbidden', 'Not allowed');
    const chart = given(typeAdded, written());
    chart.when(changeStatement, writing(dose, actor)).thenRejected('forbidden', 'Not allowed');
    chart.when(approveStatement, by(actor, approved.data)).thenRejected('forbidden', 'Not allowed');
    chart.when(withdrawStatement, by(actor, withdrawn.data)).thenRejected('forbidden', 'Not allowed');
  }
});

describe('a statement', () => {
  const itemAfter = (...events: CatalogueEvent[]) => given(typeAdded, ...events).state.statements[0];
  test('is a draft of version 1 until it is approved', () => {
    given(typeAdded).when(addStatement, writing()).then(written());
    expect(itemAfter(written())).toMatchObject({ statementVersion: 1, approval: undefined });
    expect(itemAfter(written(), approved)?.approval).toEqual({
      approvedBy: 'Dr. Hany Gerges',
      approvedAt: '2026-03-01T00:02:00.000Z',
    });
  });
  test('that is changed is a draft again: the approval was for the version before', () => {
    const changed = { ...dose, text: 'Less.' };
    given(typeAdded, written(), approved).when(changeStatement, writing(changed)).then(written(changed));
    expect(itemAfter(written(), approved, written(changed))).toMatchObject({
      statementVersion: 2,
      approval: undefined,
    });
  });
  test('with the same content stays approved', () =>
    given(typeAdded, written(), approved).when(changeStatement, writing()).thenNothing());
  test('is approved again, so that its use is counted from then on', () =>
    given(typeAdded, written(), approved)
      .when(approveStatement, by(adminAccount, approved.data, { basedOn: 2n }))
      .then(approved));
  test('loses its approval once', () => {
    given(typeAdded, written(), approved).when(withdrawStatement, by(adminAccount, withdrawn.data)).then(withdrawn);
    given(typeAdded, written()).when(withdrawStatement, by(adminAccount, withdrawn.data)).thenNothing();
  });
  test('that has changed since it was read is not approved unseen', () =>
    given(typeAdded, written(), madeBy(adminAccount, written({ ...dose, text: 'More.' })))
      .when(approveStatement, by(adminAccount, approved.data, { basedOn: 1n }))
      .thenConflict({ entity: { kind: 'catalogue', id: 's-1' }, changedBy: adminAccount.id }));
  test('is not added beyond the limit', () => {
    const many = Array.from({ length: limits.statements }, (_, nth) => ({
      type: 'StatementWritten' as const,
      data: { statementId: `other-${nth}`, content: dose },
    }));
    given(typeAdded, ...many)
      .when(addStatement, writing())
      .thenRejected('conflict', 'At most 2000 statements');
  });
});

describe('the content', () => {
  const agents = 'Choose the drugs or classes, and how sure the cross-reaction is';
  const root = { kind: 'root', id: 'drug-1' } as const;
  const allergy = { kind: 'allergy', agent: root, forbidden: [root], crossClass: 'possible', ...common } as const;
  test.each<[StatementContent, string, string]>([
    [{ ...dose, errType: NO_ERROR._id }, 'errType', 'Choose an error type of the list, other than "No error"'],
    [{ ...dose, errType: 'type-9' }, 'errType', 'Choose an error type of the list, other than "No error"'],
    [{ ...dose, condition: {}, limits: [] }, 'condition', 'Enter a condition or a limit'],
    ...[{}, { from: 30, below: 30 }, { from: 31, below: 30 }].map((crcl): [StatementContent, string, string] => [
      { ...dose, condition: { crcl } },
      'condition',
      'Enter a bound; the lower bound must be below the upper bound',
    ]),
    [{ ...allergy, forbidden: [] }, 'forbidden', agents],
    [{ ...allergy, crossClass: '' }, 'forbidden', agents],
    [{ ...allergy, agent: 'same' }, 'forbidden', 'The agent of the allergy itself has no other drugs or classes'],
  ])('that makes no sense is refused: %o', (content, field, sentence) => {
    given(typeAdded).when(addStatement, writing(content)).thenInvalid(field, sentence);
    given(typeAdded, written()).when(changeStatement, writing(content)).thenInvalid(field, sentence);
  });
  test('with a condition alone forbids the drug, with a limit alone holds for everyone', () => {
    for (const content of [
      { ...dose, limits: [] },
      { ...dose, condition: {} },
    ])
      given(typeAdded).when(addStatement, writing(content)).then(written(content));
  });
  test('has values that can be compared, and agents that can be looked up', () => {
    const isRead = (changed: object): boolean => StatementContent.safeParse({ ...dose, ...changed }).success;
    expect(isRead({})).toBe(true);
    for (const max of [0, -1, Infinity, Number.NaN])
      expect(isRead({ limits: [{ ...dose.limits[0], max }] })).toBe(false);
    expect(isRead({ root: '' })).toBe(false);
    expect(isRead({ routes: ['by mouth'] })).toBe(false);
    expect(isRead({ condition: { mood: { below: 1 } } })).toBe(false);
    expect(isRead({ text: ' \u200B' })).toBe(false);
  });
});
