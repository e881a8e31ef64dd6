import { expect, test } from 'vitest';
import { specificationOf } from '../specification.ts';
import { by, people } from '../specification-people.ts';
import { addDrug } from './decide.ts';
import { type DrugEvent, drugOfTradeLabel } from './events.ts';
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
const added: DrugEvent = {
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
};

test('anyone signed in adds a drug', () => given().when(addDrug, by(people.outsider, drug)).then(added));

test('the id of a trade label names its drug', () =>
  expect(added.data.tradeLabels.map(({ _id }) => drugOfTradeLabel(_id))).toEqual([drug.drugId, drug.drugId]));

test('adding it again writes nothing', () => given(added).when(addDrug, by(people.pharmacist, drug)).thenNothing());

test('a drug is never taken over by another', () =>
  given(added).when(addDrug, by(people.pharmacist, { ...drug, label: 'Amikacin' })).thenRejected('conflict', 'This drug already exists'));

test('a drug has at least one trade label, and each of them once', () => {
  given()
    .when(addDrug, by(people.pharmacist, { ...drug, tradeLabels: [] }))
    .thenInvalid('tradeLabels', 'A drug needs at least one trade label');
  given()
    .when(addDrug, by(people.pharmacist, { ...drug, tradeLabels: [{ label: 'Vancocin' }, { label: 'VANCOCIN' }] }))
    .thenInvalid('tradeLabels', 'Every trade label may stand only once');
});

test('what is true of a drug is what was added', () => {
  expect(given().state).toEqual({ status: 'none' });
  expect(given(added).state).toMatchObject({ status: 'added', ...added.data, touch: { version: 0n } });
});
