import type {
  Admission,
  AdmissionDetails,
  Inpatients,
  MergedPatients,
  Patient,
  PatientPage,
  SimilarPatients,
} from 'language/contract/entities';
import type { PendingPage, WardBoard } from 'language/contract/handover';
import type { ChartAsOf, ErrorChangePage, Timeline } from 'language/contract/history';
import type { Metrics, RecurrentPatient, ReportChanges } from 'language/contract/reports';
import { sealRound } from 'command-api/testing/seal-round';
import { createSeals } from 'service-kit/event-log/seals';
import { day, entry, reviewAdded } from 'projections/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  admitted,
  answer,
  append,
  ask,
  createTeam,
  environment,
  minute,
  patientFacts,
  startHistoryEnvironment,
  stopHistoryEnvironment,
} from '../../testing/history-environment.ts';

/** The instant of the last event. */
const now = (): string => new Date(minute).toISOString();
const merge = async (into: string, patientId: string, reason = ''): Promise<void> => {
  await append(`patient-${patientId}`, { type: 'PatientMerged', data: { into, reason } }, patientId);
  await append(`patient-${into}`, { type: 'PatientAbsorbed', data: { patientId } }, into);
};
const separate = async (from: string, patientId: string): Promise<void> => {
  await append(`patient-${from}`, { type: 'PatientSeparated', data: { patientId } }, from);
  await append(`patient-${patientId}`, { type: 'PatientMergeUndone', data: {} }, patientId);
};
const correct = (patientId: string, facts: Partial<typeof patientFacts>): Promise<bigint> =>
  append(`patient-${patientId}`, { type: 'PatientCorrected', data: { ...patientFacts, ...facts } }, patientId);
const search = async (query: Record<string, string>): Promise<PatientPage> =>
  answer<PatientPage>(`/api/patients/team/t-1?${new URLSearchParams(query).toString()}`);
const recurrent = (asOf?: string): Promise<RecurrentPatient[]> =>
  answer(`/api/admissions/getRecurrentAdmissions?team=t-1${asOf === undefined ? '' : `&asOf=${asOf}`}`);
const period = 'team=t-1&startDate=2026-03-01&endDate=2026-03-31';
const collected = async (asOf?: string): Promise<string> =>
  (await ask(`/api/reviews/export.csv?${period}${asOf === undefined ? '' : `&asOf=${asOf}`}`)).text();

/** Before the merge, with it, and after a later one that takes it along. */
let [beforeMerge, merged] = ['', ''];
beforeAll(async () => {
  await startHistoryEnvironment();
  const onOther = await admitted('other', 'stay-other');
  await onOther(reviewAdded('stay-other.r1', [entry('e-other', { errRes: null })]));
  await correct('other', { firstName: 'احمد', medicalRecordNumber: '77' });
  const onStays = await admitted('stays', 'stay-stays');
  await onStays(reviewAdded('stay-stays.r1', [entry('e-stays')]));
  await correct('stays', { medicalRecordNumber: '12' });
  await admitted('third', 'stay-third');
  await correct('third', {
    firstName: 'ثالث',
    lastName: 'محمود',
    medicalRecordNumber: '33',
    birthdate: day('1950-01-01'),
  });
  beforeMerge = now();
  await merge('stays', 'other', 'Registered twice');
  merged = now();
});
afterAll(stopHistoryEnvironment);

