import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_ERROR } from 'language/domain/values/codes';
import { deliveries, type TestEnvironment, startTestEnvironment } from '../../testing.ts';

describe.each(deliveries)('events delivered $how', ({ deliver }) => {
  let environment: TestEnvironment;
  beforeAll(async () => {
    environment = await startTestEnvironment();
  });
  afterAll(() => environment.stop());

  test('error types come after "No error", in the order of adding; tags beside them', async () => {
    await environment.append('catalogue', [
      { type: 'ErrorTypeAdded', data: { errTypeId: 'et-b', label: 'Wrong dose' } },
      { type: 'TagAdded', data: { tagId: 'tag-1', label: 'Renal' } },
      { type: 'ErrorTypeAdded', data: { errTypeId: 'et-a', label: 'Duplicate' } },
    ]);
    await deliver(environment, 'catalogue');
    expect(await environment.rows('select err_type_id, label from error_type order by position')).toEqual([
      { err_type_id: NO_ERROR._id, label: 'No error' },
      { err_type_id: 'et-b', label: 'Wrong dose' },
      { err_type_id: 'et-a', label: 'Duplicate' },
    ]);
    expect(await environment.rows('select tag_id, label from tag order by position')).toEqual([
      { tag_id: 'tag-1', label: 'Renal' },
    ]);
    expect(await environment.rows('select touched from change')).toEqual([
      { touched: ['catalogue:errtypes', 'catalogue:tags'] },
    ]);
  });

  test('a drug has its trade labels in the order of the form', async () => {
    const errTemps = [{ errType: 'et-a', isAdult: true, label: '<p>Max 4 g a day</p>' }];
    await environment.append('drug-d-1', [
      {
        type: 'DrugAdded',
        data: {
          label: 'Paracetamol',
          tradeLabels: [
            { _id: 'd-1.2', label: 'Panadol' },
            { _id: 'd-1.1', label: 'Abimol' },
          ],
          errTemps,
          tags: ['tag-1'],
          tips: 'With water',
        },
      },
    ]);
    await deliver(environment, 'drug-d-1');
    expect(await environment.rows('select * from drug')).toEqual([
      {
        drug_id: 'd-1',
        label: 'Paracetamol',
        err_temps: errTemps,
        tags: ['tag-1'],
        tips: 'With water',
        compatibility: [],
        atc: '',
        ddds: [],
        version: '0',
      },
    ]);
    expect(
      await environment.rows('select trade_label_id, drug_id, label, position from trade_label order by position'),
    ).toEqual([
      { trade_label_id: 'd-1.2', drug_id: 'd-1', label: 'Panadol', position: 0 },
      { trade_label_id: 'd-1.1', drug_id: 'd-1', label: 'Abimol', position: 1 },
    ]);
  });

  test('what is renamed keeps its place, and its version moves', async () => {
    await environment.append('catalogue', [
      { type: 'ErrorTypeRenamed', data: { errTypeId: 'et-b', label: 'Dose wrong' } },
      { type: 'TagRenamed', data: { tagId: 'tag-1', label: 'Kidney' } },
      { type: 'TradeListUpdated', data: { version: 1 } },
    ]);
    await deliver(environment, 'catalogue');
    expect(
      await environment.rows('select err_type_id, label, position, version from error_type order by position'),
    ).toEqual([
      { err_type_id: NO_ERROR._id, label: 'No error', position: 0, version: '0' },
      { err_type_id: 'et-b', label: 'Dose wrong', position: 1, version: '3' },
      { err_type_id: 'et-a', label: 'Duplicate', position: 3, version: '2' },
    ]);
    expect(await environment.rows('select label, version from tag')).toEqual([{ label: 'Kidney', version: '4' }]);
    expect(
      await environment.rows(`select touched from change where stream = 'catalogue' order by revision desc limit 1`),
    ).toEqual([{ touched: ['catalogue:errtypes', 'catalogue:tags', 'catalogue:drugs'] }]);
  });

  test('a changed drug has the trade labels of the form, and keeps omitted ones as withdrawn', async () => {
    const compatibility = [{ drug: 'd-2', category: 'Incompatible', note: '' }];
    const content = {
      label: 'Paracetamol',
      tradeLabels: [
        { _id: 'd-1.3', label: 'Cetal' },
        { _id: 'd-1.2', label: 'Panadol Extra' },
      ],
      errTemps: [],
      tags: [],
      tips: '',
    };
    const tradeLabels = () =>
      environment.rows('select trade_label_id, label, position, withdrawn from trade_label order by trade_label_id');
    await environment.append('drug-d-1', [{ type: 'DrugChanged', data: { ...content, compatibility } }]);
    await deliver(environment, 'drug-d-1');
    expect(await environment.rows('select * from drug')).toEqual([
      {
        drug_id: 'd-1',
        label: 'Paracetamol',
        err_temps: [],
        tags: [],
        tips: '',
        compatibility,
        atc: '',
        ddds: [],
        version: '1',
      },
    ]);
    expect(await tradeLabels()).toEqual([
      { trade_label_id: 'd-1.1', label: 'Abimol', position: 1, withdrawn: true },
      { trade_label_id: 'd-1.2', label: 'Panadol Extra', position: 1, withdrawn: false },
      { trade_label_id: 'd-1.3', label: 'Cetal', position: 0, withdrawn: false },
    ]);

    await environment.append('drug-d-1', [
      {
        type: 'DrugRestored',
        data: {
          ...content,
          tradeLabels: [
            { _id: 'd-1.2', label: 'Panadol' },
            { _id: 'd-1.1', label: 'Abimol' },
          ],
          compatibility: [],
          fromRevision: 0,
        },
      },
    ]);
    await deliver(environment, 'drug-d-1');
    expect(await tradeLabels()).toEqual([
      { trade_label_id: 'd-1.1', label: 'Abimol', position: 1, withdrawn: false },
      { trade_label_id: 'd-1.2', label: 'Panadol', position: 0, withdrawn: false },
      { trade_label_id: 'd-1.3', label: 'Cetal', position: 0, withdrawn: true },
    ]);
  });
});
