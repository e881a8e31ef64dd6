import { eventsWithPrefix } from 'service-kit/event-log/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EventMetadata } from 'language/domain/command';
import type { Answer, ConflictProblem, Problem, Team } from 'language/contract/entities';
import {
  key,
  startTestEnvironment,
  openWard,
  type TestEnvironment,
  type Ward,
} from '../../testing/test-environment.ts';

let environment: TestEnvironment;
let ward: Ward;
/** Mona's team, with Omar as a clinical pharmacist. */
let team: Answer<Team>;
beforeAll(async () => {
  environment = await startTestEnvironment();
  ward = await openWard(environment);
});
beforeEach(async () => {
  const { body } = await ward.mona.post<Team>('/api/teams', { name: 'CCU', specialty: 2, about: '<p>Day</p>' });
  team = (await ward.mona.post<Answer<Team>>(`/api/teams/${body._id}/members`, { email: ward.omar.me.email })).body;
});
afterAll(() => environment.stop());

const edit = (body: object, headers = {}) => ward.mona.put<Answer<Team>>(`/api/teams/${team._id}/edit`, body, headers);
const rolesIn = ({ members }: Team) =>
  members.map(({ user, canEdit, isPhysic, disabled }) => [
    user.split('@')[0],
    canEdit ? 'pharmacist' : isPhysic ? 'physician' : 'nothing',
    ...(disabled ? ['disabled'] : []),
  ]);
const typesSince = async (revision: number): Promise<string[]> =>
  (await environment.events(`team-${team._id}`)).slice(revision + 1).map(({ type }) => type);

