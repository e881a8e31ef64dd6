import { readFile } from 'node:fs/promises';
import type { Answer, Drug, Patient } from 'language/contract/entities';
import type { ImportedRows, ImportSources, TableFile } from 'language/contract/imports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Answered,
  type Caller,
  openWard,
  startTestEnvironment,
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

interface Sent {
  readonly values: Record<string, string>;
  readonly known?: readonly string[];
  readonly drug?: string;
}
const send = (
  by: Caller,
  kind: string,
  rows: readonly Sent[],
  more: object = {},
): Promise<Answered<ImportedRows & { reason?: string }>> =>
  by.post('/api/imports/rows', {
    team: kind === 'drugs' ? '' : ward.team._id,
    kind,
    isTrial: false,
    rows: rows.map((row, at) => ({ row: at + 2, ...row })),
    ...more,
  });
const outcomes = ({ body }: Answered<ImportedRows>): string[] =>
  body.rows.map(({ outcome, problem }) => problem?.reason ?? outcome);
const headOf = async (): Promise<bigint> => {
  const { rows } = await environment.pool.query<{ head: string }>(
    `select count(*)::text as head from event_log.event where stream like 'patient-%' or stream like 'admission-%' or stream like 'drug-%'`,
  );
  return BigInt(rows[0]!.head);
};

const person = (medicalRecordNumber: string, more: Record<string, string> = {}): Sent => ({
  values: { medicalRecordNumber, fullName: 'أحمد محمود علي', birthdate: '1990-05-01', sex: 'ذكر', ...more },
});
const stay = (medicalRecordNumber: string): Sent => ({
  values: {
    medicalRecordNumber,
    admissionDate: '2026-01-05',
    bed: '7',
    admissionDetails: 'Fever & <b>cough</b>\nsince 3 days',
  },
});
const potassium = (medicalRecordNumber: string, more: Record<string, string> = {}): Sent => ({
  values: {
    medicalRecordNumber,
    kind: 'K',
    value: '5.6',
    unit: 'mmol/L',
    takenOn: '2026-01-06',
    takenAt: '8:30',
    ...more,
  },
});
const allergy = (medicalRecordNumber: string, agentText: string): Sent => ({
  values: { medicalRecordNumber, agentText, severity: 'شديدة' },
});

test('each kind is imported by the commands of people, and the same rows again add nothing, whoever sends them', async () => {
  const { omar, mona } = ward;
  const files = [
    ['patients', [person('A-1'), person('A-2')]],
    ['admissions', [stay('A-1'), stay('A-2')]],
    ['measurements', [potassium('A-1'), potassium('A-1', { takenAt: '20:00' }), potassium('A-2')]],
    ['allergies', [allergy('A-1', 'Penicillin'), allergy('A-1', 'Anticoagulant')]],
  ] as const;
  for (const [kind, rows] of files) {
    const before = await headOf();
    expect([kind, outcomes(await send(omar, kind, rows, { isTrial: true }))]).toEqual([kind, rows.map(() => 'added')]);
    expect(await headOf()).toBe(before);
    expect([kind, outcomes(await send(omar, kind, rows))]).toEqual([kind, rows.map(() => 'added')]);
    const after = await headOf();
    expect([kind, outcomes(await send(mona, kind, rows))]).toEqual([kind, rows.map(() => 'same')]);
    expect([kind, outcomes(await send(mona, kind, rows, { isTrial: true }))]).toEqual([kind, rows.map(() => 'same')]);
    expect(await headOf()).toBe(after);
  }
});

test('a trial says how a row was understood', async () => {
  const { body } = await send(ward.omar, 'patients', [person('B-1', { birthdate: '٣٠/١١/١٩٩٠' })], { isTrial: true });
  expect(body.rows[0]).toEqual({
    row: 2,
    outcome: 'added',
    understood: {
      medicalRecordNumber: 'B-1',
      firstName: 'أحمد',
      middleName: 'محمود',
      lastName: 'علي',
      birthdate: '1990-11-30',
      sex: 'male',
    },
  });
});

test('a row that does not fit is refused with its cell, the others are imported, and the mended row fits', async () => {
  const rows = [
    person('C-1'),
    person('C-2', { birthdate: '05/06/1990' }),
    person('C-3', { birthdate: '2090-01-01' }),
    person('', {}),
  ];
  const first = await send(ward.omar, 'patients', rows);
  expect(outcomes(first)).toEqual(['added', 'date-order-unknown', 'birth-in-future', 'cell-required']);
  expect(first.body.rows[1]!.problem).toMatchObject({
    values: { text: '05/06/1990' },
    fieldReasons: { birthdate: {} },
  });
  expect(outcomes(await send(ward.omar, 'patients', rows.slice(0, 2), { dateOrders: { birthdate: 'dmy' } }))).toEqual([
    'same',
    'added',
  ]);
  expect(outcomes(await send(ward.omar, 'measurements', [potassium('C-1')]))).toEqual(['no-stay-on-day']);
  expect(outcomes(await send(ward.omar, 'admissions', [stay('C-9')]))).toEqual(['patient-of-number-unknown']);
});

