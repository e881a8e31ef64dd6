import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type {
  AdmissionMedication,
  Answer,
  ConflictProblem,
  Problem,
  SortedMedications,
} from 'language/contract/entities';
import { calendarDateIn } from 'language/domain/values/calendar-date';
import {
  key,
  startTestEnvironment,
  openWard,
  type Answered,
  type TestEnvironment,
  type Ward,
} from '../../testing/test-environment.ts';

let environment: TestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await startTestEnvironment();
  ward = await openWard(environment);
});
afterAll(() => environment.stop());

const today = () => calendarDateIn('Africa/Cairo', new Date());
const notFound = { status: 404, body: { message: 'Not found', code: 'notFound', reason: 'not-found' } };
const forbidden = { status: 403, body: { message: 'Not allowed', code: 'forbidden', reason: 'not-allowed' } };

const admit = async (): Promise<string> => (await ward.otherChart())._id;
const medications = (admissionId: string) => `/api/admissions/${admissionId}/medications`;
const give = async (admissionId: string, fields: object = {}): Promise<Answered<Answer<AdmissionMedication>>> =>
  ward.omar.post(medications(admissionId), {
    drug: ward.drug.tradeLabels[0]!._id,
    dose: '5 mg',
    route: 'PO',
    frequency: 'once daily',
    startDate: '2025-03-02',
    note: 'evening',
    ...fields,
  });

