import { expect, test } from 'vitest';
import { schemaVersionOf, upcast, type Upcast } from './upcast.ts';

const nameSplit: Upcast = ({ name }) => ({
  firstName: String(name).split(' ')[0],
  lastName: String(name).split(' ')[1],
});
const lastNameRaised: Upcast = (data) => ({ ...data, lastName: String(data['lastName']).toUpperCase() });
const table = { PersonNamed: [nameSplit, lastNameRaised] };

test('an event of an old version is upcast through all later versions', () => {
  expect(upcast('PersonNamed', 1, { name: 'Mona Adel' }, table)).toEqual({ firstName: 'Mona', lastName: 'ADEL' });
  expect(upcast('PersonNamed', 2, { firstName: 'Mona', lastName: 'Adel' }, table)).toEqual({
    firstName: 'Mona',
    lastName: 'ADEL',
  });
});

test('an event of the newest version stays as it is', () => {
  const data = { firstName: 'Mona', lastName: 'ADEL' };
  expect(upcast('PersonNamed', 3, data, table)).toBe(data);
});

test.each([0, 4, 1.5])('a version that this program does not know (%s) is refused', (version) => {
  expect(() => upcast('PersonNamed', version, {}, table)).toThrow(RangeError);
});

test('an entry from before follow-up dates has none', () => {
  expect(upcast('ReviewMedicationAdded', 1, { reviewId: 'r1', entry: { entryId: 'e1' } })).toEqual({
    reviewId: 'r1',
    entry: { entryId: 'e1', followUpDate: null },
  });
  expect(upcast('ReviewAdded', 1, { reviewId: 'r1', entries: [{ entryId: 'e1' }, { entryId: 'e2' }] })).toEqual({
    reviewId: 'r1',
    entries: [
      { entryId: 'e1', followUpDate: null },
      { entryId: 'e2', followUpDate: null },
    ],
  });
});

test('a type without upcasts is in version 1', () => {
  expect(schemaVersionOf('SomethingNew')).toBe(1);
});
