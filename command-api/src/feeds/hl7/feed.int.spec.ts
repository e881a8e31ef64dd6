import iconv from 'iconv-lite';
import type { Admission } from 'language/domain/admission/state';
import type { Patient } from 'language/domain/patient/state';
import { createFoldCaches, type FoldCaches } from 'service-kit/aggregates/fold-cache';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from 'service-kit/process/free-port';
import { type FeedEnvironment, startFeedEnvironment } from '../../testing/feed-environment.ts';
import { adt, openSender, oru, type Told } from '../../testing/hl7-sender.ts';
import { framed } from './framer.ts';

let feed: FeedEnvironment;
let folds: FoldCaches;
beforeAll(async () => {
  feed = await startFeedEnvironment();
  folds = createFoldCaches(feed.environment.log);
});
afterAll(async () => {
  feed.sender.close();
  await feed.environment.stop();
});

const send = (text: string) => feed.sender.send(text);
let numbers = 100;
const newNumber = (): string => String((numbers += 1));

interface Found {
  readonly patientId: string;
  readonly patient: Patient;
  readonly stays: readonly Admission[];
  /** Those of the patient and of the admissions. */
  readonly types: readonly string[];
}

/** The patients that were registered with this number, in all teams. */
async function found(number: string): Promise<readonly Found[]> {
  const { log } = feed.environment;
  const { events } = await log.readAll({ prefixes: ['patient-'], after: undefined, maxCount: 100_000 });
  const ids = events.flatMap((event) => {
    if (event instanceof Error || event.type !== 'PatientRegistered') return [];
    return (event.data as { medicalRecordNumber: string }).medicalRecordNumber === number
      ? [event.stream.slice(8)]
      : [];
  });
  return Promise.all(
    ids.map(async (patientId) => {
      const stream = await feed.environment.events(`patient-${patientId}`);
      const admissionIds = stream.flatMap(({ type, data }) =>
        type === 'AdmissionRegistered' ? [(data as { admissionId: string }).admissionId] : [],
      );
      const charts = await Promise.all(admissionIds.map((id) => feed.environment.events(`admission-${id}`)));
      return {
        patientId,
        patient: (await folds.patient.load(patientId)).state,
        stays: await Promise.all(admissionIds.map(async (id) => (await folds.admission.load(id)).state)),
        types: [...stream, ...charts.flat()].map(({ type }) => type),
      };
    }),
  );
}
async function one(number: string): Promise<Found> {
  const [first, ...others] = await found(number);
  if (!first || others.length > 0) throw new Error(`${others.length + Number(Boolean(first))} patients`);
  return first;
}
/** The id of the admission that the patient's stream ends with. */
async function lastAdmission(number: string): Promise<string> {
  const [last] = (await feed.environment.events(`patient-${(await one(number)).patientId}`)).slice(-1);
  return (last?.data as { admissionId: string } | undefined)?.admissionId ?? '';
}
const eventsInAll = async (): Promise<number> =>
  (await feed.environment.log.readAll({ prefixes: ['patient-', 'admission-'], after: undefined, maxCount: 100_000 }))
    .events.length;
const parked = async (): Promise<readonly { message_id: string; reason: string }[]> =>
  (
    await feed.environment.pool.query<{ message_id: string; reason: string }>(
      "select message_id, reason from accounts.feed_message where outcome = 'parked' order by received_at",
    )
  ).rows;