describe('a medication of an admission', () => {
  test('is added at the end of the list, with the label of its drug', async () => {
    const admission = await admit();
    const { status, body } = await give(admission);
    expect(status).toBe(201);
    expect(body).toEqual({
      _id: body._id,
      admission,
      drug: ward.drug.tradeLabels[0]!._id,
      drugLabel: 'Marevan 5 mg',
      dose: '5 mg',
      route: 'PO',
      frequency: 'once daily',
      startDate: '2025-03-02',
      stopDate: null,
      note: 'evening',
      indication: '',
      culture: '',
      hold: null,
      doseChangedOn: [],
      order: 1,
      version: 1,
      stream: `admission-${admission}`,
      revision: 1,
    });
    const bare = await ward.omar.post<AdmissionMedication>(medications(admission), {
      drug: ward.drug.tradeLabels[1]!._id,
    });
    expect(bare.body).toMatchObject({ drugLabel: 'Marevan 1 mg', dose: '', startDate: today(), order: 2 });
  });

  test('is updated field by field, stopped, and deleted', async () => {
    const admission = await admit();
    const { body: given } = await give(admission);
    const one = `${medications(admission)}/${given._id}`;
    expect(
      (
        await ward.mona.put<AdmissionMedication>(one, {
          dose: '2.5 mg',
          drug: ward.drug.tradeLabels[1]!._id,
          drugLabel: 'ignored',
          order: 7,
        })
      ).body,
    ).toMatchObject({
      dose: '2.5 mg',
      drugLabel: 'Marevan 1 mg',
      route: 'PO',
      order: 1,
      version: 2,
    });
    expect((await ward.mona.post<AdmissionMedication>(`${one}/stop`, {})).body).toMatchObject({
      stopDate: today(),
      version: 3,
    });
    expect((await ward.mona.post<AdmissionMedication>(`${one}/stop`, { stopDate: '2025-03-09' })).body).toMatchObject({
      stopDate: '2025-03-09',
      version: 4,
    });
    const stale = await ward.omar.put<ConflictProblem>(one, { note: 'mine' }, { 'if-match': String(given.version) });
    expect(stale).toMatchObject({
      status: 409,
      body: { current: { _id: given._id, stopDate: '2025-03-09', version: 4 }, changedBy: { name: 'Mona Farouk' } },
    });
    expect((await ward.omar.put<AdmissionMedication>(one, { stopDate: null })).body).toMatchObject({
      stopDate: null,
      version: 5,
    });
    const once = key();
    const deletion = await ward.omar.delete(one, once);
    expect(deletion).toMatchObject({ status: 200, body: { _id: given._id, dose: '2.5 mg', version: 6 } });
    expect(await ward.omar.delete(one, once)).toEqual(deletion);
    expect(await ward.omar.delete(one)).toEqual(notFound);
    expect(await ward.omar.post(`${one}/stop`, {})).toEqual(notFound);
  });

  test('is held and given again, with an indication; a repeated command writes nothing', async () => {
    const admission = await admit();
    const { body: given } = await give(admission, { indication: 'Atrial fibrillation' });
    expect(given).toMatchObject({ indication: 'Atrial fibrillation' });
    const one = `${medications(admission)}/${given._id}`;
    const once = key();
    const hold = { from: '2025-03-05', reason: 'INR 5' };
    const held = await ward.mona.post<AdmissionMedication>(`${one}/hold`, hold, once);
    expect(held).toMatchObject({ status: 200, body: { hold: { ...hold, until: null }, version: 2 } });
    expect(await ward.mona.post(`${one}/hold`, hold, once)).toEqual(held);
    expect(await ward.omar.post(`${one}/resume`, {}, { 'if-match': String(given.version) })).toMatchObject({
      status: 409,
      body: { current: { hold: { from: '2025-03-05' } } },
    });
    expect((await ward.omar.post<AdmissionMedication>(`${one}/resume`, { on: '2025-03-08' })).body).toMatchObject({
      hold: { ...hold, until: '2025-03-08' },
      version: 3,
    });
    expect((await ward.omar.put<AdmissionMedication>(one, { dose: '3 mg' })).body.doseChangedOn).toEqual([today()]);
  });

  test.each([
    [{ from: '2025-03-01' }, 'from'],
    [{ from: 'tomorrow' }, 'from'],
    [{ from: '2025-03-05', until: '2025-03-05' }, 'until'],
    [{ reason: 'two\nlines' }, 'reason'],
    [{ why: 'unknown' }, 'why'],
  ])('is not held with %j', async (body, field) => {
    const admission = await admit();
    const { body: given } = await give(admission);
    const refused = await ward.omar.post<Problem>(`${medications(admission)}/${given._id}/hold`, body);
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid', fields: { [field]: expect.any(String) } } });
  });

  test.each([
    [{ drug: 'nothing.1' }, 'drug'],
    [{ drug: undefined }, 'drug'],
    [{ startDate: '2025-02-30' }, 'startDate'],
    [{ stopDate: '2025-03-01' }, 'stopDate'],
    [{ dose: 'x'.repeat(121) }, 'dose'],
    [{ strength: 5 }, 'strength'],
  ])('is not added with %o', async (fields, field) => {
    const answer = (await give(ward.admission._id, fields)) as Answered<unknown> as Answered<Problem>;
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields ?? {})).toEqual([field]);
  });

  test('is for clinical pharmacists of the team only', async () => {
    const admission = await admit();
    const { body: given } = await give(admission);
    const one = `${medications(admission)}/${given._id}`;
    const asked = (caller: Ward['hany']) => [
      caller.post(medications(admission), { drug: ward.drug.tradeLabels[0]!._id }),
      caller.put(one, { dose: '' }),
      caller.post(`${one}/stop`, {}),
      caller.delete(one),
      caller.put(`${medications(admission)}/sort`, { ids: [given._id] }),
    ];
    for (const answer of await Promise.all(asked(ward.hany))) expect(answer).toEqual(forbidden);
    for (const answer of await Promise.all(asked(ward.sami))) expect(answer).toEqual(notFound);
  });
});

