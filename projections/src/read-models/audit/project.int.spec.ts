import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AdmissionEvent } from 'language/domain/admission/events';
import { NO_ERROR } from 'language/domain/values/codes';
import { inTransaction } from 'service-kit/postgres/in-transaction';
import { catchUp } from '../../catch-up/catch-up.ts';
import { forget } from '../../catch-up/erasure.ts';
import {
  admitted,
  day,
  entry,
  type TestEnvironment,
  onPatient,
  startTestEnvironment,
  reviewAdded,
} from '../../testing.ts';
import { audit } from './project.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());

const errorOf = (fields: object = {}) => entry('e', { errSeverity: 'C', errRes: null, ...fields });
/** The changes of one admission, oldest first. */
const changes = (
  admissionId: string,
  columns = 'entry_id, revision::int, what, severity, severity_before, response, response_before',
) =>
  environment.rows(`select ${columns} from error_change where admission_id = $1 order by revision, entry_id`, [
    admissionId,
  ]);
const everything = (admissionId: string) =>
  environment.rows<{ row: object }>(
    `select to_jsonb(c) as row from error_change c where admission_id = $1 order by entry_id, revision`,
    [admissionId],
  );
const entryStates = (admissionId: string) =>
  environment.rows<{ row: object }>(
    `select to_jsonb(e) as row from audited_entry e where admission_id = $1 order by entry_id`,
    [admissionId],
  );

const deliveries = [
  {
    how: 'all at once',
    deliver: async (stream: string, events: readonly AdmissionEvent[]) => {
      await environment.append(stream, events, onPatient());
      await environment.audit(stream);
    },
  },
  {
    how: 'one by one, and each twice at the same time',
    deliver: async (stream: string, events: readonly AdmissionEvent[]) => {
      for (const event of events) {
        await environment.append(stream, [event], onPatient());
        await Promise.all([environment.audit(stream), environment.audit(stream)]);
      }
    },
  },
] as const;

describe.each(deliveries)('events delivered $how', ({ how, deliver }) => {
  const id = how.replaceAll(/\W/g, '-');

  test('each change of an error is a row with old and new values, also when it is projected twice', async () => {
    const [reviewId, copyId] = [`${id}.r1`, `${id}.r2`];
    const one = (fields: object = {}) => ({ ...errorOf(fields), entryId: `${id}-1` });
    const no = (entryId: string) =>
      entry(`${id}-${entryId}`, {
        errType: NO_ERROR._id,
        errTypeLabel: NO_ERROR.label,
        errRes: null,
        errSeverity: null,
      });
    await deliver(`admission-${id}`, [
      admitted(),
      reviewAdded(reviewId, [one(), no('2')]),
      { type: 'ReviewMedicationUpdated', data: { reviewId, entry: one({ errSeverity: 'D' }) } },
      {
        type: 'ReviewMedicationUpdated',
        data: {
          reviewId,
          entry: one({
            errSeverity: 'D',
            errRes: 1,
            errNote: '<p>Otherwise</p>',
            errDrug: 'd-2.0',
            errDrugLabel: 'Marevan',
          }),
        },
      },
      { type: 'ErrorRated', data: { reviewId, entryId: `${id}-1`, rating: 4.5 } },
      { type: 'FollowUpDateSet', data: { reviewId, entryId: `${id}-1`, followUpDate: day('2026-03-09') } },
      // "No error" is none, until it becomes one, and after that no more.
      {
        type: 'ReviewMedicationUpdated',
        data: { reviewId, entry: entry(`${id}-2`, { errSeverity: 'B', errRes: 2, drugTags: [] }) },
      },
      { type: 'ReviewMedicationUpdated', data: { reviewId, entry: no('2') } },
      { type: 'ReviewMedicationUpdated', data: { reviewId, entry: { ...no('2'), errNote: '<p>All well</p>' } } },
      {
        type: 'ReviewDuplicated',
        data: {
          reviewId: copyId,
          copiedFrom: reviewId,
          reviewDate: day('2026-03-05'),
          clinicalNote: '',
          entries: [{ ...one(), entryId: `${id}-3`, copiedFrom: `${id}-1` }],
        },
      },
      { type: 'ReviewMedicationAdded', data: { reviewId: copyId, entry: entry(`${id}-4`) } },
      { type: 'ReviewHeadEdited', data: { reviewId: copyId, reviewDate: day('2026-03-06'), clinicalNote: '' } },
      { type: 'ReviewMedicationRemoved', data: { reviewId: copyId, entryId: `${id}-4` } },
      { type: 'PhysicianNoteAdded', data: { noteId: `${id}.n`, noteDate: day('2026-03-02'), note: '' } },
      { type: 'ReviewDeleted', data: { reviewId } },
    ]);
    const row = (
      entryId: number,
      revision: number,
      what: string[],
      severity: string | null,
      was: string | null,
      response: number | null,
      wasResponse: number | null = null,
    ) => ({
      entry_id: `${id}-${entryId}`,
      revision,
      what,
      severity,
      severity_before: was,
      response,
      response_before: wasResponse,
    });
    expect(await changes(id)).toEqual([
      row(1, 1, ['added'], 'C', null, null),
      row(1, 2, ['severity'], 'D', 'C', null),
      row(1, 3, ['drug', 'response', 'note'], 'D', null, 1),
      row(1, 4, ['rating'], 'D', null, 1),
      row(1, 5, ['followUp'], 'D', null, 1),
      row(2, 6, ['type', 'severity', 'response', 'tags'], 'B', null, 2),
      row(2, 7, ['type', 'severity', 'response', 'tags'], null, 'B', null, 2),
      row(3, 9, ['copied'], 'C', null, null),
      row(4, 10, ['added'], 'B', null, 1),
      row(4, 12, ['removed'], 'B', null, 1),
      row(1, 14, ['removed'], 'D', null, 1),
    ]);
    expect(
      await changes(
        id,
        /* sql */ `
        revision::int, removed, day::text, rating::float, rating_before::float,
        follow_up_date::text, follow_up_date_before::text,
        err_drug_label, err_drug_label_before, err_type, err_type_before`,
      ),
    ).toEqual(
      [
        [1, false, '2026-03-02', null, null],
        [2, false, '2026-03-02', null, null],
        [3, false, '2026-03-02', null, null, 'Marevan'],
        [4, false, null, 4.5, null, 'Marevan'],
        [5, false, null, 4.5, '2026-03-09', 'Marevan'],
        [6, false, '2026-03-02', null, null],
        [7, false, '2026-03-02', null, null],
        [9, false, '2026-03-05', null, null],
        [10, false, '2026-03-05', null, null],
        [12, true, '2026-03-06', null, null],
        [14, true, '2026-03-02', 4.5, '2026-03-09', 'Marevan'],
      ].map(([revision, removed, date, rating, followUp, drug = 'Panadol']) => ({
        revision,
        removed,
        day: date,
        rating,
        rating_before: null,
        follow_up_date: followUp,
        follow_up_date_before: null,
        err_drug_label: drug,
        err_drug_label_before: revision === 3 ? 'Panadol' : null,
        err_type: revision === 7 ? NO_ERROR._id : 'et-1',
        err_type_before: revision === 6 ? NO_ERROR._id : revision === 7 ? 'et-1' : null,
      })),
    );
    expect(await changes(id, 'distinct team_id, patient_id, actor_id, revision, entry_id')).toContainEqual({
      team_id: 't-1',
      patient_id: 'p-1',
      actor_id: 'u-1',
      revision: '1',
      entry_id: `${id}-1`,
    });

    const [live, left] = [await everything(id), await entryStates(id)];
    await environment.pool.query(`delete from projection_checkpoint where projection = 'audit' and stream = $1`, [
      `admission-${id}`,
    ]);
    await inTransaction(environment.pool, (tx) => forget(tx, audit, `admission-${id}`));
    expect(await everything(id)).toEqual([]);
    await environment.audit(`admission-${id}`);
    expect([await everything(id), await entryStates(id)]).toEqual([live, left]);
    expect(JSON.stringify(left)).not.toMatch(/Halve|Otherwise|renal/);
    // The clinical projection announces these events.
    expect(await environment.rows('select from change where stream = $1', [`admission-${id}`])).toEqual([]);
  });
});