test('a stay: admitted, corrected, moved, measured, discharged, and the discharge cancelled', async () => {
  const number = newNumber();
  expect(await send(adt('A01', { number, at: '0800', admitted: '20250301', doctor: '7^Nabil^Omar' }))).toBe('AA');
  expect(await send(adt('A08', { number, at: '0810', name: 'Hassan^Mona^Ali' }))).toBe('AA');
  expect(await send(adt('A02', { number, at: '0820', location: 'ICU^14^B' }))).toBe('AA');
  expect(await send(oru(['2160-0|1.2|mg/dL', '2823-3|4.1|mmol/L'], { number, at: '0900' }))).toBe('AA');
  expect(await send(adt('A03', { number, at: '1100', location: 'ICU^14^B', status: '20' }))).toBe('AA');
  const { patient, stays, types } = await one(number);
  expect(patient).toMatchObject({ firstName: 'Mona', middleName: 'Ali', birthdate: '1960-02-29', sex: 'female' });
  expect(stays).toMatchObject([
    {
      status: 'discharged',
      admissionDate: '2025-03-01',
      room: '14',
      bed: 'B',
      consultant: 'Omar Nabil',
      dischargeDate: '2025-03-02',
      dischargeStatus: 5,
      measurements: [
        { kind: 'creatinine', value: 1.2, takenOn: '2025-03-02', takenAt: '08:00', source: 'laboratory' },
        { kind: 'potassium', value: 4.1 },
      ],
    },
  ]);
  expect(types).toHaveLength(7);
  const [registered] = await feed.environment.events(`patient-${(await one(number)).patientId}`);
  expect(registered?.metadata).toMatchObject({ actorId: 'hospital-interface', occurredAt: '2025-03-02T06:00:00.000Z' });
  expect(await send(adt('A13', { number, at: '1200', location: 'ICU^14^B' }))).toBe('AA');
  expect((await one(number)).stays).toMatchObject([{ status: 'open', room: '14' }]);
});

test('a message that is sent twice, again later, or with a new control id writes nothing new', async () => {
  const number = newNumber();
  const all = (controlId: string) => [
    adt('A01', { number, at: '0800', controlId: `${controlId}1` }),
    adt('A08', { number, at: '0810', name: 'Hassan^Muna', controlId: `${controlId}2` }),
    oru(['2160-0|1.2|mg/dL'], { number, at: '0900', controlId: `${controlId}3` }),
    adt('A02', { number, at: '0910', location: 'W7^1^1', controlId: `${controlId}4` }),
    adt('A03', { number, at: '1000', location: 'W7^1^1', controlId: `${controlId}5` }),
  ];
  for (const message of all('x')) expect([await send(message), await send(message)]).toEqual(['AA', 'AA']);
  const written = await eventsInAll();
  const before = await one(number);
  for (const message of [...all('x'), ...all('y')]) expect(await send(message)).toBe('AA');
  expect([await eventsInAll(), await one(number)]).toEqual([written, before]);
});

test('messages of a process that was killed after the append are applied once', async () => {
  const number = newNumber();
  const messages = [
    adt('A01', { number, at: '0800' }),
    oru(['2160-0|1.2|mg/dL'], { number, at: '0900' }),
    adt('A02', { number, at: '0910', location: 'W7^1^1' }),
    adt('A03', { number, at: '1000', location: 'W7^1^1' }),
  ];
  for (const message of messages) {
    await send(message);
    const written = await eventsInAll();
    await feed.environment.pool.query('delete from accounts.feed_message');
    await feed.environment.pool.query('delete from accounts.feed_applied');
    expect([await send(message), await eventsInAll()]).toEqual(['AA', written]);
  }
});

test('every order of the messages of a patient ends in the same chart', async () => {
  const messagesOf = (number: string) => [
    adt('A01', { number, at: '0800', admitted: '20250301', location: 'ICU^1^1' }),
    adt('A08', { number, at: '0900', admitted: '20250301', name: 'Hassan^Muna', location: 'ICU^2^2' }),
    oru(['2160-0|1.2|mg/dL'], { number, at: '0930' }),
    adt('A03', { number, at: '1000', admitted: '20250301', name: 'Hassan^Muna', location: 'ICU^2^2', status: '07' }),
  ];
  for (const order of permutations([0, 1, 2, 3])) {
    const number = newNumber();
    for (const place of order) expect(await send(messagesOf(number)[place] ?? '')).toMatch(/^AA/);
    await expect
      .poll(async () => (await one(number)).stays, { message: `in the order ${order.join(', ')}` })
      .toMatchObject([
        {
          status: 'discharged',
          admissionDate: '2025-03-01',
          room: '2',
          dischargeStatus: 4,
          measurements: [{ value: 1.2 }],
        },
      ]);
    expect((await one(number)).patient).toMatchObject({ firstName: 'Muna' });
  }
  expect(await parked()).toEqual([]);
});

const permutations = (items: readonly number[]): number[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item) => permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));

