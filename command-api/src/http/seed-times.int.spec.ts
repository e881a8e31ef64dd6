import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer, Problem, Tag } from 'language/contract/entities';
import { DEMO_MARKER, SEED_HEADERS } from 'language/contract/seed';
import { calendarDate } from 'language/domain/values/calendar-date';
import {
  ADMIN_EMAIL,
  type Headers,
  startTestEnvironment,
  openWard,
  PASSWORD,
  type TestEnvironment,
  type Ward,
} from '../testing/test-environment.ts';

const secret = randomBytes(32).toString('base64url');
let environment: TestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await startTestEnvironment({ SEED_SECRET: secret, RATE_LIMIT: 'on' });
  ward = await openWard(environment);
});
afterAll(() => environment.stop());

const [occurredAt, recordedAt] = ['2025-02-03T09:40:00.000Z', '2025-02-03T14:05:00.000Z'];
const times = (said: Partial<Record<keyof typeof SEED_HEADERS, string>> = {}): Headers => {
  const all = { secret, occurredAt, recordedAt, ...said };
  return {
    [SEED_HEADERS.secret]: all.secret,
    [SEED_HEADERS.occurredAt]: all.occurredAt,
    [SEED_HEADERS.recordedAt]: all.recordedAt,
  };
};
const account = {
  firstName: 'Sara',
  lastName: 'Ali',
  email: 'sara@hospital.test',
  phone: '01001234599',
  password: PASSWORD,
};
const patient = () => ({ team: ward.team._id, firstName: 'هدى', birthdate: '1980-01-31', medicalRecordNumber: '' });
const written = async (answer: { body: Answer<object> }) =>
  (await environment.events(answer.body.stream)).at(-1)!.metadata;

test("with the installation's secret a command sets occurredAt and recordedAt", async () => {
  const answer = await ward.omar.post<Answer<{ _id: string }>>('/api/patients', patient(), times());
  expect(answer.status).toBe(201);
  expect(await written(answer)).toMatchObject({ occurredAt, recordedAt });
  // Also for a command on two streams; and today is the day on which it was done.
  const admitted = await ward.omar.post<Answer<{ _id: string }>>(
    '/api/admissions',
    { patient: answer.body._id, admissionDate: '2025-02-03', admissionDetails: '' },
    times(),
  );
  expect(admitted.status).toBe(201);
  for (const stream of [admitted.body.stream, answer.body.stream])
    expect((await environment.events(stream)).at(-1)!.metadata).toMatchObject({ occurredAt, recordedAt });
  const tooEarly = await ward.omar.put<Problem>(
    `/api/admissions/${admitted.body._id}/edit`,
    { _id: admitted.body._id, dischargeDate: calendarDate('2025-02-09'), dischargeStatus: 1, dischargeNote: '' },
    times(),
  );
  expect(tooEarly.status).toBe(400);
});

test('a sign-up sets them as well', async () => {
  const { status, body } = await environment.send<Answer<{ _id: string }>>('POST', '/api/users', account, times());
  expect(status).toBe(201);
  expect((await environment.events(`user-${body._id}`))[0]!.metadata).toMatchObject({ occurredAt, recordedAt });
});

test('only a sign-up of the past needs no CAPTCHA', async () => {
  const other = await startTestEnvironment({ SEED_SECRET: secret, CAPTCHA: 'altcha' });
  const signUp = async (headers: Headers): Promise<number> =>
    (await other.send('POST', '/api/users', account, headers)).status;
  try {
    expect(await signUp({ [SEED_HEADERS.secret]: secret })).toBe(400);
    expect(await signUp({})).toBe(400);
    expect(await signUp(times())).toBe(201);
  } finally {
    await other.stop();
  }
});

test.each([
  ['without the secret', { secret: '' }, 201],
  ['with another secret', { secret: 'x'.repeat(43) }, 403],
  ['recorded before it was done', { recordedAt: '2025-02-03T09:39:59.000Z' }, 400],
  ['recorded in the future', { recordedAt: '2999-01-01T00:00:00.000Z' }, 400],
  ['that is no instant', { occurredAt: 'yesterday' }, 400],
] as const)('a time %s is not taken', async (_, said, status) => {
  const answer = await ward.omar.post<Answer<object>>('/api/patients', patient(), times(said));
  expect(answer.status).toBe(status);
  if (status === 201) expect((await written(answer)).occurredAt > '2026').toBe(true);
});

test('without a demo every secret is refused', async () => {
  const other = await startTestEnvironment();
  try {
    expect((await other.send('POST', '/api/users', account, times())).status).toBe(403);
    expect((await other.send('POST', '/api/users', account, times({ secret: 'undefined' }))).status).toBe(403);
  } finally {
    await other.stop();
  }
});

test('once the demo is complete the right secret is refused as well', async () => {
  const admin = await environment.send<{ token: string }>('POST', '/api/users/login', {
    email: ADMIN_EMAIL,
    password: PASSWORD,
  });
  const marked = await environment.send<Tag>(
    'POST',
    '/api/tags',
    { label: DEMO_MARKER },
    { authorization: `bearer ${admin.body.token}` },
  );
  expect(marked.status).toBe(201);
  expect((await ward.omar.post<Problem>('/api/patients', patient(), times())).status).toBe(403);
  expect((await ward.omar.post<Problem>('/api/patients', patient())).status).toBe(201);
});

test('the seed signs in where others have used up the limits, also when there is nothing to write any more', async () => {
  const login = async (password: string, headers = {}): Promise<number> =>
    (await environment.send('POST', '/api/users/login', { email: ADMIN_EMAIL, password }, headers)).status;
  for (let n = 0; n < 10; n += 1) await login(`guess-${n}`);
  expect(await login(PASSWORD)).toBe(429);
  expect(await login(PASSWORD, { [SEED_HEADERS.secret]: secret })).toBe(200);
  expect(await login(PASSWORD, { [SEED_HEADERS.secret]: 'x'.repeat(43) })).toBe(403);
});