test('a recorded response is a change as by an edit of the entry, and taking it over is none', async () => {
  const place = { reviewId: 'taken.r', entryId: 'e' };
  await environment.append(
    'admission-taken',
    [
      admitted(),
      reviewAdded(place.reviewId, [errorOf()]),
      { type: 'EntryTakenOver', data: place },
      { type: 'ResponseRecorded', data: { ...place, errRes: 2 } },
      { type: 'ResponseRecorded', data: { ...place, errRes: null } },
      { type: 'ReviewMedicationUpdated', data: { reviewId: place.reviewId, entry: errorOf({ errRes: 2 }) } },
    ],
    onPatient(),
  );
  await environment.audit('admission-taken');
  const columns = 'revision::int, what, day::text, severity, response, response_before';
  const row = (revision: number, response: number | null, before: number | null) => ({
    revision,
    what: ['response'],
    day: '2026-03-02',
    severity: 'C',
    response,
    response_before: before,
  });
  expect((await changes('taken', columns)).slice(1)).toEqual([row(3, 2, null), row(4, null, 2), row(5, 2, null)]);
});

test("a physician's answer is a change of the response, and asking one is none", async () => {
  const place = { reviewId: 'told.r', entryId: 'told-e' };
  const answered = (answer: 'accepted' | 'refused') =>
    ({ type: 'EntryAnswered', data: { ...place, answer, text: '', reason: '' } }) as const;
  await environment.append(
    'admission-told',
    [
      admitted(),
      reviewAdded(place.reviewId, [entry(place.entryId, { errRes: null })]),
      { type: 'EntryAddressed', data: { ...place, to: { kind: 'physicians' } } },
      answered('accepted'),
      answered('refused'),
    ],
    onPatient(),
  );
  await environment.audit('admission-told');
  const found = (await changes('told', 'what, response, response_before')).slice(1);
  expect(found).toEqual([
    { what: ['response'], response: 1, response_before: null },
    { what: ['response'], response: 2, response_before: 1 },
  ]);
});

