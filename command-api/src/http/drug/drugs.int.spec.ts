import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  Answer,
  ConflictProblem,
  Drug,
  ErrorType,
  Problem,
  Review,
  Tag,
  TradeListUpdate,
} from 'language/contract/entities';
import { NO_ERROR } from 'language/domain/values/codes';
import {
  key,
  startTestEnvironment,
  openWard,
  type TestEnvironment,
  type Ward,
} from '../../testing/test-environment.ts';
import { withSecondProcess } from '../../testing/second-process.ts';

let environment: TestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await startTestEnvironment();
  ward = await openWard(environment);
});
afterAll(() => environment.stop());

const add = async (label: string, fields: object = {}): Promise<Answer<Drug>> =>
  (
    await ward.sami.post<Answer<Drug>>('/api/drugs', {
      label,
      tradeLabels: [
        { idx: 0, label: `${label} A` },
        { idx: 1, label: `${label} B` },
      ],
      ...fields,
    })
  ).body;

describe('changing a drug', () => {
  test('each signed-in person changes any drug, and absent fields stay', async () => {
    const drug = await add('Digoxin', { tips: 'Check potassium' });
    const errTemps = [
      { errType: ward.errType, isAdult: false, label: '<p onclick="x()">Level</p>' },
      { errType: NO_ERROR._id, label: '<p>Fine</p>' },
    ];
    const { status, body } = await ward.omar.put<Answer<Drug>>('/api/drugs', {
      _id: drug._id,
      label: 'Digoxin ',
      errTemps,
    });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        ...drug,
        label: 'Digoxin',
        version: 1,
        revision: 1,
        errTemps: [
          { idx: 0, errType: ward.errType, isAdult: false, label: '<p>Level</p>' },
          { idx: 1, errType: NO_ERROR._id, isAdult: true, label: '<p>Fine</p>' },
        ],
      },
    });
  });

  test('trade labels keep their ids through renaming and reordering, and compatibility is kept', async () => {
    const drug = await add('Furosemide');
    const [a, b] = drug.tradeLabels;
    const { body } = await ward.mona.put<Drug>('/api/drugs', {
      _id: drug._id,
      tradeLabels: [{ ...b, idx: 0 }, { label: 'Furosemide C' }, { ...a, label: 'Lasix' }],
      compatibility: [{ drug: ward.drug._id, category: ' Caution ', note: 'Watch INR' }],
    });
    expect(body.tradeLabels).toEqual([
      { _id: b!._id, idx: 0, label: 'Furosemide B' },
      { _id: `${drug._id}.3`, idx: 1, label: 'Furosemide C' },
      { _id: a!._id, idx: 2, label: 'Lasix' },
    ]);
    expect(body.compatibility).toEqual([{ drug: ward.drug._id, category: 'Caution', note: 'Watch INR' }]);
  });

  test('an entry keeps its labels, and can be saved again after its trade label was withdrawn', async () => {
    const drug = await add('Amiodarone');
    const entry = ward.entry({ errDrug: drug.tradeLabels[0]!._id });
    const { body: review } = await ward.mona.post<Review>('/api/reviews/addReview', {
      admissionId: ward.admission._id,
      reviewDate: '2025-03-02',
      drugErrs: [entry],
    });
    await ward.mona.put('/api/drugs', { _id: drug._id, tradeLabels: [{ label: 'Amiodarone B' }] });
    const drugErr = { ...entry, _id: review.drugErrs[0]!._id, errNote: '<p>QT</p>' };
    const { status, body } = await ward.mona.put<Review>(`/api/reviews/updateRevMed/${review._id}`, { drugErr });
    expect({ status, errs: body.drugErrs }).toMatchObject({
      status: 200,
      errs: [{ errDrug: drug.tradeLabels[0]!._id, errDrugLabel: 'Amiodarone A', errNote: '<p>QT</p>' }],
    });
  });

  test('the answers of commands have the names of today, also of entries that they leave as they are', async () => {
    const drug = await add('Digoxin');
    const tradeLabel = drug.tradeLabels[0]!;
    const { body: type } = await ward.admin.post<ErrorType>('/api/errtypes', { label: 'Wrong time' });
    const { body: tag } = await ward.admin.post<Tag>('/api/tags', { label: 'Narrow' });
    const { body: review } = await ward.mona.post<Review>('/api/reviews/addReview', {
      admissionId: ward.admission._id,
      reviewDate: '2025-03-02',
      drugErrs: [ward.entry({ errDrug: tradeLabel._id, errType: type._id, drugTags: [{ name: 'Narrow' }] })],
    });
    await ward.mona.put('/api/drugs', { _id: drug._id, tradeLabels: [{ _id: tradeLabel._id, label: 'Lanoxin' }] });
    await ward.admin.put(`/api/errtypes/${type._id}`, { label: 'Late dose' });
    await ward.admin.put(`/api/tags/${tag._id}`, { label: 'Narrow range' });
    const { status, body } = await ward.mona.put<Review>(`/api/reviews/updateRevHead/${review._id}`, {
      reviewDate: '2025-03-02',
      clinicalNote: '<p>Seen</p>',
    });
    expect({ status, errs: body.drugErrs }).toMatchObject({
      status: 200,
      errs: [{ errDrugLabel: 'Lanoxin', errTypeLabel: 'Late dose', drugTags: [{ name: 'Narrow range' }] }],
    });
  });

  test('conflicts with a newer change, and shows the current drug', async () => {
    const drug = await add('Heparin');
    await ward.omar.put('/api/drugs', { _id: drug._id, tips: 'By pump' });
    const { status, body } = await ward.mona.put<ConflictProblem>(
      '/api/drugs',
      { _id: drug._id, tips: 'By hand' },
      { 'if-match': '0' },
    );
    expect({ status, body }).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        current: { _id: drug._id, tips: 'By pump', version: 1 },
        changedBy: { userId: ward.omar.me._id, name: 'Omar Farouk' },
      },
    });
    expect((await ward.mona.put('/api/drugs', { _id: drug._id, tips: 'By hand' }, { 'if-match': '1' })).status).toBe(
      200,
    );
  });

  test('under a repeated key gives the first answer and writes nothing', async () => {
    const drug = await add('Insulin');
    const once = key();
    const body = { _id: drug._id, tradeLabels: [...drug.tradeLabels, { label: 'Mixtard' }] };
    const first = await ward.mona.put<Answer<Drug>>('/api/drugs', body, once);
    expect(await ward.mona.put('/api/drugs', body, once)).toEqual(first);
    expect((await ward.mona.put<Answer<Drug>>('/api/drugs', body)).body.revision).toBe(first.body.revision);
    expect(await environment.events(drug.stream)).toHaveLength(2);
  });

  test('invalid input is refused with its field', async () => {
    const { _id } = ward.drug;
    const refused: [object, object][] = [
      [
        { _id, errTemps: [{ errType: 'nothing', isAdult: true, label: '' }] },
        {
          message: 'An error type of a template is not known',
          fields: { errTemps: 'An error type of a template is not known' },
        },
      ],
      [{ _id, tags: ['nothing'] }, { message: 'A tag is not known' }],
      [
        { _id, compatibility: [{ drug: 'nothing', category: 'X' }] },
        { message: 'A drug of the compatibility list is not known' },
      ],
      [{ _id, compatibility: [{ drug: _id, category: 'X' }] }, { message: 'A drug cannot be compared with itself' }],
      [{ _id, tradeLabels: [] }, { message: 'A drug needs at least one trade label' }],
      [{ _id, tradeLabels: [{ _id: 'other.1', label: 'X' }] }, { message: 'A trade label is not one of this drug' }],
      [{ _id, label: ' ' }, { message: 'Root name is required' }],
      [{ _id, price: 3 }, { message: 'Unknown field: price' }],
      [{ tips: 'x' }, { fields: { _id: expect.any(String) } }],
    ];
    for (const [body, problem] of refused)
      expect(await ward.mona.put<Problem>('/api/drugs', body)).toMatchObject({
        status: 400,
        body: { code: 'invalid', ...problem },
      });
    expect((await ward.mona.put('/api/drugs', { _id: 'nothing', tips: 'x' })).status).toBe(404);
    expect((await environment.send('PUT', '/api/drugs', { _id, tips: 'x' })).status).toBe(401);
  });
});