describe('the patient who stays', () => {
  test('is the page of both, with the admissions of both', async () => {
    const page = await answer<Patient>('/api/patients/stays');
    expect(page).toMatchObject({ _id: 'stays', medicalRecordNumber: '12', merged: 1, order: 1 });
    expect(await answer('/api/patients/other')).toEqual(page);
    for (const id of ['stays', 'other']) {
      const admissions = await answer<Admission[]>(`/api/admissions/${id}`);
      expect(admissions.map(({ _id, patient }) => [_id, patient])).toEqual([
        ['stay-stays', 'stays'],
        ['stay-other', 'stays'],
      ]);
    }
  });

  test('names who was merged, by whom, and until when that can be undone', async () => {
    const { merged: found } = await answer<MergedPatients>('/api/patients/stays/merged');
    expect(found).toEqual([
      {
        _id: 'other',
        into: 'stays',
        ...patientFacts,
        firstName: 'احمد',
        medicalRecordNumber: '77',
        mergedAt: merged,
        mergedByName: 'Mona Adel',
        undoUntil: new Date(Date.parse(merged) + 86_400_000).toISOString(),
      },
    ]);
    expect(await answer('/api/patients/other/merged')).toEqual({ merged: found });
    expect(await answer('/api/patients/third/merged')).toEqual({ merged: [] });
  });

  test('is in the list and among the inpatients once, and found by what the other was called', async () => {
    const all = await search({});
    expect(all.patients.map(({ _id, order }) => [_id, order])).toEqual([
      ['third', 2],
      ['stays', 1],
    ]);
    expect(all).toMatchObject({ total: 2 });
    const [byNumber] = (await search({ medicalRecordNumber: '77' })).patients;
    expect(byNumber).toMatchObject({
      _id: 'stays',
      medicalRecordNumber: '12',
      foundAs: { firstName: 'احمد', medicalRecordNumber: '77', birthdate: '1960-02-29' },
    });
    const byName = await search({ firstName: 'احمد' });
    expect(byName).toMatchObject({ total: 1, patients: [{ _id: 'stays' }], inpatients: [{ _id: 'stays' }] });
    expect(byName.patients[0]).not.toHaveProperty('foundAs');
    const { inpatients } = await answer<Inpatients>('/api/patients/inpatients/t-1');
    expect(inpatients.map(({ _id }) => _id).toSorted()).toEqual(['stays', 'third']);
  });

  test('is the near match of what the other was called', async () => {
    const near = (query: Record<string, string>): Promise<SimilarPatients> =>
      answer(`/api/patients/team/t-1/similar?${new URLSearchParams(query).toString()}`);
    const { similar } = await near({ firstName: 'سعاد', medicalRecordNumber: '077' });
    expect(similar).toMatchObject([{ _id: 'stays', medicalRecordNumber: '12', agrees: ['medicalRecordNumber'] }]);
    expect((await near({ firstName: 'أحمد', lastName: 'علي' })).similar.map(({ _id }) => _id)).toEqual(['stays']);
  });

  test('is named in the charts, on the ward board and in the handover list of both', async () => {
    const { patient, patientDetails } = await answer<AdmissionDetails>('/api/admissions/stay-other/details');
    expect([patient, patientDetails._id, patientDetails.medicalRecordNumber]).toEqual(['stays', 'stays', '12']);
    expect(await answer('/api/reviews/listAdmissionReviews/stay-other')).toMatchObject([{ patient: 'stays' }]);
    const { patients } = await answer<WardBoard>('/api/ward/t-1');
    expect(patients.map(({ _id, admission }) => `${_id} ${admission}`).toSorted()).toEqual([
      'stays stay-other',
      'stays stay-stays',
      'third stay-third',
    ]);
    const { pending } = await answer<PendingPage>('/api/handover/t-1');
    expect(pending).toMatchObject([
      { _id: 'e-other', patient: 'stays', patientDetails: { medicalRecordNumber: '12' } },
    ]);
  });

  test('is named in the auditor’s search for both', async () => {
    for (const stay of ['stay-other', 'stay-stays']) await environment.audit(`admission-${stay}`);
    const { changes } = await answer<ErrorChangePage>('/api/history/teams/t-1/errors?from=2026-03-01&to=2026-03-31');
    expect(changes.map(({ entry: of, patient, patientName }) => `${of} ${patient} ${patientName}`).toSorted()).toEqual([
      'e-other stays أحمد علي',
      'e-stays stays أحمد علي',
    ]);
  });

  test('has one history of both, in the order of recording, with the reason', async () => {
    const { events, total, stream } = await answer<Timeline>('/api/history/patients/stays');
    expect([stream, total]).toEqual(['patient-stays', 8]);
    expect(events.map(({ stream: of, type }) => `${of.slice('patient-'.length)} ${type}`)).toEqual([
      'other PatientRegistered',
      'other AdmissionRegistered',
      'other PatientCorrected',
      'stays PatientRegistered',
      'stays AdmissionRegistered',
      'stays PatientCorrected',
      'other PatientMerged',
      'stays PatientAbsorbed',
    ]);
    expect(events[6]).toMatchObject({ after: { mergeReason: 'Registered twice' } });
    expect((await answer<Timeline>('/api/history/patients/other')).total).toBe(4);
  });

  test('is the patient of a past chart from the merge on', async () => {
    const patientAt = async (at: string): Promise<Patient> =>
      (await answer<ChartAsOf>(`/api/history/admissions/stay-other?at=${encodeURIComponent(at)}`)).patient;
    expect(await patientAt(beforeMerge)).toMatchObject({ _id: 'other', medicalRecordNumber: '77' });
    expect(await patientAt(merged)).toMatchObject({ _id: 'stays', medicalRecordNumber: '12' });
  });

  test('has the accesses to both in the access log', async () => {
    const access = (id: string, patientId: string): Promise<unknown> =>
      environment.pool.query(
        `insert into access (access_id, stream, team_id, kind, actor_id, patient_id, at)
         values ($1, 'access-t-1-2026-03', 't-1', 'PatientOpened', 'u-2', $2, now())`,
        [id, patientId],
      );
    await access('access-1', 'other');
    await access('access-2', 'stays');
    await access('access-3', 'third');
    for (const id of ['stays', 'other'])
      expect(
        (
          await answer<{ accesses: { _id: string; patientName: string }[] }>(`/api/teams/t-1/accesses?patient=${id}`)
        ).accesses
          .map(({ _id, patientName }) => `${_id} ${patientName}`)
          .toSorted(),
      ).toEqual(['access-1 أحمد علي', 'access-2 أحمد علي']);
  });
});