test('a deleted medication is brought back once by several people at once; all but one get a conflict', async () => {
  const [admission, another] = [await admit(), await admit()];
  const { body: gone } = await give(admission);
  await ward.mona.delete(`${medications(admission)}/${gone._id}`);
  const bringBack = (caller: typeof ward.mona, once = key(), to = admission) =>
    caller.post<AdmissionMedication & Problem>(
      medications(to),
      { drug: gone.drug, dose: gone.dose, startDate: gone.startDate, bringsBack: gone._id },
      once,
    );
  const own = key();
  const answers = await Promise.all([
    bringBack(ward.mona, own),
    bringBack(ward.omar, own),
    bringBack(ward.omar),
    bringBack(ward.mona, own),
  ]);
  const refused = {
    status: 409,
    body: {
      message: 'This medication is back on the list already',
      code: 'conflict',
      reason: 'medication-back-already',
    },
  };
  const done = answers.filter(({ status }) => status === 201);
  // The person who brought it back gets the same answer for each repeat.
  expect(new Set(done.map(({ body }) => body._id)).size).toBe(1);
  expect(answers.filter((answer) => !done.includes(answer))).toEqual(
    Array.from({ length: 4 - done.length }, () => refused),
  );
  expect(await bringBack(ward.omar)).toEqual(refused);
  expect(
    (await environment.events(`admission-${admission}`)).filter(({ type }) => type === 'AdmissionMedicationAdded'),
  ).toHaveLength(2);
  // Deleted again it can be brought back again; in another admission the same id is another medication.
  const { _id: back } = done[0]!.body;
  expect(back).not.toBe(gone._id);
  await ward.omar.delete(`${medications(admission)}/${back}`);
  expect(await bringBack(ward.omar)).toMatchObject({ status: 201, body: { dose: '5 mg', order: 1 } });
  expect((await bringBack(ward.omar, key(), another)).body._id).not.toBe(back);
});