test('hospitals that send only A04, or only A08, admit; outpatients are left alone', async () => {
  const [registered, updated, outpatient] = [newNumber(), newNumber(), newNumber()];
  await send(adt('A04', { number: registered }));
  await send(adt('A08', { number: updated }));
  for (const trigger of ['A04', 'A08']) expect(await send(adt(trigger, { number: outpatient, class: 'O' }))).toBe('AA');
  for (const number of [registered, updated]) expect((await one(number)).stays).toMatchObject([{ status: 'open' }]);
  expect(await found(outpatient)).toEqual([]);
});

test('an update after the discharge admits nobody', async () => {
  const number = newNumber();
  await send(adt('A01', { number, at: '0800', admitted: '20250302' }));
  await send(adt('A03', { number, at: '0900' }));
  for (const admitted of ['', '20250302'])
    await send(adt('A08', { number, at: '1000', admitted, name: 'Hassan^Muna' }));
  expect(await one(number)).toMatchObject({ patient: { firstName: 'Muna' }, stays: [{ status: 'discharged' }] });
});

test('older facts do not overwrite newer ones, of the hospital or of a person', async () => {
  const number = newNumber();
  await send(adt('A01', { number, at: '0800' }));
  await send(adt('A08', { number, at: '1000', name: 'Hassan^Muna', location: 'ICU^2^2' }));
  await send(adt('A08', { number, at: '0900', name: 'Hassan^Wrong', location: 'ICU^9^9' }));
  const { patient, patientId, stays } = await one(number);
  expect([patient, stays]).toMatchObject([{ firstName: 'Muna' }, [{ room: '2' }]]);
  await feed.ward.mona.put(`/api/patients/${patientId}/edit`, { lastName: 'Typed' });
  await send(adt('A08', { number, at: '1100', name: 'Hassan^Muna' }));
  expect((await one(number)).patient).toMatchObject({ lastName: 'Typed' });
});

test('a transfer to the ward of another team, and its cancellation', async () => {
  const number = newNumber();
  await send(adt('A01', { number, at: '0800' }));
  expect(await send(adt('A02', { number, at: '0900', location: 'W7^3^4' }))).toBe('AA');
  const moved = await one(number);
  expect(moved.patient).toMatchObject({ teamId: feed.otherTeam });
  expect(moved.stays).toMatchObject([{ teamId: feed.otherTeam, room: '3', bed: '4', status: 'open' }]);
  expect(await send(adt('A12', { number, at: '1000', location: 'ICU^12^A' }))).toBe('AA');
  expect((await one(number)).stays).toMatchObject([{ teamId: feed.ward.team._id, room: '12' }]);
  expect(await send(adt('A02', { number, at: '1100', location: 'WARD9' }))).toBe('AA');
  expect((await one(number)).stays).toMatchObject([{ status: 'discharged', dischargeStatus: 6 }]);
  expect(await send(adt('A12', { number, at: '1200', location: 'ICU^12^A' }))).toBe('AA');
  expect((await one(number)).stays).toMatchObject([{ status: 'open', teamId: feed.ward.team._id }]);
});

test('a cancelled admission is deleted, unless a person has worked with the chart', async () => {
  const [unused, used] = [newNumber(), newNumber()];
  for (const number of [unused, used]) await send(adt('A01', { number, at: '0800' }));
  const { types } = await one(used);
  expect(types).toContain('PatientAdmitted');
  const admissionId = await lastAdmission(used);
  await feed.ward.mona.post(`/api/admissions/${admissionId}/measurements`, {
    measurements: [{ kind: 'weight', value: 70, unit: 'kg' }],
  });
  for (let times = 0; times < 2; times += 1) expect(await send(adt('A11', { number: unused, at: '0900' }))).toBe('AA');
  const cancelled = adt('A11', { number: used, at: '0900' });
  for (let times = 0; times < 2; times += 1)
    expect(await send(cancelled)).toBe('AA Parked: The chart of the cancelled stay has records');
  expect((await one(unused)).stays).toMatchObject([{ status: 'deleted' }]);
  expect((await one(used)).stays).toMatchObject([{ status: 'open' }]);
  await send(adt('A01', { number: unused, at: '1000' }));
  expect((await one(unused)).stays.map(({ status }) => status)).toEqual(['deleted', 'open']);
});