test('a patient who was registered by hand is found; another person under the number is not overwritten', async () => {
  const { body: patient } = await ward.omar.post<Answer<Patient>>('/api/patients', {
    team: ward.team._id,
    firstName: 'احمد',
    middleName: 'محمود',
    lastName: 'على',
    birthdate: '1990-05-01',
    medicalRecordNumber: 'D1',
  });
  const known = [patient._id];
  expect(outcomes(await send(ward.omar, 'patients', [{ ...person('D-1'), known }]))).toEqual(['same']);
  const other = { ...person('D-1', { birthdate: '1991-05-01' }), known };
  expect(outcomes(await send(ward.omar, 'patients', [other]))).toEqual(['patient-of-number-differs']);
  // The id of a patient with another record number is no proof.
  expect(outcomes(await send(ward.omar, 'admissions', [{ ...stay('D-2'), known }]))).toEqual([
    'patient-of-number-unknown',
  ]);
  expect(outcomes(await send(ward.omar, 'admissions', [{ ...stay('D-1'), known }]))).toEqual(['added']);
});

test('what a person has removed or deleted does not come back with the file', async () => {
  await send(ward.omar, 'patients', [person('E-1')]);
  await send(ward.omar, 'admissions', [stay('E-1')]);
  await send(ward.omar, 'measurements', [potassium('E-1')]);
  const { rows } = await environment.pool.query<{ stream: string }>(
    `select stream from event_log.event where type = 'MeasurementsRecorded' order by position desc limit 1`,
  );
  const admission = rows[0]!.stream.replace('admission-', '');
  const events = await environment.events(`admission-${admission}`);
  const recorded = events.find(({ type }) => type === 'MeasurementsRecorded')!.data as {
    measurements: { measurementId: string }[];
  };
  await environment.send(
    'DELETE',
    `/api/admissions/${admission}/measurements/${recorded.measurements[0]!.measurementId}`,
    { reason: 'Of another patient' },
    { authorization: `bearer ${ward.omar.me.token}` },
  );
  expect(outcomes(await send(ward.omar, 'measurements', [potassium('E-1')]))).toEqual(['same']);
});