describe('the list of medications', () => {
  test('is sorted without a change of the version of any medication', async () => {
    const admission = await admit();
    const given = [await give(admission), await give(admission), await give(admission)].map(({ body }) => body);
    const ids = given.map(({ _id }) => _id);
    const turned = await ward.mona.put<Answer<SortedMedications>>(`${medications(admission)}/sort`, {
      ids: ids.toReversed(),
    });
    expect(turned).toMatchObject({ status: 200, body: { _id: admission, revision: 4, version: 4 } });
    expect(turned.body.medications.map(({ _id, order, version }) => [_id, order, version])).toEqual([
      [ids[2], 1, 3],
      [ids[1], 2, 2],
      [ids[0], 3, 1],
    ]);

    const refused = async (asked: unknown) =>
      (await ward.mona.put<Problem>(`${medications(admission)}/sort`, { ids: asked })).body;
    expect(await refused(ids.slice(1))).toEqual({
      message: 'A medication of this admission is left out: name them all',
      code: 'invalid',
      reason: 'medication-left-out',
      fields: { ids: expect.any(String) },
      fieldReasons: { ids: { reason: 'medication-left-out' } },
    });
    expect(await refused([...ids, 'unknown'])).toMatchObject({
      message: 'One of these medications is not in this admission',
    });
    expect(await refused([ids[0], ids[0], ids[1]])).toMatchObject({ message: 'Name each medication once' });
    expect(await refused('first')).toMatchObject({ code: 'invalid' });
  });

  test('is not sorted over a newer order', async () => {
    const admission = await admit();
    const given = [await give(admission), await give(admission)].map(({ body }) => body);
    const ids = given.map(({ _id }) => _id);
    const sort = (order: string[], version: number) =>
      ward.mona.put<ConflictProblem & Answer<SortedMedications>>(
        `${medications(admission)}/sort`,
        { ids: order },
        { 'if-match': String(version) },
      );
    await ward.omar.put(`${medications(admission)}/${ids[0]}`, { note: 'with food' });
    const turned = await sort(ids.toReversed(), given[1]!.version);
    expect(turned).toMatchObject({ status: 200, body: { version: turned.body.revision } });
    const third = (await give(admission)).body;
    const stale = await sort(ids, turned.body.version);
    expect(stale).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        current: { _id: admission, version: third.version },
        changedBy: { name: 'Omar Farouk' },
        changedAt: expect.any(String),
      },
    });
    expect((stale.body.current as SortedMedications).medications.map(({ _id }) => _id)).toEqual([
      ids[1],
      ids[0],
      third._id,
    ]);
    expect((await sort([...ids, third._id], third.version)).status).toBe(200);
  });

  test('has one order in the end after two people sort at once', async () => {
    const admission = await admit();
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push((await give(admission)).body._id);
    const orders = [ids.toReversed(), [...ids.slice(2), ...ids.slice(0, 2)]];
    const answers = await Promise.all(
      orders.flatMap((order, n) =>
        Array.from({ length: 5 }, () =>
          [ward.mona, ward.omar][n]!.put<Answer<SortedMedications>>(`${medications(admission)}/sort`, { ids: order }),
        ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const newest = answers.map(({ body }) => body).toSorted((a, b) => b.revision - a.revision)[0]!;
    const log = (await environment.events(`admission-${admission}`)).findLast(
      ({ type }) => type === 'AdmissionMedicationsSorted',
    )!;
    expect(log.data).toEqual({ medicationIds: newest.medications.map(({ _id }) => _id) });
  });
});

describe('Stop Closed AdmMed', () => {
  const run = (caller = ward.admin) =>
    caller.post<{ stopped: number; admissions: number; complete: boolean; message: string }>(
      '/api/admissions/stopMedication',
      {},
    );
  const closed = async (...given: object[]): Promise<string> => {
    const admission = await admit();
    for (const fields of given) await give(admission, fields);
    await ward.mona.put(`/api/admissions/${admission}/edit`, { dischargeDate: '2025-03-09', dischargeStatus: 0 });
    return admission;
  };
  const stops = async (admission: string) =>
    (await environment.events(`admission-${admission}`))
      .filter(({ type }) => type === 'AdmissionMedicationStopped')
      .map(({ data }) => (data as { stopDate: string }).stopDate);

  test('is for the admin account only, by either form of the call', async () => {
    for (const caller of [ward.mona, ward.sami]) expect(await run(caller)).toEqual(forbidden);
    expect(
      await environment.send('GET', '/api/admissions/stopMedication', undefined, {
        authorization: `bearer ${ward.mona.me.token}`,
      }),
    ).toEqual(forbidden);
    expect((await environment.send('GET', '/api/admissions/stopMedication')).status).toBe(401);
  });

  test('stops open medications of discharged admissions on the day of the discharge, once', async () => {
    await run();
    const [first, second] = [
      await closed({}, { stopDate: '2025-03-05' }, { startDate: '2025-03-12' }),
      await closed({}),
    ];
    const open = await admit();
    await give(open);
    const answer = await run();
    expect(answer).toEqual({
      status: 200,
      body: { stopped: 3, admissions: 2, complete: true, message: '3 medications of 2 closed admissions stopped' },
    });
    expect(await stops(first)).toEqual(['2025-03-09', '2025-03-12']);
    expect(await stops(second)).toEqual(['2025-03-09']);
    expect(await stops(open)).toEqual([]);
    expect((await run()).body).toMatchObject({ stopped: 0, admissions: 0, complete: true });
  });

  test('finds later changes, also in an admission that an earlier run has covered', async () => {
    const admission = await closed({});
    await run();
    await give(admission);
    const byGet = await environment.send<{ stopped: number }>('GET', '/api/admissions/stopMedication', undefined, {
      authorization: `bearer ${ward.admin.me.token}`,
    });
    expect(byGet).toMatchObject({ status: 200, body: { stopped: 1, admissions: 1 } });
    expect(await stops(admission)).toEqual(['2025-03-09', '2025-03-09']);
  });

  test('stops no medication twice when two runs overlap', async () => {
    const admissions = [await closed({}), await closed({}), await closed({})];
    const answers = await Promise.all([run(), run(), run()]);
    expect(answers.reduce((sum, { body }) => sum + body.stopped, 0)).toBe(3);
    for (const admission of admissions) expect(await stops(admission)).toEqual(['2025-03-09']);
  });
});