describe("the team admin screen's Update", () => {
  test('accepts the whole team as it is read, and writes the changes', async () => {
    const members = [
      ...team.members.map((member) => ({
        ...member,
        ...(member.userId === ward.omar.me._id ? { canEdit: false, isPhysic: true } : {}),
      })),
      { user: 'HANY@hospital.test', canEdit: true, isPhysic: false },
    ];
    const { _id: teamId, specialty } = team;
    const { status, body } = await edit(
      {
        teamId,
        name: 'Heart unit',
        specialty,
        about: '<p>Night<script>1</script></p>',
        cloudName: 'ward-three',
        uploadPreset: 'gallery',
        members,
      },
      { 'if-match': String(team.version), team: teamId },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      _id: teamId,
      name: 'Heart unit',
      specialty: 2,
      about: '<p>Night</p>',
      cloudName: 'ward-three',
      uploadPreset: 'gallery',
      admin: 'mona@hospital.test',
    });
    expect(rolesIn(body)).toEqual([
      ['mona', 'pharmacist'],
      ['omar', 'physician'],
      ['hany', 'pharmacist'],
    ]);
    expect(await typesSince(team.revision)).toEqual([
      'TeamDescribed',
      'UploadAccountSet',
      'TeamMemberRoleChanged',
      'TeamMemberAdded',
    ]);
    expect(body.version).toBe(body.revision);
    // The same again changes nothing.
    expect((await edit({ members: body.members }, { 'if-match': String(body.version) })).body.revision).toBe(
      body.revision,
    );
  });

  test('without If-Match a list only adds; with it, it removes and switches too', async () => {
    expect(rolesIn((await edit({ members: [{ user: ward.omar.me.email, isPhysic: true }] })).body)).toEqual([
      ['mona', 'pharmacist'],
      ['omar', 'pharmacist'],
    ]);
    expect(await typesSince(team.revision)).toEqual([]);
    const { body } = await edit(
      { members: [{ user: 'mona@hospital.test', canEdit: true }] },
      { 'if-match': String(team.version) },
    );
    expect(rolesIn(body)).toEqual([['mona', 'pharmacist']]);
  });

  test('a newer change of the team is shown and not overwritten', async () => {
    await ward.mona.post(`/api/teams/${team._id}/members`, { email: ward.hany.me.email });
    const conflict = await edit({ members: [{ user: 'mona@hospital.test' }] }, { 'if-match': String(team.version) });
    expect(conflict).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        current: { _id: team._id, members: [{}, {}, { user: 'hany@hospital.test' }] },
        changedBy: { name: 'Mona Farouk' },
      } as Partial<ConflictProblem>,
    });
  });

  test('a repeated key gets the first answer', async () => {
    const once = key();
    const first = await edit({ name: 'Heart unit' }, once);
    await edit({ name: 'Another' });
    expect(await edit({ name: 'Heart unit' }, once)).toEqual(first);
  });

  test.each<[string, object, number, string]>([
    ['an unknown e-mail', { members: [{ user: 'unknown@hospital.test' }] }, 404, 'User not found'],
    [
      'one person twice',
      { members: [{ user: 'hany@hospital.test' }, { user: 'HANY@hospital.test' }] },
      409,
      'This member already added',
    ],
    [
      'both roles at once',
      { members: [{ user: 'hany@hospital.test', canEdit: true, isPhysic: true }] },
      400,
      'A member is either a clinical pharmacist or a physician',
    ],
    ['an empty name', { name: ' ' }, 400, 'Team name is required'],
    ['a long name', { name: 'a'.repeat(81) }, 400, 'At most 80 characters'],
    ['a specialty that is none', { specialty: 7 }, 400, 'Invalid input'],
    ['a cloud name that is a path', { cloudName: '../x' }, 400, 'A cloud name has letters, digits, - and _ only'],
    ['an unknown field', { plan: 'gold' }, 400, 'Unknown field: plan'],
  ])('%s is refused', async (_, body, status, message) =>
    expect(await edit(body)).toMatchObject({ status, body: { message } }),
  );

  test("the admin's own membership does not change", async () => {
    const refused = {
      status: 409,
      body: {
        code: 'conflict',
        message: "The team's admin can't remove or change their own membership",
        reason: 'team-admin-stays',
      },
    };
    expect(
      await edit({ members: [{ user: 'omar@hospital.test' }] }, { 'if-match': String(team.version) }),
    ).toMatchObject(refused);
    expect(await ward.mona.delete(`/api/teams/${team._id}/members/${ward.mona.me._id}`)).toMatchObject(refused);
    expect(
      await ward.mona.put(`/api/teams/${team._id}/members/${ward.mona.me._id}`, { role: 'physician' }),
    ).toMatchObject(refused);
  });

  test('is for the team admin only: others learn nothing about accounts or teams', async () => {
    const path = `/api/teams/${team._id}/edit`;
    const body = { members: [{ user: 'unknown@hospital.test' }] };
    expect((await ward.omar.put<Problem>(path, body)).status).toBe(403);
    expect((await ward.sami.put<Problem>(path, body)).status).toBe(404);
    expect((await edit({ name: 'X' }, { team: 'another' })).status).toBe(403);
  });
});

