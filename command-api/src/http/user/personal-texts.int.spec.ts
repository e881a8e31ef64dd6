import { randomUUID } from 'node:crypto';
import { createPatientKeys } from 'service-kit/security/patient-keys';
import { appendAsStored } from 'service-kit/event-log/testing';
import { beforeAll, expect, test } from 'vitest';
import { userStream } from 'language/domain/user/events';
import {
  ADMIN_EMAIL,
  type Caller,
  openWard,
  sharedTestEnvironment,
  type SharedTestEnvironment,
  type Ward,
} from '../../testing/test-environment.ts';

let environment: SharedTestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await sharedTestEnvironment();
  ward = await openWard(environment);
});

/** The stream as the log stores it. */
async function storedText(userId: string): Promise<string> {
  const stored: unknown[] = [];
  for await (const { raw } of environment.log.readRaw(userStream(userId))) stored.push(raw.data);
  return JSON.stringify(stored);
}
const template = (errNote: string) => ({
  errDrugTradeId: ward.drug.tradeLabels[0]!._id,
  errType: ward.errType,
  errNote,
});
/** Writes into every field that holds what a person wrote. */
async function writeAll(by: Caller, recommender: Caller): Promise<void> {
  const { _id } = by.me;
  expect((await by.post('/api/userErrTemps', template('<p>WROTE a template</p>'))).status).toBe(201);
  expect((await by.put(`/api/users/${_id}/edit`, { about: '<p>WROTE about</p>', phone: '+20 100 777' })).status).toBe(
    200,
  );
  const recommendation = { recommendation: '<p>WROTE a recommendation</p>' };
  expect((await recommender.post(`/api/users/addRecomm/${_id}`, recommendation)).status).toBe(201);
}

test('what a person wrote and their telephone numbers are not in the log, and are read from it', async () => {
  const { mona, omar } = ward;
  await writeAll(mona, omar);
  const stored = await storedText(mona.me._id);
  expect(stored).not.toMatch(/WROTE|01001234501|100 ?777/);
  expect(stored).toContain('Mona');
  expect(JSON.stringify((await environment.events(userStream(mona.me._id))).map(({ data }) => data))).toMatch(
    /01001234501.*WROTE a template.*WROTE about.*WROTE a recommendation/,
  );
  expect(environment.logged()).not.toContain('WROTE');
});

test('an event of an older version, in clear, is read as before', async () => {
  const { hany } = ward;
  const stream = userStream(hany.me._id);
  const [first] = await environment.events(stream);
  const data = { templateId: randomUUID(), ...template('<p>From before</p>') };
  await appendAsStored(environment.installation.eventstoreUrl, stream, {
    id: randomUUID(),
    type: 'UserErrorTemplateSaved',
    data,
    metadata: { ...first!.metadata, commandId: randomUUID() },
  });
  expect((await environment.events(stream)).at(-1)).toMatchObject({ data, unreadable: false });
  const deleted = await hany.delete(`/api/userErrTemps/deleteUserErrTemp/${data.templateId}`);
  expect(deleted).toMatchObject({ status: 200, body: { errNote: '<p>From before</p>' } });
});

test('once the key of a person is destroyed the stream is readable without the texts, and takes no more', async () => {
  const sami = await environment.signUp('Samira');
  await writeAll(sami, ward.omar);
  const stream = userStream(sami.me._id);
  await createPatientKeys(environment.pool, [Buffer.from(environment.installation.masterKey, 'base64')]).destroy(
    stream,
  );
  await expect
    .poll(async () => JSON.stringify((await environment.events(stream)).map(({ data }) => data)))
    .not.toContain('WROTE');
  const events = await environment.events(stream);
  expect(events.map(({ unreadable }) => unreadable)).not.toContain(true);
  expect(events[0]?.data).toMatchObject({ firstName: 'Samira', phone: '', phoneNormalised: '' });
  expect(events.find(({ type }) => type === 'UserErrorTemplateSaved')?.data).toMatchObject({
    errType: ward.errType,
    errNote: '',
  });
  expect((await sami.post('/api/userErrTemps', template('<p>more</p>'))).status).toBeGreaterThanOrEqual(400);
  expect(await storedText(sami.me._id)).not.toContain('more');
});

test('an account without texts has no key', async () => {
  const { rows } = await environment.pool.query(
    `select 1 from accounts.credential c join accounts.patient_key k on k.patient_id = 'user-' || c.user_id where c.email = $1`,
    [ADMIN_EMAIL],
  );
  expect(rows).toEqual([]);
});