describe('reports', () => {
  test('count one patient with two admissions since the merge, and two as known before', async () => {
    expect(await recurrent()).toMatchObject([
      { _id: 'stays', admissionCount: 2, admDetails: [{ _id: 'stay-other' }, { _id: 'stay-stays' }] },
    ]);
    expect(await recurrent(merged)).toEqual(await recurrent());
    expect(await recurrent(beforeMerge)).toEqual([]);
    expect(await answer<Metrics>('/api/users/u-1/metrics')).toMatchObject({ patients: 1, reviews: 2 });
  });

  test('name the patient who stays since the merge, and letter by letter the other as known before', async () => {
    const [before, after] = [await collected(beforeMerge), await collected()];
    expect(before).toContain('77');
    expect(after).not.toContain('77');
    const patients = (text: string): string[] => text.match(/أحمد علي|احمد علي/g) ?? [];
    expect(patients(before).toSorted()).toEqual(['أحمد علي', 'احمد علي']);
    expect(patients(after)).toEqual(['أحمد علي', 'أحمد علي']);
    expect(await collected(merged)).toBe((await collected(merged)).replace('77', ''));
  });

  test('say what the merge changed in recurrent admissions', async () => {
    const changed = await answer<ReportChanges>(
      `/api/admissions/changedBetween?team=t-1&asOf=${beforeMerge}&until=${merged}`,
    );
    expect(changed.changes).toMatchObject([
      { of: 'stay', _id: 'stay-other', patient: 'stays', before: null, after: { admissionDate: '2026-03-01' } },
    ]);
  });
});

