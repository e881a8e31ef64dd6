import { describe, expect, test } from 'vitest';
import { NO_ERROR } from '../values/codes.ts';
import type { Actor } from '../command.ts';
import { madeBy, specificationOf } from '../testing/specification.ts';
import { by, people } from '../testing/people.ts';
import { addErrorType, addTag, mapErrorType, renameErrorType, renameTag, updateTradeList } from './decide.ts';
import type { CatalogueEvent } from './events.ts';
import { evolve, initial } from './state.ts';

const given = specificationOf({ initial, evolve });
const { adminAccount, pharmacist, physician, teamAdmin, outsider } = people;

const type = { errTypeId: 'type-dose', label: 'Dose too high' };
const typeAdded: CatalogueEvent = { type: 'ErrorTypeAdded', data: type };
const tag = { tagId: 'tag-antibiotic', label: 'Antibiotic' };
const tagAdded: CatalogueEvent = { type: 'TagAdded', data: tag };

describe('adding an error type', () => {
  test('adds it to the list', () => given().when(addErrorType, by(adminAccount, type)).then(typeAdded));
  test('again writes nothing', () => given(typeAdded).when(addErrorType, by(adminAccount, type)).thenNothing());
  test('is for the admin account only', () => {
    for (const actor of [pharmacist, physician, teamAdmin, outsider]) {
      given().when(addErrorType, by(actor, type)).thenRejected('forbidden', 'Not allowed');
    }
  });
  test('allows each label and each id once, also that of "No error"', () => {
    const other = { errTypeId: 'type-other' };
    const taken = [
      { ...other, label: 'DOSE too high' },
      { ...other, label: 'no error' },
      { ...type, label: 'Renamed' },
    ];
    for (const again of taken) {
      given(typeAdded)
        .when(addErrorType, by(adminAccount, again))
        .thenRejected('conflict', 'This error type already exists');
    }
  });
  test('refuses an id with the end of "No error"', () =>
    given()
      .when(addErrorType, by(adminAccount, { ...type, errTypeId: '7c9e6679-7425-40de-944b-e07fc1f999bb' }))
      .thenRejected('conflict', 'This id is kept for "No error": add the type once more with a new Idempotency-Key'));
  test('is possible with the name of a tag', () =>
    given(tagAdded)
      .when(addErrorType, by(adminAccount, { ...type, label: 'Antibiotic' }))
      .then({ type: 'ErrorTypeAdded', data: { ...type, label: 'Antibiotic' } }));
});

describe('adding a tag', () => {
  test('adds it to the list', () => given().when(addTag, by(adminAccount, tag)).then(tagAdded));
  test('again writes nothing', () => given(tagAdded).when(addTag, by(adminAccount, tag)).thenNothing());
  test('is for the admin account only', () => {
    for (const actor of [pharmacist, physician, teamAdmin, outsider])
      given().when(addTag, by(actor, tag)).thenRejected('forbidden', 'Not allowed');
  });
  test('allows each label and each id once', () => {
    for (const again of [
      { tagId: 'tag-other', label: 'ANTIBIOTIC' },
      { ...tag, label: 'Renamed' },
    ]) {
      given(tagAdded).when(addTag, by(adminAccount, again)).thenRejected('conflict', 'This tag already exists');
    }
  });
});

describe('renaming an error type', () => {
  const renamed: CatalogueEvent = { type: 'ErrorTypeRenamed', data: { ...type, label: 'Overdose' } };
  const rename = (fields = {}, actor: Actor = adminAccount, envelope = {}) =>
    by(actor, { ...renamed.data, ...fields }, envelope);
  test('keeps its id and its place', () => {
    given(typeAdded).when(renameErrorType, rename()).then(renamed);
    expect(given(typeAdded, renamed).state).toMatchObject({
      errorTypes: [{ ...renamed.data, touch: { version: 1n } }],
    });
  });
  test('may change only the case; the same label writes nothing', () => {
    given(typeAdded)
      .when(renameErrorType, rename({ label: 'DOSE too high' }))
      .then({ type: 'ErrorTypeRenamed', data: { ...type, label: 'DOSE too high' } });
    given(typeAdded).when(renameErrorType, rename(type)).thenNothing();
  });
  test('is for the admin account only, and needs the type', () => {
    for (const actor of [pharmacist, physician, teamAdmin, outsider])
      given(typeAdded).when(renameErrorType, rename({}, actor)).thenRejected('forbidden', 'Not allowed');
    given().when(renameErrorType, rename()).thenRejected('notFound', 'Not found');
  });
  test('refuses the name of another one', () => {
    const other: CatalogueEvent = { type: 'ErrorTypeAdded', data: { errTypeId: 'type-other', label: 'Overdose' } };
    given(typeAdded, other).when(renameErrorType, rename()).thenRejected('conflict', 'This error type already exists');
    given(typeAdded)
      .when(renameErrorType, rename({ label: 'NO error' }))
      .thenRejected('conflict', 'This error type already exists');
  });
  test('is refused for "No error"', () =>
    given(typeAdded)
      .when(renameErrorType, rename({ errTypeId: NO_ERROR._id, label: 'Fine' }))
      .thenRejected('conflict', '"No error" keeps its name'));
  test('conflicts with a later new name', () =>
    given(typeAdded, madeBy(adminAccount, renamed))
      .when(renameErrorType, rename({ label: 'Too much' }, adminAccount, { basedOn: 0n }))
      .thenConflict({ entity: { kind: 'catalogue', id: type.errTypeId }, changedBy: adminAccount.id }));
});