test('an import that was cut off goes on: rows of before are the same, also in a second process', async () => {
  const rows = Array.from({ length: 60 }, (_, at) => person(`F-${at}`));
  await Promise.all([send(ward.omar, 'patients', rows.slice(0, 40)), send(ward.mona, 'patients', rows.slice(0, 40))]);
  const url = await environment.another();
  const answer = await fetch(`${url}/api/imports/rows`, {
    method: 'POST',
    headers: { authorization: `bearer ${ward.omar.me.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      team: ward.team._id,
      kind: 'patients',
      isTrial: false,
      rows: rows.map((row, at) => ({ row: at + 2, ...row })),
    }),
  });
  const { rows: done } = (await answer.json()) as ImportedRows;
  expect(done.map(({ outcome }) => outcome)).toEqual(rows.map((_, at) => (at < 40 ? 'same' : 'added')));
});

test('the catalogue is imported by the admin account: drugs, and further trade names of known drugs', async () => {
  const rows: Sent[] = [
    { values: { label: 'Teicoplanin', tradeLabels: 'Targocid 200 mg; Targocid 400 mg', tags: 'Anticoagulant' } },
    { values: { label: 'Teicoplanin', tradeLabels: 'Teconin' } },
    { values: { label: 'Heparin', tradeLabels: 'Cal-Heparin', tags: 'No such class' } },
  ];
  expect(outcomes(await send(ward.admin, 'drugs', rows))).toEqual(['added', 'added', 'word-not-understood']);
  expect(outcomes(await send(ward.admin, 'drugs', rows))).toEqual(['same', 'same', 'word-not-understood']);
  const { body: drug } = await ward.admin.post<Answer<Drug>>('/api/drugs', {
    label: 'Insulin',
    tradeLabels: [{ label: 'Mixtard' }],
  });
  const more = { values: { label: 'insulin', tradeLabels: 'Mixtard|Actrapid' }, known: [drug._id] };
  expect(outcomes(await send(ward.admin, 'drugs', [more]))).toEqual(['added']);
  expect((await send(ward.omar, 'drugs', rows)).status).toBe(403);
}, 60_000);

const upload = async (
  by: Caller,
  query: string,
  content: BlobPart,
  name = 'table.csv',
): Promise<Answered<TableFile & { reason?: string }>> => {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  const answer = await fetch(`${environment.url}/api/imports/file?${query}`, {
    method: 'POST',
    headers: { authorization: `bearer ${by.me.token}` },
    body: form,
  });
  return { status: answer.status, body: (await answer.json()) as TableFile };
};

test('a file is read with its columns, its dates and the kept sources', async () => {
  const { omar, team } = ward;
  const query = `team=${team._id}&kind=patients`;
  await omar.put<ImportSources>('/api/imports/sources', {
    team: team._id,
    kind: 'patients',
    name: 'Admissions office',
    headings: { birthdate: 'DOB' },
    dateOrders: { birthdate: 'dmy' },
  });
  const { status, body } = await upload(omar, query, 'MRN;Name;DOB\n1;Mona;05/06/1990\n2;Ali;30/11/1990\n');
  expect([status, body]).toEqual([
    201,
    {
      encoding: 'utf-8',
      separator: ';',
      headings: ['MRN', 'Name', 'DOB'],
      rows: [
        { row: 2, cells: ['1', 'Mona', '05/06/1990'] },
        { row: 3, cells: ['2', 'Ali', '30/11/1990'] },
      ],
      columns: { medicalRecordNumber: 0, fullName: 1, birthdate: 2 },
      dates: { 2: { order: 'dmy', row: 3 } },
      sources: [{ name: 'Admissions office', headings: { birthdate: 'DOB' }, dateOrders: { birthdate: 'dmy' } }],
    },
  ]);
  expect(
    (
      await omar.put<ImportSources>('/api/imports/sources', {
        team: team._id,
        kind: 'patients',
        name: 'Admissions office',
        headings: {},
      })
    ).body,
  ).toEqual({ sources: [] });
  expect((await upload(omar, query, new Uint8Array(10 * 1024 * 1024 + 1))).body.reason).toBe('table-file-too-large');
  expect((await upload(omar, query, new Uint8Array(await readFile(new URL(import.meta.url))))).status).toBe(201);
});

test('only clinical pharmacists of the team import into it; a physician, another team and a disabled member do not', async () => {
  const { hany, sami, omar, mona, admin, team } = ward;
  const file = 'MRN,Name\n1,x\n';
  for (const [who, status] of [
    [hany, 403],
    [sami, 404],
    [admin, 404],
  ] as const) {
    expect((await send(who, 'patients', [person('G-1')])).status).toBe(status);
    expect((await upload(who, `team=${team._id}&kind=patients`, file)).status).toBe(status);
    expect(
      (
        await who.put('/api/imports/sources', {
          team: team._id,
          kind: 'patients',
          name: 'x',
          headings: { birthdate: 'x' },
        })
      ).status,
    ).toBe(status);
  }
  expect((await upload(mona, 'kind=drugs', file)).status).toBe(403);
  expect((await upload(admin, 'kind=drugs', file)).status).toBe(201);
  await mona.put(`/api/teams/${team._id}/members/${omar.me._id}`, { disabled: true });
  expect((await send(omar, 'patients', [person('G-2')])).status).toBe(404);
});

test('no log line has a cell', async () => {
  await send(ward.mona, 'patients', [
    person('H-SECRET-NUMBER', { fullName: 'Secretname Person', birthdate: 'secretdate' }),
  ]);
  expect(environment.logged()).not.toMatch(/H-SECRET-NUMBER|Secretname|secretdate/);
});

test('the example files of the page are imported as they are', async () => {
  const page = await readFile(new URL('../../../../docs/interfaces.md', import.meta.url), 'utf8');
  const examples = [...page.matchAll(/```csv (\w+)\n([^`]+)```/g)].map(([, kind = '', text = '']) => ({ kind, text }));
  expect(examples.map(({ kind }) => kind)).toEqual(['patients', 'admissions', 'measurements', 'allergies', 'drugs']);
  for (const { kind, text } of examples) {
    const by = kind === 'drugs' ? ward.admin : ward.mona;
    const { body: table } = await upload(by, `team=${kind === 'drugs' ? '' : ward.team._id}&kind=${kind}`, text);
    const rows = table.rows.map(({ cells }) => ({
      values: Object.fromEntries(Object.entries(table.columns).map(([field, at]) => [field, cells[at] ?? ''])),
    }));
    const dateOrders = Object.fromEntries(
      Object.entries(table.columns).flatMap(([field, at]) => {
        const found = table.dates[at];
        return found && 'row' in found ? [[field, found.order]] : [];
      }),
    );
    expect([kind, outcomes(await send(by, kind, rows, { dateOrders }))]).toEqual([kind, rows.map(() => 'added')]);
  }
});