test('a merge, repeated, reversed and with itself', async () => {
  const [stays, goes, alone, newName] = [newNumber(), newNumber(), newNumber(), newNumber()];
  for (const number of [stays, goes, alone]) await send(adt('A01', { number, at: '0800', location: 'ICU' }));
  await send(adt('A03', { number: goes, at: '0830' }));
  expect(await send(adt('A40', { number: stays, merged: goes, at: '0900' }))).toBe('AA');
  const written = await eventsInAll();
  await send(adt('A40', { number: stays, merged: goes, at: '0910' }));
  await send(adt('A40', { number: goes, merged: stays, at: '0920' }));
  await send(adt('A40', { number: stays, merged: stays, at: '0930' }));
  expect(await eventsInAll()).toBe(written);
  const [survivor, merged] = [await one(stays), await one(goes)];
  expect(merged.patient).toMatchObject({ mergedInto: { patientId: survivor.patientId } });
  await send(oru(['2160-0|1.2|mg/dL'], { number: goes }));
  expect((await one(stays)).stays).toMatchObject([{ measurements: [{ value: 1.2 }] }]);
  // The number that stays is not known here: the patient has it from now on.
  await send(adt('A40', { number: newName, merged: alone, at: '0900' }));
  expect((await one(alone)).patient).toMatchObject({ medicalRecordNumber: newName });
  for (const number of [newName, alone]) await send(adt('A08', { number, at: '1000', name: 'Hassan^Muna' }));
  expect((await one(alone)).patient).toMatchObject({ firstName: 'Muna' });
  expect(await found(newName)).toEqual([]);
});

test('a result is corrected, taken back, and does not come back where a person has removed it', async () => {
  const number = newNumber();
  await send(adt('A01', { number, at: '0700' }));
  await send(oru(['2160-0|1.2|mg/dL', '2823-3|4.1|mmol/L', '2951-2|140|mmol/L'], { number, at: '0900' }));
  await send(oru(['2160-0|1.4|mg/dL|C', '2823-3|4.1|mmol/L|W'], { number, at: '1000' }));
  await send(oru(['2160-0|1.2|mg/dL'], { number, at: '0930' }));
  const { stays } = await one(number);
  expect(stays).toMatchObject([{ measurements: [{ value: 1.4 }, { kind: 'sodium' }] }]);
  const admissionId = await lastAdmission(number);
  const [chart] = stays;
  const sodium = chart && 'measurements' in chart ? chart.measurements[1]?.measurementId : '';
  await feed.environment.send(
    'DELETE',
    `/api/admissions/${admissionId}/measurements/${sodium}`,
    { reason: 'typed twice' },
    { authorization: `bearer ${feed.ward.mona.me.token}` },
  );
  await send(oru(['2951-2|140|mmol/L'], { number, at: '1100' }));
  expect((await one(number)).stays).toMatchObject([{ measurements: [{ value: 1.4 }] }]);
});
test('a parked message is sealed, tried again after the mapping is mended, and set aside', async () => {
  const number = newNumber();
  const { admin } = feed.ward;
  const canary = 'Canaryname';
  await send(adt('A01', { number, at: '0700' }));
  const before = (await parked()).length;
  expect(await send(adt('A08', { number: newNumber(), name: `${canary}^X`, location: 'NEW^1' }))).toBe(
    'AA Parked: No team is mapped to this location',
  );
  await send(oru(['LOCAL|1.2|mg/dL', '2823-3|4.1|mmol/L'], { number }));
  const [unmapped, result] = (await parked()).slice(before);
  expect([unmapped?.reason, result?.reason]).toEqual(['team-not-mapped', 'result-unknown']);
  expect((await one(number)).stays).toMatchObject([{ measurements: [{ kind: 'potassium' }] }]);
  expect(await ask(feed.environment.url, admin.me.token, unmapped?.message_id, 'try-again', {})).toMatchObject({
    status: 409,
  });
  const post = (id: string | undefined, what: string, body: object, who = admin) =>
    ask(feed.url, who.me.token, id, what, body);
  expect(await post(result?.message_id, 'try-again', {}, feed.ward.mona)).toMatchObject({ status: 403 });
  expect(await post(result?.message_id, 'try-again', {})).toMatchObject({
    status: 200,
    body: { outcome: 'parked', reason: 'result-unknown', about: 'LOCAL' },
  });
  await feed.map({ results: { LOCAL: { kind: 'creatinine' } } });
  await expect.poll(async () => (await post(result?.message_id, 'try-again', {})).body.outcome).toBe('applied');
  expect((await one(number)).stays).toMatchObject([{ measurements: [{ kind: 'potassium' }, { kind: 'creatinine' }] }]);
  expect(await post(result?.message_id, 'try-again', {})).toMatchObject({ status: 404 });
  expect(await post(unmapped?.message_id, 'set-aside', { reason: 'because' })).toMatchObject({ status: 400 });
  expect(await post(unmapped?.message_id, 'set-aside', { reason: 'notOurs' })).toMatchObject({ status: 200 });
  expect(await post(unmapped?.message_id, 'set-aside', { reason: 'notOurs' })).toMatchObject({ status: 404 });
  const lines = await feed.environment.pool.query(
    "select kind, actor_id, data from accounts.security_line where kind like 'FeedMessage%' order by number desc limit 1",
  );
  expect(lines.rows).toEqual([
    {
      kind: 'FeedMessageSetAside',
      actor_id: admin.me._id,
      data: { message: unmapped?.message_id, reason: 'notOurs' },
    },
  ]);
  const { rows } = await feed.environment.pool.query('select * from accounts.feed_message');
  const all = rows.map(
    (row: { sealed: Buffer | null }) => JSON.stringify(row) + (row.sealed?.toString('latin1') ?? ''),
  );
  expect([...all, feed.environment.logged()].join('')).not.toContain(canary);
});

