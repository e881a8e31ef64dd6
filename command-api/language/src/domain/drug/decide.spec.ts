import { describe, expect, test } from 'vitest';
import { madeBy, specificationOf } from '../testing/specification.ts';
import { by, people } from '../testing/people.ts';
import { addDrug, type ChangeDrug, changeDrug, restoreDrug } from './decide.ts';
import type { DrugEvent } from './events.ts';
import { drugOfTradeLabel } from './trade-label.ts';
import { evolve, initial } from './state.ts';

const given = specificationOf({ initial, evolve });

const drug = {
  drugId: 'drug-vancomycin',
  label: 'Vancomycin',
  tradeLabels: [{ label: 'Vancomycin 500 mg vial' }, { label: 'Vancocin 1 g vial' }],
  errTemps: [{ errType: 'type-dose', isAdult: true, label: '<p>Adjust to trough</p>' }],
  tags: ['tag-antibiotic'],
  tips: 'Infuse slowly',
};
const added = {
  type: 'DrugAdded',
  data: {
    label: drug.label,
    tradeLabels: [
      { _id: 'drug-vancomycin.1', label: 'Vancomycin 500 mg vial' },
      { _id: 'drug-vancomycin.2', label: 'Vancocin 1 g vial' },
    ],
    errTemps: drug.errTemps,
    tags: drug.tags,
    tips: drug.tips,
  },
} satisfies DrugEvent;

test('anyone signed in adds a drug', () => given().when(addDrug, by(people.outsider, drug)).then(added));

test('the id of a trade label names its drug', () =>
  expect(added.data.tradeLabels.map(({ _id }) => drugOfTradeLabel(_id))).toEqual([drug.drugId, drug.drugId]));

test('adding it again writes nothing', () => given(added).when(addDrug, by(people.pharmacist, drug)).thenNothing());

test('a drug is never replaced by another one', () =>
  given(added)
    .when(addDrug, by(people.pharmacist, { ...drug, label: 'Amikacin' }))
    .thenRejected('conflict', 'This drug already exists'));

test('a drug has at least one trade label, and each of them once', () => {
  given()
    .when(addDrug, by(people.pharmacist, { ...drug, tradeLabels: [] }))
    .thenInvalid('tradeLabels', 'A drug needs at least one trade label');
  given()
    .when(addDrug, by(people.pharmacist, { ...drug, tradeLabels: [{ label: 'Vancocin' }, { label: 'VANCOCIN' }] }))
    .thenInvalid('tradeLabels', 'Every trade label may stand only once');
});

test('the state of a drug has the added content', () => {
  expect(given().state).toEqual({ status: 'none' });
  expect(given(added).state).toMatchObject({
    status: 'added',
    ...added.data,
    compatibility: [],
    withdrawn: [],
    touch: { version: 0n },
  });
});

const { drugId } = drug;
const [first, second] = added.data.tradeLabels;
const change = (fields: Omit<ChangeDrug, 'drugId'>, envelope = {}) =>
  by(people.outsider, { drugId, ...fields }, envelope);
const changed = (fields: Partial<Extract<DrugEvent, { type: 'DrugChanged' }>['data']>): DrugEvent => ({
  type: 'DrugChanged',
  data: { ...added.data, compatibility: [], ...fields },
});

