import type { AdmissionEvent } from 'language/domain/admission/events';
import type { PatientEvent } from 'language/domain/patient/events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catchUp } from '../catch-up/catch-up.ts';
import { tablesWithPast } from '../schema/past.ts';
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
} from '../testing.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());

const at = (minute: number): string => `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`;
const registered: PatientEvent = {
  type: 'PatientRegistered',
  data: {
    teamId: 't-1',
    firstName: 'Ali',
    middleName: '',
    lastName: '',
    fourthName: '',
    birthdate: day('1950-02-28'),
    medicalRecordNumber: '',
  },
};
const corrected: PatientEvent = {
  type: 'PatientCorrected',
  data: {
    firstName: 'Aly',
    middleName: '',
    lastName: '',
    fourthName: '',
    birthdate: day('1950-02-28'),
    medicalRecordNumber: '',
  },
};
const absorbed: PatientEvent = { type: 'PatientAbsorbed', data: { patientId: 'other' } };
const separated: PatientEvent = { type: 'PatientSeparated', data: { patientId: 'other' } };

/** The column of the tables of a patient's stream; the others are of an admission's. */
const ofPatient: Readonly<Record<string, string>> = {
  patient: 'patient_id',
  absorbed_patient: 'survivor_id',
  allergy: 'patient_id',
  allergy_list: 'patient_id',
};
const ofNoPatient: ReadonlySet<string> = new Set(['app_user', 'error_type', 'tag', 'trade_label']);
/** Rows and what they were, of every table of a patient that has a past. */
const everKept = async (admissionId: string, patientId: string): Promise<object[]> => {
  const kept: object[] = [];
  for (const table of tablesWithPast.filter((name) => !ofNoPatient.has(name))) {
    for (const name of [table, `past_${table}`])
      kept.push(
        ...(await environment.rows(`select * from ${name} where ${ofPatient[table] ?? 'admission_id'} = $1`, [
          table in ofPatient ? patientId : admissionId,
        ])),
      );
  }
  return kept;
};

describe.each(deliveries)('events delivered $how', ({ how, deliver }) => {
  const id = how.replaceAll(/\W/g, '-');
  const stream = `admission-${id}`;
  const [review, entryId] = [`r-${id}`, `e-${id}`];

  test('an entry keeps each of its states with the instants of its start and its end', async () => {
    const said: AdmissionEvent[] = [
      admitted(),
      reviewAdded(review, [entry(entryId)]),
      { type: 'ReviewMedicationUpdated', data: { reviewId: review, entry: entry(entryId, { errSeverity: 'D' }) } },
      { type: 'ErrorRated', data: { reviewId: review, entryId, rating: 4 } },
      { type: 'ReviewHeadEdited', data: { reviewId: review, reviewDate: day('2026-03-03'), clinicalNote: '' } },
      { type: 'ReviewMedicationRemoved', data: { reviewId: review, entryId } },
    ];
    for (const [minute, event] of said.entries())
      await environment.append(stream, [event], { ...onPatient(), occurredAt: at(minute) });
    await deliver(environment, stream);
    const states = await environment.rows(
      /* sql */ `
      select since, until, ended_by, err_severity, rating, review_date::text, version
      from past_review_entry
      where entry_id = $1
      order by since`,
      [entryId],
    );
    const state = (from: number, fields: object) => ({
      since: new Date(at(from)),
      until: new Date(at(from + 1)),
      ended_by: String(from + 1),
      ...fields,
    });
    expect(states).toEqual([
      state(1, { err_severity: 'B', rating: null, review_date: '2026-03-02', version: '1' }),
      state(2, { err_severity: 'D', rating: null, review_date: '2026-03-02', version: '2' }),
      state(3, { err_severity: 'D', rating: '4.0', review_date: '2026-03-02', version: '3' }),
      state(4, { err_severity: 'D', rating: '4.0', review_date: '2026-03-03', version: '3' }),
    ]);
    expect(
      await environment.rows('select since, until, review_date::text from past_review where review_id = $1', [review]),
    ).toEqual([{ since: new Date(at(1)), until: new Date(at(4)), review_date: '2026-03-02' }]);
    expect(await environment.rows('select since from review where review_id = $1', [review])).toEqual([
      { since: new Date(at(4)) },
    ]);
  });
});

