import type {
  Allergy,
  AllergyList,
  Answer,
  ConflictProblem,
  Patient,
  PatientAllergies,
  Problem,
  Tag,
} from 'language/contract/entities';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  key,
  openWard,
  type SharedTestEnvironment,
  sharedTestEnvironment,
  type Ward,
} from '../../testing/test-environment.ts';

let environment: SharedTestEnvironment;
let ward: Ward;
let path = '';
beforeAll(async () => {
  environment = await sharedTestEnvironment();
  ward = await openWard(environment);
});
beforeEach(async () => {
  const body = { team: ward.team._id, firstName: 'هدى', birthdate: '1980-01-31' };
  path = `/api/patients/${(await ward.mona.post<Answer<Patient>>('/api/patients', body)).body._id}/allergies`;
});

const record = async (body: object): Promise<Answer<PatientAllergies>> =>
  (await ward.mona.post<Answer<PatientAllergies>>(path, body)).body;
const recordedOne = async (body: object): Promise<Allergy> => {
  const [allergy] = (await record(body)).list;
  if (!allergy) throw new Error('Nothing was recorded');
  return allergy;
};

test('an allergy is recorded once for one key, and answers with the list of the patient', async () => {
  const body = { agentText: ' Latex ', reaction: 'Urticaria', severity: 'severe', source: 'patient', onset: '2019' };
  const headers = key();
  const first = await ward.mona.post<Answer<PatientAllergies>>(path, body, headers);
  expect(first).toMatchObject({
    status: 201,
    body: {
      state: 'listed',
      list: [
        { agentText: 'Latex', reaction: 'Urticaria', severity: 'severe', certainty: '', onset: '2019', version: 1 },
      ],
      version: 1,
      revision: 1,
    },
  });
  expect(await ward.mona.post(path, body, headers)).toEqual(first);
});

test('a drug and a class of the catalogue bring their names, and an unknown one is refused', async () => {
  const { _id: drug, label: drugLabel } = ward.drug;
  const { body: tag } = await ward.admin.post<Tag>('/api/tags', { label: 'Penicillins' });
  expect((await record({ drug })).list).toMatchObject([{ drug, drugLabel, tag: '', tagLabel: '', agentText: '' }]);
  expect((await record({ tag: tag._id })).list.at(-1)).toMatchObject({
    tag: tag._id,
    tagLabel: 'Penicillins',
    drug: '',
  });
  expect(await ward.mona.post(path, { drug: 'unknown' })).toMatchObject({
    status: 400,
    body: { fields: { drug: 'This drug is not known' } },
  });
  expect(await ward.mona.post(path, { tag: 'unknown' })).toMatchObject({
    status: 400,
    body: { fields: { tag: 'This class of drugs is not known' } },
  });
});

test.each([
  ['no agent', {}, 'Choose a drug or a class of drugs, or write the substance: one of the three'],
  ['a severity that is none', { agentText: 'Latex', severity: 'deadly' }, undefined],
  ['a long reaction', { agentText: 'Latex', reaction: 'x'.repeat(121) }, 'At most 120 characters'],
  ['an unknown field', { agentText: 'Latex', note: 'x' }, 'Unknown field: note'],
])('%s is 400', async (_, body, message) => {
  expect(await ward.mona.post(path, body)).toMatchObject({
    status: 400,
    body: { code: 'invalid', ...(message && { message }) },
  });
});

test('physicians of the team may as well, and people of other teams learn nothing', async () => {
  expect((await ward.hany.post(path, { agentText: 'Latex' })).status).toBe(201);
  expect((await ward.sami.post(path, { agentText: 'Latex' })).status).toBe(404);
  expect((await ward.mona.post(path, { agentText: 'Dust' }, { team: 'another' })).status).toBe(403);
});

describe('a recorded allergy', () => {
  test('is corrected by the fields that are sent', async () => {
    const { _id } = await recordedOne({ agentText: 'Latex', reaction: 'Rash' });
    const { body } = await ward.omar.put<Answer<PatientAllergies>>(`${path}/${_id}`, { severity: 'mild' });
    expect(body.list).toMatchObject([{ _id, agentText: 'Latex', reaction: 'Rash', severity: 'mild', version: 2 }]);
  });
  test('that a teammate has corrected meanwhile is shown as it is now', async () => {
    const { _id } = await recordedOne({ agentText: 'Latex' });
    await ward.omar.put(`${path}/${_id}`, { severity: 'mild' });
    const conflict = await ward.mona.put<ConflictProblem>(
      `${path}/${_id}`,
      { severity: 'severe' },
      { 'if-match': '1' },
    );
    expect(conflict).toMatchObject({
      status: 409,
      body: { current: { _id, severity: 'mild', version: 2 }, changedBy: { name: 'Omar Farouk' } },
    });
  });
  test('is removed with a reason only', async () => {
    const { _id } = await recordedOne({ agentText: 'Latex' });
    expect(await ward.mona.post<Problem>(`${path}/${_id}/remove`, { reason: ' ' })).toMatchObject({
      status: 400,
      body: { message: 'Write why this allergy is removed' },
    });
    const removed = await ward.mona.post<Answer<PatientAllergies>>(`${path}/${_id}/remove`, { reason: 'Tolerated it' });
    expect(removed.body).toMatchObject({ state: 'not-asked', list: [], version: 2 });
    expect((await ward.mona.put(`${path}/${_id}`, { severity: 'mild' })).status).toBe(404);
  });
});

test('an empty list that is confirmed says that none are known, until an allergy is recorded', async () => {
  const confirmed = await ward.hany.post<AllergyList>(`${path}/confirm`, {});
  expect(confirmed).toMatchObject({
    status: 200,
    body: { state: 'none-known', confirmed: { byName: 'Hany Farouk', isOfStay: true }, version: 0 },
  });
  const recorded = await record({ agentText: 'Latex' });
  expect(recorded.state).toBe('listed');
  expect(recorded.confirmed).toBeUndefined();
  const late = await ward.hany.post<ConflictProblem>(`${path}/confirm`, {}, { 'if-match': '0' });
  expect(late).toMatchObject({ status: 409, body: { current: { state: 'listed' } } });
});
