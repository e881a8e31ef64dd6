import { beforeAll, expect, test } from 'vitest';
import { NO_ERROR } from 'language/domain/values/codes';
import type { Answer, Problem } from 'language/contract/entities';
import type { UserErrorTemplate } from 'language/contract/profiles';
import {
  type Caller,
  key,
  sharedTestEnvironment,
  openWard,
  type SharedTestEnvironment,
  type Ward,
} from '../../testing/test-environment.ts';

let environment: SharedTestEnvironment;
let ward: Ward;
let note: { errDrugTradeId: string; errType: string; errNote: string };
beforeAll(async () => {
  environment = await sharedTestEnvironment();
  ward = await openWard(environment);
  note = { errDrugTradeId: ward.drug.tradeLabels[0]!._id, errType: ward.errType, errNote: '<p>Check INR</p>' };
});

const save = (who: Caller, body: object, headers = {}) =>
  who.post<Answer<UserErrorTemplate> & Problem>('/api/userErrTemps', body, headers);
const remove = (who: Caller, id: string, headers = {}) =>
  who.delete<Answer<UserErrorTemplate> & Problem>(`/api/userErrTemps/deleteUserErrTemp/${id}`, headers);

test('a note is saved for a drug and an error type, and deleted; the user in the body is ignored', async () => {
  const { mona } = ward;
  const { status, body } = await save(mona, {
    ...note,
    userId: ward.omar.me._id,
    errNote: '<p>Check INR<script></script></p>',
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({ ...note, userId: mona.me._id, stream: `user-${mona.me._id}`, version: body.revision });
  expect(await save(mona, note)).toMatchObject({ status: 201, body: { _id: body._id, revision: body.revision } });

  expect((await remove(ward.omar, body._id)).status).toBe(404);
  expect((await remove(mona, body._id, { 'if-match': '0' })).status).toBe(409);
  const once = key();
  const deleted = await remove(mona, body._id, once);
  expect(deleted).toMatchObject({
    status: 200,
    body: { _id: body._id, errNote: '<p>Check INR</p>', revision: body.revision + 1 },
  });
  expect(await remove(mona, body._id, once)).toEqual(deleted);
  expect(await remove(mona, body._id)).toMatchObject({ status: 404, body: { message: 'Not found' } });
});

test('a repeated key gets the first answer, and is refused with another body', async () => {
  const once = key();
  const first = await ward.omar.post('/api/userErrTemps', note, once);
  expect(first.status).toBe(201);
  expect(await ward.omar.post('/api/userErrTemps', note, once)).toEqual(first);
  expect(await ward.omar.post('/api/userErrTemps', { ...note, errNote: '<p>Other words</p>' }, once)).toMatchObject({
    status: 409,
    body: { reason: 'idempotency-key-reused' },
  });
});

test('"No error" is accepted as an error type', async () =>
  expect((await save(ward.hany, { ...note, errType: NO_ERROR._id })).status).toBe(201));

test('unknown drugs and types, and an empty note, are refused', async () => {
  expect(await save(ward.mona, { ...note, errDrugTradeId: 'nothing' })).toMatchObject({
    status: 400,
    body: { fields: { errDrugTradeId: 'This drug is not known' } },
  });
  expect(await save(ward.mona, { ...note, errType: 'nothing' })).toMatchObject({
    status: 400,
    body: { fields: { errType: 'This error type is not known' } },
  });
  expect(await save(ward.mona, { ...note, errNote: '<p>&nbsp;</p>' })).toMatchObject({
    status: 400,
    body: { message: 'Error note is required' },
  });
  expect(await save(ward.mona, { errType: note.errType, errNote: note.errNote })).toMatchObject({ status: 400 });
  expect((await environment.send('POST', '/api/userErrTemps', note)).status).toBe(401);
});
