import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catchUp } from '../../catch-up.ts';
import { admitted, day, deliveries, entry, type Hospital, onPatient, openHospital, projectionFor, reviewAdded } from '../../testing.ts';

let hospital: Hospital;
beforeAll(async () => { hospital = await openHospital(); });
afterAll(() => hospital.stop());

const entriesOf = (reviewId: string) =>
  hospital.rows<{ entry_id: string }>('select entry_id, position, err_type, err_drug_label, err_res, err_severity, rating, version, review_date::text from review_entry where review_id = $1 order by position', [reviewId]);

describe.each(deliveries)('news delivered $how', ({ how, deliver }) => {
  const id = how.replaceAll(/\W/g, '-');
  const stream = `admission-${id}`;
  const [r1, e1, e2, e3, n1] = ['r1', 'e1', 'e2', 'e3', 'n1'].map((name) => `${name}-${id}`) as [string, string, string, string, string];

  test('an admission is opened, and closed with its discharge', async () => {
    await hospital.happened(stream, [admitted('p-7')], onPatient('p-7'));
    await deliver(hospital, stream);
    const head = () => hospital.rows('select *, admission_date::text, discharge_date::text from admission where admission_id = $1', [id]);
    const opened = { admission_id: id, patient_id: 'p-7', team_id: 't-1', admission_date: '2026-03-01', admission_details: '<p>Fever</p>', discharge_date: null, discharge_status: null, discharge_note: '', version: '0' };
    expect(await head()).toEqual([opened]);
    await hospital.happened(stream, [{ type: 'PatientDischarged', data: { dischargeDate: day('2026-03-09'), dischargeStatus: 0, dischargeNote: 'Home' } }], onPatient('p-7'));
    await deliver(hospital, stream);
    expect(await head()).toEqual([{ ...opened, discharge_date: '2026-03-09', discharge_status: 0, discharge_note: 'Home', version: '1' }]);
  });

  test('a review comes with its entries, and each event moves the version of what it touched only', async () => {
    await hospital.happened(stream, [reviewAdded(r1, [entry(e1), entry(e2, { errRes: null, errSeverity: null, errDrugLabel: 'Zantac' })])], onPatient('p-7', 'u-5'));
    await deliver(hospital, stream);
    await hospital.happened(
      stream,
      [
        { type: 'ErrorRated', data: { reviewId: r1, entryId: e1, rating: 4.5 } },
        { type: 'ReviewMedicationAdded', data: { reviewId: r1, entry: entry(e3) } },
        { type: 'ReviewMedicationUpdated', data: { reviewId: r1, entry: entry(e1, { errSeverity: 'E', errRes: 2 }) } },
        { type: 'ReviewHeadEdited', data: { reviewId: r1, reviewDate: day('2026-03-04'), clinicalNote: '<p>Better</p>' } },
        { type: 'ReviewMedicationRemoved', data: { reviewId: r1, entryId: e2 } },
      ],
      onPatient('p-7', 'u-5'),
    );
    await deliver(hospital, stream);
    expect(await hospital.rows('select *, review_date::text from review where review_id = $1', [r1])).toEqual([
      { review_id: r1, admission_id: id, patient_id: 'p-7', team_id: 't-1', review_date: '2026-03-04', clinical_note: '<p>Better</p>', author_id: 'u-5', created_at: new Date('2026-03-01T09:30:00.000Z'), version: '6' },
    ]);
    expect(await entriesOf(r1)).toEqual([
      { entry_id: e1, position: 0, err_type: 'et-1', err_drug_label: 'Panadol', err_res: 2, err_severity: 'E', rating: '4.5', version: '5', review_date: '2026-03-04' },
      { entry_id: e3, position: 2, err_type: 'et-1', err_drug_label: 'Panadol', err_res: 1, err_severity: 'B', rating: '0.0', version: '4', review_date: '2026-03-04' },
    ]);
    expect(await hospital.rows('select drug_tags, err_note, team_id, admission_id from review_entry where entry_id = $1', [e3])).toEqual([{ drug_tags: [{ name: 'renal' }], err_note: '<p>Halve it</p>', team_id: 't-1', admission_id: id }]);
  });

  test("a physician's note belongs to the patient and the team of its admission", async () => {
    await hospital.happened(stream, [{ type: 'PhysicianNoteAdded', data: { noteId: n1, noteDate: day('2026-03-03'), note: '<p>Seen</p>' } }], onPatient('p-7', 'u-6'));
    await deliver(hospital, stream);
    expect(await hospital.rows('select *, note_date::text from physician_note where note_id = $1', [n1])).toEqual([
      { note_id: n1, admission_id: id, patient_id: 'p-7', team_id: 't-1', note_date: '2026-03-03', note: '<p>Seen</p>', author_id: 'u-6', created_at: new Date('2026-03-01T09:30:00.000Z'), version: '8' },
    ]);
  });
});

test('a hundred entries of one review keep their order', async () => {
  const entries = Array.from({ length: 100 }, (_, i) => entry(`e-many-${i}`));
  await hospital.happened('admission-many', [admitted(), reviewAdded('r-many', entries)], onPatient());
  await hospital.project('admission-many');
  expect((await entriesOf('r-many')).map((row) => row.entry_id)).toEqual(entries.map((each) => each.entryId));
});

test('what was projected before the key was destroyed stays until it is erased, and what comes after is passed over', async () => {
  await hospital.happened('admission-erased', [admitted('p-erased')], onPatient('p-erased'));
  await hospital.project('admission-erased');
  await hospital.happened('admission-erased', [reviewAdded('r-erased', [entry('e-erased')])], onPatient('p-erased'));
  const log = await hospital.logAfterErasing('p-erased');
  expect(await catchUp({ pool: hospital.pool, log }, projectionFor('admission-erased'), 'admission-erased')).toBe(1n);
  expect(await hospital.rows('select admission_id from admission where admission_id = $1', ['erased'])).toHaveLength(1);
  expect(await hospital.rows('select from review where admission_id = $1', ['erased'])).toEqual([]);
});

test('an entry whose review is not there stops the stream: rows and log have parted', async () => {
  await hospital.happened('admission-parted', [admitted(), { type: 'ReviewMedicationAdded', data: { reviewId: 'r-nowhere', entry: entry('e-nowhere') } }], onPatient());
  await expect(hospital.project('admission-parted')).rejects.toMatchObject({ name: 'PoisonEvent', revision: 1n, message: expect.stringContaining('RowMissing') });
});
