import { beforeAll, expect, test } from 'vitest';
import type { Answer, Problem, Team } from 'language/contract/entities';
import {
  type Caller,
  key,
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

type Answered = Answer<Team> & Problem;
const path = (rest: string) => `/api/teams/${ward.team._id}/admin${rest}`;
const offer = (by: Caller, to: Caller) => by.put<Answered>(path('/offer'), { userId: to.me._id });
const answer = (by: Caller, accept: boolean, headers = {}) => by.put<Answered>(path('/answer'), { accept }, headers);
const appoint = (by: Caller, to: Caller, reason = 'Left') => by.put<Answered>(path(''), { userId: to.me._id, reason });
const edit = async (by: Caller) => (await by.put(`/api/teams/${ward.team._id}/edit`, { about: '<p>1</p>' })).status;

test('an offer is declined, withdrawn, and accepted: the rights change with the answer', async () => {
  const { mona, omar, hany } = ward;
  expect((await offer(mona, omar)).body.offeredTo).toBe(omar.me._id);
  expect((await answer(hany, true)).body).toMatchObject({ reason: 'no-team-admin-offer' });
  expect((await answer(omar, false)).body.offeredTo).toBeUndefined();
  await offer(mona, omar);
  expect((await mona.delete<Answered>(path('/offer'))).body.offeredTo).toBeUndefined();
  expect((await answer(omar, true)).status).toBe(409);

  await offer(mona, omar);
  expect([await edit(mona), await edit(omar)]).toEqual([200, 403]);
  const sent = key();
  const accepted = await answer(omar, true, sent);
  expect(accepted.body).toMatchObject({ adminId: omar.me._id, admin: omar.me.email });
  expect([await edit(mona), await edit(omar)]).toEqual([403, 200]);
  expect(await answer(omar, true, sent)).toMatchObject({ status: 200, body: { adminId: omar.me._id } });
  // The former admin is a member like others.
  const reader = await omar.put<Team>(`/api/teams/${ward.team._id}/members/${mona.me._id}`, { role: 'reader' });
  expect(reader.status).toBe(200);
  const own = await omar.put<Problem>(`/api/teams/${ward.team._id}/members/${omar.me._id}`, { role: 'reader' });
  expect([own.status, own.body.reason]).toEqual([409, 'team-admin-stays']);
});

test('no one but the admin withdraws an offer, and a stranger does not learn of it', async () => {
  const { omar, hany, sami } = ward;
  await offer(omar, hany);
  const withdraw = async (who: Caller) => (await who.delete(path('/offer'))).status;
  expect([await withdraw(hany), await withdraw(sami), (await answer(sami, true)).status]).toEqual([403, 404, 404]);
  expect(await withdraw(omar)).toBe(200);
});

test('the admin account appoints a member with a reason, and no one else does', async () => {
  const { mona, omar, hany, sami, admin } = ward;
  expect((await appoint(omar, hany)).status).toBe(403);
  expect((await appoint(admin, sami)).status).toBe(404);
  const missing = await admin.put<Problem>(path(''), { userId: mona.me._id, reason: ' ' });
  expect(missing).toMatchObject({ status: 400, body: { fields: { reason: 'Please give a reason' } } });
  expect((await appoint(admin, mona, 'Omar has left')).body).toMatchObject({ adminId: mona.me._id });
  expect((await environment.events(`team-${ward.team._id}`)).at(-1)).toMatchObject({
    type: 'TeamAdminAppointed',
    data: { adminId: mona.me._id, formerAdminId: omar.me._id, reason: 'Omar has left' },
    metadata: { actorId: admin.me._id },
  });
  expect([await edit(mona), await edit(omar)]).toEqual([200, 403]);
  expect((await admin.put('/api/teams/unknown/admin', { userId: mona.me._id, reason: 'x' })).status).toBe(404);
});

test('a person whose account is disabled gets no team', async () => {
  const { mona, hany, admin } = ward;
  await admin.put(`/api/accounts/${hany.me._id}`, { disabled: true, reason: 'Left' });
  expect((await offer(mona, hany)).body).toMatchObject({ reason: 'team-admin-disabled' });
  expect((await appoint(admin, hany)).body).toMatchObject({ reason: 'team-admin-disabled' });
  expect((await offer(ward.omar, hany)).status).toBe(403);
  expect((await offer(ward.sami, hany)).status).toBe(404);
});

test('the admin account appoints in the team of the team header only', async () => {
  const { omar, admin, team } = ward;
  const body = { userId: omar.me._id, reason: 'Left' };
  expect((await admin.put(path(''), body, { team: 'another' })).status).toBe(403);
  expect(await admin.put(path(''), body, { team: team._id })).toMatchObject({
    status: 200,
    body: { adminId: omar.me._id },
  });
});