describe('restoring a drug', () => {
  test('brings an earlier state back for each signed-in person, as an event of its own', async () => {
    const drug = await add('Aspirin', { tips: 'With food' });
    await ward.omar.put('/api/drugs', { _id: drug._id, label: 'ASA', tips: '', tradeLabels: [{ label: 'Jusprin' }] });
    const { status, body } = await ward.sami.post<Answer<Drug>>(`/api/drugs/${drug._id}/restore`, { revision: 0 });
    expect({ status, body }).toEqual({ status: 200, body: { ...drug, version: 2, revision: 2 } });
    expect((await environment.events(drug.stream)).map(({ type, metadata }) => [type, metadata.actorId])).toEqual([
      ['DrugAdded', ward.sami.me._id],
      ['DrugChanged', ward.omar.me._id],
      ['DrugRestored', ward.sami.me._id],
    ]);
  });

  test('needs an existing revision, and respects If-Match', async () => {
    const drug = await add('Atenolol');
    await ward.mona.put('/api/drugs', { _id: drug._id, tips: 'x' });
    const restore = (body: object, headers = {}) =>
      ward.mona.post<Problem>(`/api/drugs/${drug._id}/restore`, body, headers);
    expect(await restore({ revision: 7 })).toMatchObject({
      status: 400,
      body: { fields: { revision: 'The drug has no such revision' } },
    });
    for (const revision of [-1, 1.5, '0', undefined]) expect((await restore({ revision })).status).toBe(400);
    expect(await restore({ revision: 0 }, { 'if-match': '0' })).toMatchObject({
      status: 409,
      body: { current: { tips: 'x' } },
    });
    expect((await ward.mona.post('/api/drugs/nothing/restore', { revision: 0 })).status).toBe(404);
  });
});