test('a new note of a review that keeps its date makes no new state of its entries', async () => {
  await environment.append(
    'admission-noted',
    [
      admitted(),
      reviewAdded('r-noted', [entry('e-noted')]),
      {
        type: 'ReviewHeadEdited',
        data: { reviewId: 'r-noted', reviewDate: day('2026-03-02'), clinicalNote: '<p>New</p>' },
      },
    ],
    onPatient(),
  );
  await environment.project('admission-noted');
  expect(await environment.rows(`select from past_review_entry where entry_id = 'e-noted'`)).toEqual([]);
});

test('a state starts when the log recorded the event, and the row says when it was done', async () => {
  const said: [AdmissionEvent | PatientEvent, string][] = [
    [registered, 'patient-p-two'],
    [{ ...admitted('p-two') }, 'admission-two'],
    [reviewAdded('r-two', [entry('e-two')]), 'admission-two'],
    [{ type: 'ErrorRated', data: { reviewId: 'r-two', entryId: 'e-two', rating: 1 } }, 'admission-two'],
  ];
  for (const [index, [event, stream]] of said.entries())
    await environment.append(stream, [event], {
      ...onPatient('p-two'),
      occurredAt: at(index),
      recordedAt: at(index + 30),
    });
  for (const stream of ['patient-p-two', 'admission-two']) await environment.project(stream);
  expect(await environment.rows(`select since, registered_at from patient where patient_id = 'p-two'`)).toEqual([
    { since: new Date(at(30)), registered_at: new Date(at(0)) },
  ]);
  expect(await environment.rows(`select since from admission where admission_id = 'two'`)).toEqual([
    { since: new Date(at(31)) },
  ]);
  expect(await environment.rows(`select since, created_at from review where review_id = 'r-two'`)).toEqual([
    { since: new Date(at(32)), created_at: new Date(at(2)) },
  ]);
  expect(await environment.rows(`select since, until from past_review_entry where entry_id = 'e-two'`)).toEqual([
    { since: new Date(at(32)), until: new Date(at(33)) },
  ]);
  await environment.audit('admission-two');
  expect(
    await environment.rows(`select at, recorded_at from error_change where entry_id = 'e-two' order by revision`),
  ).toEqual([
    { at: new Date(at(2)), recorded_at: new Date(at(32)) },
    { at: new Date(at(3)), recorded_at: new Date(at(33)) },
  ]);
  await environment.append('patient-p-two', [{ type: 'PatientDeleted', data: {} }], {
    ...onPatient('p-two'),
    occurredAt: at(10),
    recordedAt: at(40),
  });
  await environment.project('patient-p-two');
  expect(await environment.rows(`select at from erased_patient where patient_id = 'p-two'`)).toEqual([
    { at: new Date(at(40)) },
  ]);
});

test('people and error types are known from when the log recorded them', async () => {
  const by = { occurredAt: at(0), recordedAt: at(20) };
  await environment.append(
    'user-u-two',
    [
      {
        type: 'UserRegistered',
        data: {
          firstName: 'Mona',
          lastName: '',
          email: 'two@example.org',
          phone: '',
          phoneNormalised: '',
          start: day('2026-01-01'),
        },
      },
    ],
    by,
  );
  await environment.append(
    'catalogue',
    [{ type: 'ErrorTypeAdded', data: { errTypeId: 'et-two', label: 'Two times' } }],
    by,
  );
  for (const stream of ['user-u-two', 'catalogue']) await environment.project(stream);
  expect(
    await environment.rows(/* sql */ `
      select since
      from app_user
      where user_id = 'u-two'
      union all select since
      from error_type
      where err_type_id = 'et-two'`),
  ).toEqual([{ since: new Date(at(20)) }, { since: new Date(at(20)) }]);
});

test('an event of a process whose clock is behind ends no state before it began', async () => {
  for (const [event, minute] of [
    [admitted(), 0],
    [reviewAdded('r-skew', [entry('e-skew')]), 5],
    [{ type: 'ErrorRated', data: { reviewId: 'r-skew', entryId: 'e-skew', rating: 1 } }, 4],
    [{ type: 'ErrorRated', data: { reviewId: 'r-skew', entryId: 'e-skew', rating: 2 } }, 6],
  ] as [AdmissionEvent, number][])
    await environment.append('admission-skew', [event], { ...onPatient(), occurredAt: at(minute) });
  await environment.project('admission-skew');
  const states = await environment.rows(/* sql */ `
    select since, until, rating
    from past_review_entry
    where entry_id = 'e-skew'
    union all select since, null, rating
    from review_entry
    where entry_id = 'e-skew'
    order by rating nulls first`);
  expect(states).toEqual([
    { since: new Date(at(5)), until: new Date(at(5)), rating: null },
    { since: new Date(at(5)), until: new Date(at(6)), rating: '1.0' },
    { since: new Date(at(6)), until: null, rating: '2.0' },
  ]);
});