describe('the deletion of a patient', () => {
  const stay = (patientId: string, id: string) =>
    environment.append(
      `admission-${id}`,
      [
        admitted(patientId),
        reviewAdded(`${id}.r`, [entry(`${id}-e`)]),
        { type: 'ReviewDeleted', data: { reviewId: `${id}.r` } },
        { type: 'AdmissionDeleted', data: {} },
      ],
      onPatient(patientId),
    );
  const end = (patientId: string) =>
    environment.append(`patient-${patientId}`, [{ type: 'PatientDeleted', data: {} }], onPatient(patientId));

  test('removes the changes of their errors, which the deletion of the admission alone does not', async () => {
    await stay('p-gone', 'gone');
    await environment.audit('admission-gone');
    expect(await changes('gone', 'what')).toEqual([{ what: ['added'] }, { what: ['removed'] }]);
    await end('p-gone');
    await environment.audit('patient-p-gone');
    expect([await everything('gone'), await entryStates('gone')]).toEqual([[], []]);
  });

  test('leaves nothing in either order of the streams, and at the same time', async () => {
    for (const [name, project] of [
      [
        'after',
        async (id: string) => {
          await environment.audit(`patient-p-${id}`);
          await environment.audit(`admission-${id}`);
        },
      ],
      [
        'with',
        async (id: string) => {
          await Promise.all([environment.audit(`admission-${id}`), environment.audit(`patient-p-${id}`)]);
        },
      ],
    ] as const) {
      await stay(`p-${name}`, name);
      await end(`p-${name}`);
      await project(name);
      expect([name, await everything(name)]).toEqual([name, []]);
    }
  });

  test('is the same in a log whose payloads cannot be read any more', async () => {
    await stay('p-shredded', 'shredded');
    await end('p-shredded');
    const log = await environment.logAfterErasing('p-shredded');
    for (const stream of ['admission-shredded', 'patient-p-shredded'])
      await catchUp({ pool: environment.pool, log }, audit, stream);
    expect(await everything('shredded')).toEqual([]);
    expect(await environment.rows(`select * from audited_patient where patient_id = 'p-shredded'`)).toEqual([
      { patient_id: 'p-shredded', erased: true },
    ]);
  });
});

test('a rebuild keeps the changes that the clinical projection announced', async () => {
  await environment.append(
    'admission-rebuilt',
    [admitted(), reviewAdded('rebuilt.r', [entry('rebuilt-e')])],
    onPatient(),
  );
  await environment.project('admission-rebuilt');
  await environment.audit('admission-rebuilt');
  const other = await environment.restoreBackup({ 'admission-rebuilt': 1 });
  await environment.pool.query(
    `update projection_checkpoint set in_doubt = true where stream = 'admission-rebuilt' and projection = 'audit'`,
  );
  await catchUp({ pool: environment.pool, log: other.log }, audit, 'admission-rebuilt');
  expect(await everything('rebuilt')).toEqual([]);
  expect(await environment.rows(`select from change where stream = 'admission-rebuilt'`)).toHaveLength(1);
});

test('a moved error leaves one chart and comes into the other, with its rating, and is not a deletion', async () => {
  const writing = { teamId: 'icu', authorId: 'u-1', createdAt: '2026-03-01T08:00:00.000Z' };
  await environment.append(
    'admission-moved-from',
    [
      admitted(),
      reviewAdded('moved-from.r', [entry('away', { errSeverity: 'C' }), entry('stays')]),
      {
        type: 'MovedToAnotherChart',
        data: {
          moveId: 'move-1',
          reason: 'Wrong patient',
          what: { kind: 'review', id: 'moved-from.r', reviewId: null, images: [] },
          to: { admissionId: 'moved-to', reviewId: null, isNewReview: false, id: 'moved-to.r' },
        },
      },
    ],
    onPatient(),
  );
  await environment.append(
    'admission-moved-to',
    [
      admitted(),
      {
        type: 'MovedFromAnotherChart',
        data: {
          moveId: 'move-1',
          reason: 'Wrong patient',
          from: { admissionId: 'moved-from' },
          moved: {
            kind: 'entry',
            reviewId: 'moved-to.r',
            isNewReview: true,
            wasIn: { reviewId: 'moved-from.r', reviewDate: day('2026-03-02'), ...writing },
            entry: { ...entry('arrived', { errSeverity: 'C' }), was: 'away', rating: 3 },
          },
        },
      },
    ],
    onPatient(),
  );
  await environment.audit('admission-moved-from');
  await environment.audit('admission-moved-to');
  expect(await changes('moved-from', 'entry_id, what, removed')).toEqual([
    { entry_id: 'away', what: ['added'], removed: false },
    { entry_id: 'stays', what: ['added'], removed: false },
    { entry_id: 'away', what: ['movedOut'], removed: false },
    { entry_id: 'stays', what: ['movedOut'], removed: false },
  ]);
  expect(await changes('moved-to', 'entry_id, what, rating, day')).toEqual([
    { entry_id: 'arrived', what: ['movedIn'], rating: '3.0', day: null },
  ]);
});