describe('changing a drug', () => {
  test('is for every signed-in user, and leaves absent fields unchanged', () =>
    given(added)
      .when(changeDrug, change({ tips: 'Central line' }))
      .then(changed({ tips: 'Central line' })));
  test('renames, reorders and adds trade labels, which keep their ids', () =>
    given(added)
      .when(
        changeDrug,
        change({ tradeLabels: [{ label: 'Vancolon 500 mg' }, { ...second!, label: 'Vancocin CP 1 g' }, first!] }),
      )
      .then(
        changed({
          tradeLabels: [
            { _id: 'drug-vancomycin.3', label: 'Vancolon 500 mg' },
            { _id: 'drug-vancomycin.2', label: 'Vancocin CP 1 g' },
            first!,
          ],
        }),
      ));
  test('recognises a trade label without an id by its name', () =>
    given(added)
      .when(changeDrug, change({ tradeLabels: [{ label: 'VANCOCIN 1 g vial' }, { label: 'Vancomycin 500 mg vial' }] }))
      .then(changed({ tradeLabels: [{ _id: second!._id, label: 'VANCOCIN 1 g vial' }, first!] })));
  test('sets the compatibility with other drugs, not with itself', () => {
    const compatibility = [{ drug: 'drug-heparin', category: 'Incompatible', note: 'Precipitates' }];
    given(added).when(changeDrug, change({ compatibility })).then(changed({ compatibility }));
    given(added)
      .when(changeDrug, change({ compatibility: [{ ...compatibility[0]!, drug: drugId }] }))
      .thenInvalid('compatibility', 'A drug cannot be compared with itself');
  });
  test('without a difference writes nothing', () => {
    given(added)
      .when(changeDrug, change({ ...drug, tradeLabels: drug.tradeLabels }))
      .thenNothing();
    given(added).when(changeDrug, change({})).thenNothing();
  });
  test('needs the drug, and unique trade labels of this drug', () => {
    given()
      .when(changeDrug, change({ tips: '' }))
      .thenRejected('notFound', 'Not found');
    given(added)
      .when(changeDrug, change({ tradeLabels: [] }))
      .thenInvalid('tradeLabels', 'A drug needs at least one trade label');
    given(added)
      .when(changeDrug, change({ tradeLabels: [first!, { label: first!.label.toUpperCase() }] }))
      .thenInvalid('tradeLabels', 'Every trade label may stand only once');
    given(added)
      .when(changeDrug, change({ tradeLabels: [first!, { ...first!, label: 'Other' }] }))
      .thenInvalid('tradeLabels', 'Every trade label may stand only once');
    given(added)
      .when(changeDrug, change({ tradeLabels: [{ _id: 'drug-heparin.1', label: 'Heparin' }] }))
      .thenInvalid('tradeLabels', 'A trade label is not one of this drug');
  });
  test('conflicts with a later change by another person', () => {
    const earlier = [added, madeBy(people.teammate, changed({ tips: 'Slowly' }))];
    given(...earlier)
      .when(changeDrug, change({ tips: 'Fast' }, { basedOn: 0n }))
      .thenConflict({ entity: { kind: 'drug', id: drugId }, changedBy: people.teammate.id });
    given(...earlier)
      .when(changeDrug, change({ tips: 'Fast' }, { basedOn: 1n }))
      .then(changed({ tips: 'Fast' }));
    given(...earlier)
      .when(changeDrug, change({ tips: 'Slowly' }, { basedOn: 0n }))
      .thenNothing();
  });
});

describe('a missing trade label', () => {
  const withoutFirst = changed({ tradeLabels: [second!] });
  test('is withdrawn with its last name, and its id is never used again', () => {
    expect(given(added, withoutFirst).state).toMatchObject({ tradeLabels: [second], withdrawn: [first] });
    given(added, changed({ tradeLabels: [first!] }))
      .when(changeDrug, change({ tradeLabels: [first!, { label: 'Vancolon' }] }))
      .then(changed({ tradeLabels: [first!, { _id: 'drug-vancomycin.3', label: 'Vancolon' }] }));
  });
  test('comes back with its id, by its id or by its name', () => {
    given(added, withoutFirst)
      .when(changeDrug, change({ tradeLabels: [second!, first!] }))
      .then(changed({ tradeLabels: [second!, first!] }));
    given(added, withoutFirst)
      .when(changeDrug, change({ tradeLabels: [second!, { label: first!.label }] }))
      .then(changed({ tradeLabels: [second!, first!] }));
  });
});

describe('restoring a drug', () => {
  const earlier = [
    added,
    madeBy(
      people.teammate,
      changed({ label: 'Vanco', tradeLabels: [second!, { _id: 'drug-vancomycin.3', label: 'Vancolon' }] }),
    ),
  ];
  const restore = (earlier = given(added).state, envelope = {}) =>
    by(people.outsider, { drugId, revision: 0, earlier }, envelope);
  const restored: DrugEvent = { type: 'DrugRestored', data: { ...added.data, compatibility: [], fromRevision: 0 } };
  test('writes the earlier content as a new event, and withdraws later trade labels', () => {
    given(...earlier)
      .when(restoreDrug, restore())
      .then(restored);
    expect(given(...earlier, restored).state).toMatchObject({
      ...added.data,
      withdrawn: [{ _id: 'drug-vancomycin.3' }],
      touch: { version: 2n },
    });
  });
  test('can itself be reverted', () =>
    given(...earlier, restored)
      .when(restoreDrug, restore(given(...earlier).state))
      .then({
        type: 'DrugRestored',
        data: {
          ...restored.data,
          label: 'Vanco',
          tradeLabels: [second!, { _id: 'drug-vancomycin.3', label: 'Vancolon' }],
        },
      }));
  test('without a difference writes nothing', () => given(added).when(restoreDrug, restore()).thenNothing());
  test('needs the drug, and its existence at that revision', () => {
    given().when(restoreDrug, restore()).thenRejected('notFound', 'Not found');
    given(added).when(restoreDrug, restore(initial)).thenInvalid('revision', 'The drug has no such revision');
  });
  test('conflicts with a later change by another person', () =>
    given(...earlier)
      .when(restoreDrug, restore(undefined, { basedOn: 0n }))
      .thenConflict({ entity: { kind: 'drug', id: drugId }, changedBy: people.teammate.id }));
});

test('events before the addition of a drug change nothing', () =>
  expect(given(changed({})).state).toEqual({ status: 'none' }));