test('a table and its past have the same columns, in one order', async () => {
  for (const table of tablesWithPast) {
    const columns = async (name: string) =>
      (
        await environment.rows<{ column_name: string }>(
          /* sql */ `
          select column_name, data_type
          from information_schema.columns
          where table_name = $1
          order by ordinal_position`,
          [name],
        )
      ).map((column) => JSON.stringify(column));
    expect((await columns(`past_${table}`)).slice(2)).toEqual(await columns(table));
  }
});

describe('nothing of a deleted patient is kept or comes back,', () => {
  const deletedAdmission = (id: string): AdmissionEvent[] => [
    admitted(id),
    reviewAdded(`r-${id}`, [entry(`e-${id}`)]),
    { type: 'ErrorRated', data: { reviewId: `r-${id}`, entryId: `e-${id}`, rating: 1 } },
    { type: 'ReviewHeadEdited', data: { reviewId: `r-${id}`, reviewDate: day('2026-03-03'), clinicalNote: '' } },
    { type: 'AdmissionEdited', data: { admissionDate: day('2026-02-28'), admissionDetails: '' } },
  ];
  const happens = async (id: string): Promise<void> => {
    await environment.append(`admission-${id}`, deletedAdmission(id), onPatient(id));
    await environment.append(`patient-${id}`, [registered, corrected, absorbed, separated, absorbed], onPatient(id));
    for (const stream of [`admission-${id}`, `patient-${id}`]) await environment.project(stream);
    await environment.append(`admission-${id}`, [{ type: 'AdmissionDeleted', data: {} }], onPatient(id));
    await environment.append(`patient-${id}`, [{ type: 'PatientDeleted', data: {} }], onPatient(id));
  };

  test('in either order of projection', async () => {
    await happens('first');
    await environment.project('admission-first');
    expect(await everKept('first', 'first')).toHaveLength(11);
    await environment.project('patient-first');
    expect(await everKept('first', 'first')).toEqual([]);

    await happens('second');
    await environment.project('patient-second');
    await environment.project('admission-second');
    expect(await everKept('second', 'second')).toEqual([]);
  });

  test('when both streams are projected at once', async () => {
    const ids = Array.from({ length: 12 }, (_, number) => `both-${number}`);
    for (const id of ids) await happens(id);
    await Promise.all(
      ids.flatMap((id) => [environment.project(`patient-${id}`), environment.project(`admission-${id}`)]),
    );
    for (const id of ids) expect(await everKept(id, id)).toEqual([]);
  });

  test('when the stream is read again without its key', async () => {
    await happens('again');
    for (const stream of ['admission-again', 'patient-again']) await environment.project(stream);
    await environment.pool.query(/* sql */ `
      update projection_checkpoint
      set in_doubt = true, event_id = null
      where stream in ('admission-again', 'patient-again')`);
    const log = await environment.logAfterErasing('again');
    for (const stream of ['admission-again', 'patient-again'])
      await catchUp({ pool: environment.pool, log }, projectionFor(stream), stream);
    expect(await everKept('again', 'again')).toEqual([]);
    expect(await environment.rows(`select team_id from erased_patient where patient_id = 'again'`)).toEqual([
      { team_id: 't-1' },
    ]);
  });
});

test('past states of a patient who was not deleted are kept, and are the same after a rebuild', async () => {
  await environment.append(
    'admission-kept',
    [
      admitted('kept'),
      reviewAdded('r-kept', [entry('e-kept')]),
      { type: 'ErrorRated', data: { reviewId: 'r-kept', entryId: 'e-kept', rating: 1 } },
      { type: 'AdmissionDeleted', data: {} },
    ],
    onPatient('kept'),
  );
  await environment.project('admission-kept');
  const kept = await everKept('kept', 'kept');
  expect(kept).toHaveLength(4);
  // As the step that made these tables leaves the streams that were projected before it.
  await environment.pool.query(
    `update projection_checkpoint set in_doubt = true, event_id = null where stream = 'admission-kept'`,
  );
  for (const table of ['past_review_entry', 'past_review', 'past_admission'])
    await environment.pool.query(`delete from ${table} where admission_id = 'kept'`);
  await environment.project('admission-kept');
  expect(await everKept('kept', 'kept')).toEqual(kept);
});
