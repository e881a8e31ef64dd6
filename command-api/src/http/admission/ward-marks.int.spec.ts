import { beforeAll, expect, test } from 'vitest';
import type { Answer, Problem } from 'language/contract/entities';
import type { SavedView, TeamPriorityTable } from 'language/contract/handover';
import { defaultPriorityTable } from 'language/domain/priority/table';
import { addDays, calendarDateIn } from 'language/domain/values/calendar-date';
import {
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
const tomorrow = addDays(calendarDateIn('Africa/Cairo', new Date()), 1);

test('marks of a patient are events of the admission, each once', async () => {
  const { mona, omar, admission } = ward;
  const path = `/api/admissions/${admission._id}`;
  for (const who of [mona, omar, omar])
    expect(await who.put(`${path}/taken`, {})).toMatchObject({ status: 200, body: { admission: admission._id } });
  await omar.delete(`${path}/taken`);
  expect(await mona.put(`${path}/deferral`, { until: tomorrow, reason: ' ' })).toMatchObject({
    status: 400,
    body: { fieldReasons: { reason: { reason: 'reason-required' } } },
  });
  await mona.put(`${path}/deferral`, { until: tomorrow, reason: 'Stable' });
  await mona.delete(`${path}/deferral`);
  await mona.put(`${path}/reviewLevel`, { level: 'quick' });
  expect((await mona.put(`${path}/reviewLevel`, { level: 'none' })).status).toBe(400);
  await omar.delete(`${path}/reviewLevel`);
  const events = await environment.events(`admission-${admission._id}`);
  expect(events.map(({ type }) => type).slice(-7)).toEqual([
    'PatientTaken',
    'PatientTaken',
    'PatientReleased',
    'PatientDeferred',
    'DeferralEnded',
    'ReviewLevelMarked',
    'ReviewLevelCleared',
  ]);
});

test('the table is written whole, within its bounds and with tags of the catalogue', async () => {
  const path = `/api/teams/${ward.team._id}/priorityTable`;
  const put = (changed: object, headers = {}) =>
    ward.mona.put<Answer<TeamPriorityTable> & Problem>(path, { ...defaultPriorityTable, ...changed }, headers);
  const { body } = await put({ most: 40 });
  expect(body).toMatchObject({ most: 40, points: defaultPriorityTable.points, stream: `team-${ward.team._id}` });
  expect(await put({ most: 50 }, { 'if-match': '0' })).toMatchObject({
    status: 409,
    body: { reason: 'changed-since', current: { most: 40, version: body.version } },
  });
  for (const wrong of [
    { most: -1 },
    { points: { ...defaultPriorityTable.points, levelDue: 101 } },
    { points: { levelDue: 1 } },
    { more: 1 },
    { highAlertTags: ['no such tag'] },
  ])
    expect((await put(wrong)).status).toBe(400);
});

test('a view is made, changed and deleted, and has a name of its own', async () => {
  const path = `/api/teams/${ward.team._id}/views`;
  const filter = { reasons: ['levelDue'], taken: 'any', deferred: 'shown', antimicrobials: true, reviewed: 'any' };
  const { body: made } = await ward.omar.post<Answer<SavedView>>(path, { name: 'Round', filter });
  expect(made).toMatchObject({ name: 'Round', filter, userName: expect.stringContaining('Omar') });
  expect(await ward.mona.post<Problem>(path, { name: 'ROUND', filter })).toMatchObject({
    status: 409,
    body: { reason: 'view-exists' },
  });
  const one = `${path}/${made._id}`;
  expect((await ward.mona.put<Answer<SavedView>>(one, { name: 'Evening', filter })).body.name).toBe('Evening');
  expect(await ward.omar.delete<Answer<SavedView>>(one)).toMatchObject({ status: 200, body: { name: 'Evening' } });
  expect((await ward.omar.delete(one)).status).toBe(404);
});