describe('mapping an error type to PCNE codes', () => {
  const mapped: CatalogueEvent = {
    type: 'ErrorTypeMapped',
    data: { errTypeId: type.errTypeId, pcne: ['P2.1', 'C3.2'] },
  };
  test('keeps the codes through a new name, and writes the same ones once', () => {
    given(typeAdded).when(mapErrorType, by(adminAccount, mapped.data)).then(mapped);
    given(typeAdded, mapped).when(mapErrorType, by(adminAccount, mapped.data)).thenNothing();
    const renamed: CatalogueEvent = { type: 'ErrorTypeRenamed', data: { ...type, label: 'Overdose' } };
    expect(given(typeAdded, mapped, renamed).state).toMatchObject({
      errorTypes: [{ label: 'Overdose', pcne: ['P2.1', 'C3.2'] }],
    });
  });
  test('is for the admin account only, and not for "No error"', () => {
    given(typeAdded).when(mapErrorType, by(teamAdmin, mapped.data)).thenRejected('forbidden', 'Not allowed');
    given()
      .when(mapErrorType, by(adminAccount, { ...mapped.data, errTypeId: NO_ERROR._id }))
      .thenRejected('notFound', 'Not found');
  });
});

describe('renaming a tag', () => {
  const renamed: CatalogueEvent = { type: 'TagRenamed', data: { ...tag, label: 'Antimicrobial' } };
  const rename = (fields = {}, actor: Actor = adminAccount, envelope = {}) =>
    by(actor, { ...renamed.data, ...fields }, envelope);
  test('keeps its id and its place', () => given(tagAdded).when(renameTag, rename()).then(renamed));
  test('to the same label writes nothing', () => given(tagAdded).when(renameTag, rename(tag)).thenNothing());
  test('is for the admin account only, and needs the tag', () => {
    for (const actor of [pharmacist, physician, teamAdmin, outsider])
      given(tagAdded).when(renameTag, rename({}, actor)).thenRejected('forbidden', 'Not allowed');
    given().when(renameTag, rename()).thenRejected('notFound', 'Not found');
  });
  test('refuses the name of another one', () =>
    given(tagAdded, { type: 'TagAdded', data: { tagId: 'tag-other', label: 'antimicrobial' } })
      .when(renameTag, rename())
      .thenRejected('conflict', 'This tag already exists'));
  test('conflicts with a later new name', () =>
    given(tagAdded, madeBy(adminAccount, renamed))
      .when(renameTag, rename({ label: 'Infection' }, adminAccount, { basedOn: 0n }))
      .thenConflict({ entity: { kind: 'catalogue', id: tag.tagId }, changedBy: adminAccount.id }));
});

describe('updating the trade list', () => {
  const updated: CatalogueEvent = { type: 'TradeListUpdated', data: { version: 1 } };
  test('increments its version', () =>
    given(typeAdded)
      .when(updateTradeList, by(adminAccount, { version: 1 }))
      .then(updated));
  test('increments it once for two simultaneous clicks', () =>
    given(updated)
      .when(updateTradeList, by(adminAccount, { version: 1 }))
      .thenNothing());
  test('conflicts with an update that the person has not seen', () =>
    given(typeAdded, updated)
      .when(updateTradeList, by(adminAccount, { version: 2 }, { basedOn: 0n }))
      .thenConflict({ entity: { kind: 'catalogue', id: 'tradeList' }, changedBy: 'another-user' }));
  test('is for the admin account only', () => {
    for (const actor of [pharmacist, physician, teamAdmin, outsider])
      given()
        .when(updateTradeList, by(actor, { version: 1 }))
        .thenRejected('forbidden', 'Not allowed');
  });
});

test('both lists are in the order of addition', () => {
  expect(given().state).toEqual({
    errorTypes: [],
    tags: [],
    pastTagNames: [],
    statements: [],
    tradeList: { version: 0 },
  });
  expect(given(typeAdded, tagAdded).state).toMatchObject({
    errorTypes: [{ ...type, touch: { version: 0n } }],
    tags: [{ ...tag, touch: { version: 1n } }],
  });
});
