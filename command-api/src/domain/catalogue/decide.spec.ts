import { describe, expect, test } from 'vitest';
import { specificationOf } from '../specification.ts';
import { by, people } from '../specification-people.ts';
import { addErrorType, addTag } from './decide.ts';
import type { CatalogueEvent } from './events.ts';
import { evolve, initial } from './state.ts';

const given = specificationOf({ initial, evolve });
const { adminAccount, pharmacist, physician, teamAdmin, outsider } = people;

const type = { errTypeId: 'type-dose', label: 'Dose too high' };
const typeAdded: CatalogueEvent = { type: 'ErrorTypeAdded', data: type };
const tag = { tagId: 'tag-antibiotic', label: 'Antibiotic' };
const tagAdded: CatalogueEvent = { type: 'TagAdded', data: tag };

describe('adding an error type', () => {
  test('puts it into the list', () => given().when(addErrorType, by(adminAccount, type)).then(typeAdded));
  test('again writes nothing', () => given(typeAdded).when(addErrorType, by(adminAccount, type)).thenNothing());
  test('is for the admin account only', () => {
    for (const actor of [pharmacist, physician, teamAdmin, outsider]) {
      given().when(addErrorType, by(actor, type)).thenRejected('forbidden', 'Not allowed');
    }
  });
  test('takes each label and each id once, "No error" among them', () => {
    const other = { errTypeId: 'type-other' };
    const taken = [{ ...other, label: 'DOSE too high' }, { ...other, label: 'no error' }, { ...type, label: 'Renamed' }];
    for (const again of taken) {
      given(typeAdded).when(addErrorType, by(adminAccount, again)).thenRejected('conflict', 'This error type already exists');
    }
  });
  test('never takes an id that would count as "No error"', () =>
    given()
      .when(addErrorType, by(adminAccount, { ...type, errTypeId: '7c9e6679-7425-40de-944b-e07fc1f999bb' }))
      .thenRejected('conflict', 'This id is kept for "No error": add the type once more with a new Idempotency-Key'));
  test('has nothing to do with tags of the same name', () =>
    given(tagAdded)
      .when(addErrorType, by(adminAccount, { ...type, label: 'Antibiotic' }))
      .then({ type: 'ErrorTypeAdded', data: { ...type, label: 'Antibiotic' } }));
});

describe('adding a tag', () => {
  test('puts it into the list', () => given().when(addTag, by(adminAccount, tag)).then(tagAdded));
  test('again writes nothing', () => given(tagAdded).when(addTag, by(adminAccount, tag)).thenNothing());
  test('is for the admin account only', () => {
    for (const actor of [pharmacist, physician, teamAdmin, outsider]) given().when(addTag, by(actor, tag)).thenRejected('forbidden', 'Not allowed');
  });
  test('takes each label and each id once', () => {
    for (const again of [{ tagId: 'tag-other', label: 'ANTIBIOTIC' }, { ...tag, label: 'Renamed' }]) {
      given(tagAdded).when(addTag, by(adminAccount, again)).thenRejected('conflict', 'This tag already exists');
    }
  });
});

test('what is true of the catalogue are both lists in the order of adding', () => {
  expect(given().state).toEqual({ errorTypes: [], tags: [] });
  expect(given(typeAdded, tagAdded).state).toMatchObject({
    errorTypes: [{ ...type, touch: { version: 0n } }],
    tags: [{ ...tag, touch: { version: 1n } }],
  });
});
