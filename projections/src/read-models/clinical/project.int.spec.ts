import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catchUp } from '../../catch-up/catch-up.ts';
import {
  admitted,
  day,
  deliveries,
  entry,
  type TestEnvironment,
  onPatient,
  startTestEnvironment,
  projectionFor,
  reviewAdded,
} from '../../testing.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());

const entriesOf = (reviewId: string) =>
  environment.rows<{ entry_id: string }>(
    /* sql */ `
    select entry_id, position, err_type, err_drug_label, err_res, err_severity, rating, version, review_date::text
    from review_entry
    where review_id = $1
    order by position`,
    [reviewId],
  );

describe.each(deliveries)('events delivered $how', ({ how, deliver }) => {
  const id = how.replaceAll(/\W/g, '-');
  const stream = `admission-${id}`;
  const [r1, e1, e2, e3, n1] = ['r1', 'e1', 'e2', 'e3', 'n1'].map((name) => `${name}-${id}`) as [
    string,
    string,
    string,
    string,
    string,
  ];

  test('an admission is opened, and closed by its discharge', async () => {
    await environment.append(stream, [admitted('p-7')], onPatient('p-7'));
    await deliver(environment, stream);
    const head = () =>
      environment.rows('select *, admission_date::text, discharge_date::text from admission where admission_id = $1', [
        id,
      ]);
    const opened = {
      admission_id: id,
      patient_id: 'p-7',
      team_id: 't-1',
      admission_date: '2026-03-01',
      admission_details: '<p>Fever</p>',
      room: '',
      bed: '',
      consultant: '',
      working_diagnosis: '',
      pregnancy: '',
      planned_discharge: '',
      discharge_date: null,
      discharge_status: null,
      discharge_note: '',
      version: '0',
      since: new Date('2026-03-01T09:30:00.000Z'),
    };
    expect(await head()).toEqual([opened]);
    await environment.append(
      stream,
      [
        {
          type: 'PatientDischarged',
          data: { dischargeDate: day('2026-03-09'), dischargeStatus: 0, dischargeNote: 'Home' },
        },
      ],
      onPatient('p-7'),
    );
    await deliver(environment, stream);
    expect(await head()).toEqual([
      { ...opened, discharge_date: '2026-03-09', discharge_status: 0, discharge_note: 'Home', version: '1' },
    ]);
  });

  test('a review comes with its entries, and an event moves only the versions of what it touched', async () => {
    await environment.append(
      stream,
      [reviewAdded(r1, [entry(e1), entry(e2, { errRes: null, errSeverity: null, errDrugLabel: 'Zantac' })])],
      onPatient('p-7', 'u-5'),
    );
    await deliver(environment, stream);
    await environment.append(
      stream,
      [
        { type: 'ErrorRated', data: { reviewId: r1, entryId: e1, rating: 4.5 } },
        { type: 'ReviewMedicationAdded', data: { reviewId: r1, entry: entry(e3) } },
        { type: 'ReviewMedicationUpdated', data: { reviewId: r1, entry: entry(e1, { errSeverity: 'E', errRes: 2 }) } },
        {
          type: 'ReviewHeadEdited',
          data: { reviewId: r1, reviewDate: day('2026-03-04'), clinicalNote: '<p>Better</p>' },
        },
        { type: 'ReviewMedicationRemoved', data: { reviewId: r1, entryId: e2 } },
      ],
      onPatient('p-7', 'u-5'),
    );
    await deliver(environment, stream);
    expect(await environment.rows('select *, review_date::text from review where review_id = $1', [r1])).toEqual([
      {
        review_id: r1,
        admission_id: id,
        patient_id: 'p-7',
        team_id: 't-1',
        review_date: '2026-03-04',
        clinical_note: '<p>Better</p>',
        author_id: 'u-5',
        created_at: new Date('2026-03-01T09:30:00.000Z'),
        version: '6',
        entries_version: '7',
        copied_from: null,
        moved_from: null,
        since: new Date('2026-03-01T09:30:00.000Z'),
      },
    ]);
    expect(await entriesOf(r1)).toEqual([
      {
        entry_id: e1,
        position: 0,
        err_type: 'et-1',
        err_drug_label: 'Panadol',
        err_res: 2,
        err_severity: 'E',
        rating: '4.5',
        version: '5',
        review_date: '2026-03-04',
      },
      {
        entry_id: e3,
        position: 2,
        err_type: 'et-1',
        err_drug_label: 'Panadol',
        err_res: 1,
        err_severity: 'B',
        rating: null,
        version: '4',
        review_date: '2026-03-04',
      },
    ]);
    expect(
      await environment.rows(
        'select drug_tags, err_note, team_id, admission_id from review_entry where entry_id = $1',
        [e3],
      ),
    ).toEqual([{ drug_tags: [{ name: 'renal' }], err_note: '<p>Halve it</p>', team_id: 't-1', admission_id: id }]);
  });

  test("a physician's note belongs to the patient and the team of its admission", async () => {
    await environment.append(
      stream,
      [{ type: 'PhysicianNoteAdded', data: { noteId: n1, noteDate: day('2026-03-03'), note: '<p>Seen</p>' } }],
      onPatient('p-7', 'u-6'),
    );
    await deliver(environment, stream);
    expect(await environment.rows('select *, note_date::text from physician_note where note_id = $1', [n1])).toEqual([
      {
        note_id: n1,
        admission_id: id,
        patient_id: 'p-7',
        team_id: 't-1',
        note_date: '2026-03-03',
        note: '<p>Seen</p>',
        author_id: 'u-6',
        created_at: new Date('2026-03-01T09:30:00.000Z'),
        version: '8',
        moved_from: null,
      },
    ]);
  });
});

