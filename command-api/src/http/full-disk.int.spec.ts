/** A command API whose reserve is larger than its disk, beside one that shares its database and log. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer, Patient, SignedIn } from 'language/contract/entities';
import {
  PASSWORD,
  openWard,
  startTestEnvironment,
  type TestEnvironment,
  type Ward,
} from '../testing/test-environment.ts';
import { png, uploadImages } from '../testing/image-uploads.ts';

const MORE_THAN_ANY_DISK = 1_000_000_000;
const refused = { code: 'unavailable', reason: 'disk-nearly-full' };

let environment: TestEnvironment;
let ward: Ward;
let full: string;
beforeAll(async () => {
  environment = await startTestEnvironment();
  ward = await openWard(environment);
  full = await environment.another({ DISK_RESERVE_MB: MORE_THAN_ANY_DISK });
});
afterAll(() => environment.stop());

const call = async <Body>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const answer = await fetch(full + path, {
    method,
    headers: {
      authorization: `bearer ${ward.mona.me.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Body };
};

test('a command is refused for now, with a sentence, and writes nothing', async () => {
  const { status, body, headers } = await call<{ message: string }>('POST', '/api/teams', {
    name: 'ICU 9',
    specialty: 1,
  });
  expect([status, headers.get('retry-after')]).toEqual([503, '10']);
  expect(body).toMatchObject({ ...refused, message: expect.stringContaining('nearly full') });
});

test('a command that was saved before gets its first answer', async () => {
  const key = { 'idempotency-key': randomUUID() };
  const team = { name: 'ICU 10', specialty: 1 };
  const first = await ward.mona.post<Answer<Patient>>('/api/teams', team, key);
  const again = await call<Answer<Patient>>('POST', '/api/teams', team, key);
  expect([again.status, again.body._id]).toEqual([201, first.body._id]);
});

test('an image is refused before it is stored', async () => {
  const { status, body } = await uploadImages({ url: full }, ward.mona, ward.admission._id, [await png()]);
  expect([status, body]).toMatchObject([503, refused]);
});

test('people sign in, as reading goes on', async () => {
  const { status, body } = await call<SignedIn>('POST', '/api/users/login', {
    email: ward.mona.me.email,
    password: PASSWORD,
  });
  expect([status, body._id]).toEqual([200, ward.mona.me._id]);
});

test('ready names the disk and what is free', async () => {
  const { status, body } = await call<{ checks: Record<string, unknown> }>('GET', '/api/ready');
  expect(status).toBe(503);
  expect(body.checks['disk']).toEqual({
    ok: false,
    folder: environment.dataDir,
    freeMb: expect.any(Number),
    reserveMb: MORE_THAN_ANY_DISK,
    message: 'The disk is nearly full: commands are refused',
  });
  expect((await environment.send<{ checks: object }>('GET', '/api/ready')).body.checks).toMatchObject({
    disk: { ok: true },
  });
});

test('the disk of a Postgres on this machine counts too', async () => {
  const elsewhere = await environment.another({ DISK_RESERVE_MB: MORE_THAN_ANY_DISK, DATA_DIR: '/nowhere' });
  const answer = await fetch(`${elsewhere}/api/ready`);
  expect(((await answer.json()) as { checks: object }).checks).toMatchObject({
    disk: { ok: false, folder: expect.stringMatching(/postgres/) },
  });
});