describe('a merge of the patient who stayed', () => {
  test('takes the merged patients along, and undoing one leaves the others', async () => {
    await merge('third', 'stays');
    const taken = now();
    expect((await answer<Admission[]>('/api/admissions/other')).map(({ _id }) => _id).toSorted()).toEqual([
      'stay-other',
      'stay-stays',
      'stay-third',
    ]);
    expect(await answer('/api/patients/other')).toMatchObject({ _id: 'third', merged: 2 });
    expect((await search({ medicalRecordNumber: '77' })).patients).toMatchObject([{ _id: 'third' }]);
    expect((await search({})).total).toBe(1);
    expect(await recurrent()).toMatchObject([{ _id: 'third', admissionCount: 3 }]);

    await separate('stays', 'other');
    const separated = now();
    expect(await answer('/api/patients/other')).toMatchObject({ _id: 'other', medicalRecordNumber: '77' });
    expect(await answer('/api/patients/third')).toMatchObject({ _id: 'third', merged: 1 });
    expect(await recurrent()).toMatchObject([{ _id: 'third', admissionCount: 2 }]);
    expect(await recurrent(taken)).toMatchObject([{ _id: 'third', admissionCount: 3 }]);
    const { changes } = await answer<ReportChanges>(
      `/api/admissions/changedBetween?team=t-1&asOf=${taken}&until=${separated}`,
    );
    expect(changes).toMatchObject([{ _id: 'stay-other', patient: 'other', after: null }]);
  });

  test('is verified like every other change', async () => {
    const seals = createSeals(environment.pool);
    while (await sealRound({ log: environment.log, seals }));
    for (const id of ['stays', 'other', 'third'])
      expect(await answer(`/api/history/patients/${id}/verify`)).toMatchObject({ intact: true });
    expect(await answer('/api/history/teams/t-1/verifyAll')).toMatchObject({ broken: [] });
  });
});

test('a patient who stays in another team is in no list of this one, and is read for the stay that is here', async () => {
  await environment.pool.query(
    `insert into patient (patient_id, team_id, first_name, middle_name, last_name, fourth_name, first_key, middle_key,
                          last_key, fourth_key, birthdate, medical_record_number, registered_at, version)
     select 'elsewhere', 't-2', first_name, middle_name, last_name, fourth_name, first_key, middle_key, last_key,
            fourth_key, birthdate, '99', registered_at, version
     from patient where patient_id = 'other';`,
  );
  await environment.pool.query(`insert into absorbed_patient values ('elsewhere', 'other', now(), 'u-1', 9, now())`);
  expect(await search({ medicalRecordNumber: '77' })).toMatchObject({ patients: [], total: 0 });
  expect(await answer('/api/patients/team/t-1/similar?medicalRecordNumber=77')).toEqual({ similar: [] });
  expect((await ask('/api/patients/other')).status).toBe(200);
  expect(await answer('/api/patients/other/merged')).toEqual({ merged: [] });
});

test('after a transfer the new team finds the patient by what the merged patient was called, and the old one does not', async () => {
  await createTeam('t-3', 'Ward', 'u-1');
  await admitted('twin', 'stay-twin');
  await correct('twin', { firstName: 'سلمى', medicalRecordNumber: '0551', birthdate: day('1949-05-05') });
  await admitted('moves', 'stay-moves');
  await correct('moves', { firstName: 'سلمي', medicalRecordNumber: '880', birthdate: day('1949-05-06') });
  await merge('moves', 'twin');
  const found = async (team: string): Promise<unknown[]> => {
    const { patients, total } = await answer<PatientPage>(`/api/patients/team/${team}?medicalRecordNumber=0551`);
    const born = `/api/patients/team/${team}/similar?firstName=سلمى&birthdate=1949-05-05`;
    const numbered = `/api/patients/team/${team}/similar?medicalRecordNumber=551`;
    return [
      total,
      patients.map(({ _id, foundAs }) => [_id, foundAs?.medicalRecordNumber]),
      ...(await Promise.all(
        [born, numbered].map(async (path) =>
          (await answer<SimilarPatients>(path)).similar.map(({ _id, agrees }) => [_id, ...agrees]),
        ),
      )),
    ];
  };
  const all = [1, [['moves', '0551']], [['moves', 'birthdate', 'name']], [['moves', 'medicalRecordNumber']]];
  expect([await found('t-1'), await found('t-3')]).toEqual([all, [0, [], [], []]]);
  await append(
    'patient-moves',
    { type: 'PatientTransferred', data: { admissionId: 'stay-moves', fromTeamId: 't-1', toTeamId: 't-3' } },
    'moves',
    { teamId: 't-3' },
  );
  expect([await found('t-1'), await found('t-3')]).toEqual([[0, [], [], []], all]);
});