test('a deletion of an admission is projected although no earlier event can be read any more', async () => {
  await environment.append(
    'admission-ended',
    [admitted('p-ended'), { type: 'AdmissionDeleted', data: {} }],
    onPatient('p-ended'),
  );
  const log = await environment.logAfterErasing('p-ended');
  expect(await catchUp({ pool: environment.pool, log }, projectionFor('admission-ended'), 'admission-ended')).toBe(1n);
});

test('a hundred entries of one review keep their order', async () => {
  const entries = Array.from({ length: 100 }, (_, i) => entry(`e-many-${i}`));
  await environment.append('admission-many', [admitted(), reviewAdded('r-many', entries)], onPatient());
  await environment.project('admission-many');
  expect((await entriesOf('r-many')).map((row) => row.entry_id)).toEqual(entries.map((each) => each.entryId));
});

test('rows from before the key was destroyed stay until the erasure, and later events are passed over', async () => {
  await environment.append('admission-erased', [admitted('p-erased')], onPatient('p-erased'));
  await environment.project('admission-erased');
  await environment.append('admission-erased', [reviewAdded('r-erased', [entry('e-erased')])], onPatient('p-erased'));
  const log = await environment.logAfterErasing('p-erased');
  expect(await catchUp({ pool: environment.pool, log }, projectionFor('admission-erased'), 'admission-erased')).toBe(
    1n,
  );
  expect(await environment.rows('select admission_id from admission where admission_id = $1', ['erased'])).toHaveLength(
    1,
  );
  expect(await environment.rows('select from review where admission_id = $1', ['erased'])).toEqual([]);
});

test('an entry whose review is missing stops the stream: rows and log do not match', async () => {
  await environment.append(
    'admission-parted',
    [admitted(), { type: 'ReviewMedicationAdded', data: { reviewId: 'r-nowhere', entry: entry('e-nowhere') } }],
    onPatient(),
  );
  await expect(environment.project('admission-parted')).rejects.toMatchObject({
    name: 'PoisonEvent',
    revision: 1n,
    message: expect.stringContaining('RowMissing'),
  });
});