async function ask(url: string, token: string, id: string | undefined, what: string, body: object) {
  const answer = await fetch(`${url}/api/feeds/messages/${id}/${what}`, {
    method: 'POST',
    headers: { authorization: `bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as { outcome?: string } };
}

test('half messages, two in one chunk, other sets, and what is no message', async () => {
  const number = newNumber();
  const both = Buffer.concat([
    framed(
      iconv.encode(
        adt('A01', { number, at: '0800', name: 'حسن^منى' }).replace('|P|2.5', '|P|2.5||||||CP1256'),
        'windows-1256',
      ),
    ),
    Buffer.from('\r\nnoise'),
    framed(Buffer.from(adt('A08', { number, at: '0900', name: '^منى' }))),
  ]);
  feed.sender.write(both.subarray(0, 7));
  feed.sender.write(both.subarray(7, both.length - 1));
  expect(await feed.sender.answer()).toBe('AA');
  expect(await feed.sender.answer()).toBe('AA');
  expect((await one(number)).patient).toMatchObject({ firstName: 'منى', lastName: 'حسن' });
  expect(await send('hello')).toBe('AR This is no HL7 version 2 message');
  expect(await send(adt('A05'))).toBe('AR This type of message is not supported');
  expect(await send(adt('A01').replace(/PID.*/, ''))).toMatch(/^AE A required segment is missing/);
  expect(await send(adt('A01', { name: 'x'.repeat(1024 * 1024) }))).toBe('AR The message is too large');
});

test('two processes that get the same messages at once write them once', async () => {
  const port = await freePort();
  const { rows } = await feed.environment.pool.query<{ address: string }>('select address from accounts.feed_listener');
  expect(rows).toHaveLength(1);
  await feed.environment.another({ HL7_PORT: port, HL7_MAP: feed.mapFile });
  const second = await openSender(port);
  const told: Told[] = Array.from({ length: 20 }, () => ({ number: newNumber(), at: '0800' }));
  const messages = told.flatMap((each) => [adt('A01', each), oru(['2160-0|1.2|mg/dL'], { ...each, at: '0900' })]);
  await Promise.all(
    [feed.sender, second].map(async (sender) => {
      for (const message of messages) expect(await sender.send(message)).toMatch(/^AA/);
    }),
  );
  for (const { number = '' } of told)
    await expect
      .poll(async () => (await one(number)).stays)
      .toMatchObject([{ status: 'open', measurements: [{ value: 1.2 }] }]);
  second.close();
});