describe('a member who is removed', () => {
  test('is no longer in the team, and is refused from the next command on', async () => {
    const patient = { team: team._id, firstName: 'هدى', birthdate: '1980-01-31' };
    expect((await ward.omar.post('/api/patients', patient)).status).toBe(201);
    const { status, body } = await ward.mona.delete<Answer<Team>>(
      `/api/teams/${team._id}/members/${ward.omar.me._id}`,
      { 'if-match': String(team.version) },
    );
    expect(status).toBe(200);
    expect(rolesIn(body)).toEqual([['mona', 'pharmacist']]);
    expect(await ward.omar.post('/api/patients', patient)).toEqual({
      status: 404,
      body: { message: 'Not found', code: 'notFound', reason: 'not-found' },
    });
    expect((await ward.mona.delete(`/api/teams/${team._id}/members/${ward.omar.me._id}`)).status).toBe(404);
    expect(
      rolesIn((await ward.mona.post<Team>(`/api/teams/${team._id}/members`, { email: 'omar@hospital.test' })).body),
    ).toEqual([
      ['mona', 'pharmacist'],
      ['omar', 'pharmacist'],
    ]);
    expect((await ward.omar.post('/api/patients', patient)).status).toBe(201);
  });

  test('is refused at once by a process that knew them, when another process has removed them', async () => {
    const patient = { team: team._id, firstName: 'هدى', birthdate: '1980-01-31' };
    const path = `${await environment.another()}/api/teams/${team._id}/members`;
    const headers = { authorization: `bearer ${ward.mona.me.token}`, 'content-type': 'application/json' };
    for (let round = 0; round < 10; round += 1) {
      expect((await ward.omar.post('/api/patients', patient)).status).toBe(201);
      expect((await fetch(`${path}/${ward.omar.me._id}`, { method: 'DELETE', headers })).status).toBe(200);
      expect((await ward.omar.post('/api/patients', patient)).status).toBe(404);
      const body = JSON.stringify({ email: ward.omar.me.email });
      expect((await fetch(path, { method: 'POST', headers, body })).status).toBe(201);
    }
  });

  test('is removed by the admin only', async () => {
    const path = `/api/teams/${team._id}/members/${ward.omar.me._id}`;
    expect((await ward.omar.delete(path)).status).toBe(403);
    expect((await ward.sami.delete(path)).status).toBe(404);
    expect((await ward.mona.delete(`/api/teams/${team._id}/members/unknown`)).status).toBe(404);
  });
});

test('a member who is listed with neither right joins as a reader, and may not write', async () => {
  const { status, body } = await ward.mona.put<Team>(`/api/teams/${team._id}/edit`, {
    members: [{ user: 'hany@hospital.test', canEdit: false, isPhysic: false }],
  });
  expect(status).toBe(200);
  expect(body.members.find(({ user }) => user === 'hany@hospital.test')).toMatchObject({
    canEdit: false,
    isPhysic: false,
    canRead: true,
    disabled: false,
  });
  expect(
    (await ward.hany.post('/api/patients', { team: team._id, firstName: 'هدى', birthdate: '1980-01-31' })).status,
  ).toBe(403);
});

test('a disabled member stays in the list and may do nothing until enabled again', async () => {
  const member = `/api/teams/${team._id}/members/${ward.omar.me._id}`;
  const patient = { team: team._id, firstName: 'هدى', birthdate: '1980-01-31' };
  expect(rolesIn((await ward.mona.put<Team>(member, { disabled: true })).body)).toEqual([
    ['mona', 'pharmacist'],
    ['omar', 'pharmacist', 'disabled'],
  ]);
  expect((await ward.omar.post('/api/patients', patient)).status).toBe(404);
  expect(rolesIn((await ward.mona.put<Team>(member, { disabled: false, role: 'physician' })).body)).toEqual([
    ['mona', 'pharmacist'],
    ['omar', 'physician'],
  ]);
  expect((await ward.omar.post('/api/patients', patient)).status).toBe(403);
  expect(await ward.mona.put(member, {})).toMatchObject({
    status: 400,
    body: { message: 'Choose a role, whether the member is disabled, or whether they may audit' },
  });
});

test('a member who becomes an auditor keeps their role', async () => {
  const member = `/api/teams/${team._id}/members/${ward.omar.me._id}`;
  const auditors = ({ members }: Team): string[] => members.filter(({ canAudit }) => canAudit).map(({ user }) => user);
  const { body } = await ward.mona.put<Team>(member, { canAudit: true });
  expect([auditors(body), rolesIn(body)]).toEqual([
    ['omar@hospital.test'],
    [
      ['mona', 'pharmacist'],
      ['omar', 'pharmacist'],
    ],
  ]);
  expect((await ward.omar.put(member, { canAudit: false })).status).toBe(403);
  expect(auditors((await ward.mona.put<Team>(member, { canAudit: false })).body)).toEqual([]);
});