test('a drug that another process has just added can be entered here at once', async () => {
  const { ask } = await withSecondProcess(environment);
  const { admin, mona, sami, drug } = ward;
  // This process has just cached the catalogue and the drug.
  expect((await ward.addReview()).drugErrs).toHaveLength(1);
  const { body: type } = await ask<ErrorType>(1, admin, 'POST', '/api/errtypes', { label: 'Omission' });
  const { body: tag } = await ask<Tag>(1, admin, 'POST', '/api/tags', { label: 'High alert' });
  const { body: longer } = await ask<Drug>(1, sami, 'PUT', '/api/drugs', {
    _id: drug._id,
    tradeLabels: [...drug.tradeLabels, { label: 'Marevan 3 mg' }],
  });
  const { body: fresh } = await ask<Drug>(1, sami, 'POST', '/api/drugs', {
    label: 'Apixaban',
    tradeLabels: [{ label: 'Eliquis 5 mg' }],
    tags: [tag._id],
  });
  const enter = async (errDrug: string) =>
    (
      await mona.post<Review>('/api/reviews/addReview', {
        admissionId: ward.admission._id,
        reviewDate: '2025-03-02',
        drugErrs: [ward.entry({ errType: type._id, errDrug })],
      })
    ).body.drugErrs;
  expect(await enter(longer.tradeLabels[2]!._id)).toMatchObject([
    { errTypeLabel: 'Omission', errDrugLabel: 'Marevan 3 mg', drugTags: [{ name: 'Anticoagulant' }] },
  ]);
  expect(await enter(fresh.tradeLabels[0]!._id)).toMatchObject([
    { errDrugLabel: 'Eliquis 5 mg', drugTags: [{ name: 'High alert' }] },
  ]);
});

describe('the lists of the admin account', () => {
  test('an error type and a tag are renamed', async () => {
    const { body: type } = await ward.admin.post<ErrorType>('/api/errtypes', { label: 'Duplication' });
    const renamed = await ward.admin.put<Answer<ErrorType>>(
      `/api/errtypes/${type._id}`,
      { label: 'Duplicate therapy' },
      { 'if-match': String(type.version) },
    );
    expect(renamed).toEqual({
      status: 200,
      body: {
        _id: type._id,
        label: 'Duplicate therapy',
        pcne: [],
        version: renamed.body.revision,
        stream: 'catalogue',
        revision: renamed.body.revision,
      },
    });
    expect(
      await ward.admin.put(`/api/errtypes/${type._id}`, { label: 'Twice' }, { 'if-match': String(type.version) }),
    ).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        current: { label: 'Duplicate therapy', version: renamed.body.version },
        changedBy: { userId: ward.admin.me._id },
      },
    });
    const { body: tag } = await ward.admin.post<Tag>('/api/tags', { label: 'Renal' });
    expect(await ward.admin.put(`/api/tags/${tag._id}`, { label: 'Kidney' })).toMatchObject({
      status: 200,
      body: { _id: tag._id, label: 'Kidney' },
    });
  });

  test('"No error" keeps its name, names are unique, and only the admin account renames', async () => {
    expect(await ward.admin.put(`/api/errtypes/${NO_ERROR._id}`, { label: 'Fine' })).toEqual({
      status: 409,
      body: { message: '"No error" keeps its name', code: 'conflict', reason: 'no-error-keeps-its-name' },
    });
    expect((await ward.admin.put(`/api/errtypes/${ward.errType}`, { label: 'no ERROR' })).status).toBe(409);
    expect((await ward.admin.put('/api/errtypes/nothing', { label: 'X' })).status).toBe(404);
    expect(await ward.admin.put(`/api/errtypes/${ward.errType}`, { label: ' ' })).toMatchObject({
      status: 400,
      body: { message: 'Label is required' },
    });
    for (const path of [`/api/errtypes/${ward.errType}`, '/api/tags/any'])
      expect((await ward.mona.put(path, { label: 'X' })).status).toBe(403);
  });

  test('the trade list is updated by the admin account', async () => {
    const first = await ward.admin.post<Answer<TradeListUpdate>>('/api/drugs/updateTradeList', undefined);
    expect(first).toEqual({
      status: 200,
      body: { tradeListVersion: 1, version: first.body.revision, stream: 'catalogue', revision: first.body.revision },
    });
    expect((await ward.admin.post<TradeListUpdate>('/api/drugs/updateTradeList', {})).body.tradeListVersion).toBe(2);
    expect(
      await ward.admin.post('/api/drugs/updateTradeList', {}, { 'if-match': String(first.body.version) }),
    ).toMatchObject({ status: 409, body: { current: { tradeListVersion: 2 } } });
    expect((await ward.mona.post('/api/drugs/updateTradeList', {})).status).toBe(403);
  });
});
