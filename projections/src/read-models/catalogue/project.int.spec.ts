import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_ERROR } from 'command-api/domain/codes';
import { deliveries, type Hospital, openHospital } from '../../testing.ts';

describe.each(deliveries)('news delivered $how', ({ deliver }) => {
  let hospital: Hospital;
  beforeAll(async () => { hospital = await openHospital(); });
  afterAll(() => hospital.stop());

  test('error types come after "No error", in the order of adding; tags beside them', async () => {
    await hospital.happened('catalogue', [
      { type: 'ErrorTypeAdded', data: { errTypeId: 'et-b', label: 'Wrong dose' } },
      { type: 'TagAdded', data: { tagId: 'tag-1', label: 'Renal' } },
      { type: 'ErrorTypeAdded', data: { errTypeId: 'et-a', label: 'Duplicate' } },
    ]);
    await deliver(hospital, 'catalogue');
    expect(await hospital.rows('select err_type_id, label from error_type order by position')).toEqual([
      { err_type_id: NO_ERROR._id, label: 'No error' },
      { err_type_id: 'et-b', label: 'Wrong dose' },
      { err_type_id: 'et-a', label: 'Duplicate' },
    ]);
    expect(await hospital.rows('select tag_id, label from tag order by position')).toEqual([{ tag_id: 'tag-1', label: 'Renal' }]);
    expect(await hospital.rows('select touched from change')).toEqual([{ touched: ['catalogue:errtypes', 'catalogue:tags'] }]);
  });

  test('a drug has its trade labels in the order of the form', async () => {
    const errTemps = [{ errType: 'et-a', isAdult: true, label: '<p>Max 4 g a day</p>' }];
    await hospital.happened('drug-d-1', [
      { type: 'DrugAdded', data: { label: 'Paracetamol', tradeLabels: [{ _id: 'd-1.2', label: 'Panadol' }, { _id: 'd-1.1', label: 'Abimol' }], errTemps, tags: ['tag-1'], tips: 'With water' } },
    ]);
    await deliver(hospital, 'drug-d-1');
    expect(await hospital.rows('select * from drug')).toEqual([{ drug_id: 'd-1', label: 'Paracetamol', err_temps: errTemps, tags: ['tag-1'], tips: 'With water', version: '0' }]);
    expect(await hospital.rows('select trade_label_id, drug_id, label, position from trade_label order by position')).toEqual([
      { trade_label_id: 'd-1.2', drug_id: 'd-1', label: 'Panadol', position: 0 },
      { trade_label_id: 'd-1.1', drug_id: 'd-1', label: 'Abimol', position: 1 },
    ]);
  });
});