describe('an access that only the client knows of', () => {
  /** The events of the team's access log. */
  const accesses = async () => {
    const found = await eventsWithPrefix(environment.log, `access-${ward.team._id}-`);
    return found.map(({ type, data, metadata }) => ({ type, data, actor: (metadata as EventMetadata).actorId }));
  };
  const chatAsked = (who: Ward['mona'], body: object = { reviews: 2 }) =>
    who.post<Problem>(`/api/admissions/${ward.admission._id}/chatAsked`, body);

  test("is in the team's access log once, with ids", async () => {
    const { _id: reviewId } = await ward.addReview();
    const once = key();
    const march = { report: 1, startDate: '2025-03-01', endDate: '2025-03-31' };
    for (const _time of [1, 2])
      expect(await ward.hany.post(`/api/reviews/${reviewId}/printed`, {}, once)).toEqual({
        status: 201,
        body: { message: 'Recorded' },
      });
    expect((await ward.omar.post(`/api/teams/${ward.team._id}/reportPrinted`, march)).status).toBe(201);
    expect((await ward.omar.post(`/api/teams/${ward.team._id}/roundListPrinted`, { found: 3 })).status).toBe(201);
    expect((await ward.omar.post(`/api/teams/${ward.team._id}/drugUsePrinted`, { found: 2 })).status).toBe(201);
    expect((await chatAsked(ward.mona)).status).toBe(201);
    const chart = { admissionId: ward.admission._id, patientId: ward.patient._id };
    await expect.poll(accesses).toEqual([
      { type: 'ReviewPrinted', data: { ...chart, reviewId }, actor: ward.hany.me._id },
      { type: 'ReportPrinted', data: march, actor: ward.omar.me._id },
      { type: 'RoundListPrinted', data: { found: 3 }, actor: ward.omar.me._id },
      { type: 'DrugUsePrinted', data: { found: 2 }, actor: ward.omar.me._id },
      { type: 'ChatAsked', data: { ...chart, reviews: 2 }, actor: ward.mona.me._id },
    ]);
  });

  test("is refused outside the caller's team, and holds no text", async () => {
    const { body: theirs } = await ward.sami.post<Team>('/api/teams', { name: 'Ward', specialty: 5, about: '' });
    expect((await chatAsked(ward.sami)).status).toBe(404);
    expect(
      (await ward.sami.post(`/api/reviews/${ward.admission._id}.1/printed`, {}, { team: theirs._id })).status,
    ).toBe(404);
    expect((await ward.sami.post(`/api/teams/${ward.team._id}/reportPrinted`, { report: 4 })).status).toBe(404);
    expect((await ward.sami.post(`/api/teams/${ward.team._id}/roundListPrinted`, { found: 3 })).status).toBe(404);
    expect((await ward.sami.post(`/api/teams/${ward.team._id}/drugUsePrinted`, { found: 2 })).status).toBe(404);
    expect((await chatAsked(ward.mona, { reviews: 2, prompt: 'Only this' })).status).toBe(400);
    expect((await ward.mona.post(`/api/teams/${ward.team._id}/reportPrinted`, { report: 10 })).status).toBe(400);
    expect((await ward.mona.post(`/api/teams/${ward.team._id}/roundListPrinted`, { found: -1 })).status).toBe(400);
  });

  test('is refused for a chat assistant that the team has switched off', async () => {
    const allow = (chatAllowed: boolean) => ward.mona.put<Team>(`/api/teams/${ward.team._id}/edit`, { chatAllowed });
    expect((await allow(false)).body).toMatchObject({ chatAllowed: false });
    expect(await chatAsked(ward.omar)).toMatchObject({
      status: 409,
      body: {
        message: "The team's admin has switched the chat assistant off",
        code: 'conflict',
        reason: 'chat-switched-off',
      },
    });
    expect((await allow(true)).body).toMatchObject({ chatAllowed: true });
    expect((await chatAsked(ward.omar)).status).toBe(201);
    expect((await environment.events(`team-${ward.team._id}`)).slice(-2).map(({ type }) => type)).toEqual([
      'TeamChatSwitchedOff',
      'TeamChatSwitchedOn',
    ]);
  });
});
