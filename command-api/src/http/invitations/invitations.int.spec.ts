import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createInvitations } from '../../accounts/invitations.ts';
import type { Problem, SignedIn, Team } from 'language/contract/entities';
import type { InvitationToTeam, TeamInvitation } from 'language/contract/invitations';
import { mailsTo, newestMail, textOf, tokenIn } from '../../testing/mail-inbox.ts';
import {
  ADMIN_EMAIL,
  type Caller,
  key,
  PASSWORD,
  startTestEnvironment,
  type TestEnvironment,
} from '../../testing/test-environment.ts';

let environment: TestEnvironment;
let admin: Caller;
let mona: Caller;
let team: Team;
/** How many mails an address has got. */
const counts = new Map<string, number>();
beforeAll(async () => {
  environment = await startTestEnvironment({ SIGN_UP: 'open', LOCAL_URL: 'http://localhost:8123' });
  admin = await environment.signUp('Admin');
  mona = await person('Mona');
  ({ body: team } = await mona.post<Team>('/api/teams', { name: 'Adult ICU', specialty: 1, about: '' }));
});
afterAll(() => environment.stop());

/** Signs a person up and waits for the mail of the sign-up: the next mail is another one. */
async function person(name: string): Promise<Caller> {
  const signedUp = await environment.signUp(name);
  await nextMail(signedUp.me.email);
  return signedUp;
}
async function nextMail(email: string): Promise<string> {
  const count = (counts.get(email) ?? 0) + 1;
  counts.set(email, count);
  return newestMail(environment, email, count);
}
const path = (rest = '') => `/api/teams/${team._id}/invitations${rest}`;
const invite = (email: string, role = 'pharmacist', caller = mona, headers = {}) =>
  caller.post<TeamInvitation & Problem>(path(), { email, role }, headers);
const invited = async (email: string, role?: string): Promise<string> => {
  expect((await invite(email, role)).status).toBe(201);
  return tokenIn(await nextMail(email));
};
const look = (token: string) =>
  environment.send<InvitationToTeam & Problem>('POST', '/api/invitations/read', { token });
const accept = (caller: Caller, token: string, headers = {}) =>
  caller.post<Team & Problem>('/api/invitations/accept', { token }, headers);
const signUp = (email: string, invitation?: string) =>
  environment.send<SignedIn & Problem>('POST', '/api/users', {
    firstName: 'New',
    lastName: 'Person',
    email,
    password: PASSWORD,
    ...(invitation === undefined ? {} : { invitation }),
  });
const memberOf = ({ members }: Team, userId: string) => members.find((member) => member.userId === userId);

describe('an invitation', () => {
  test('is answered and mailed alike, whether or not the address has an account', async () => {
    const known = await person('Known');
    const answers = [await invite(known.me.email), await invite('unknown@hospital.test')];
    for (const [index, email] of [known.me.email, 'unknown@hospital.test'].entries()) {
      expect(answers[index]).toEqual({
        status: 201,
        body: {
          _id: expect.any(String),
          email,
          role: 'pharmacist',
          invitedBy: mona.me._id,
          invitedByName: 'Mona Farouk',
          sentAt: expect.any(String),
          expiresAt: expect.any(String),
        },
      });
      const mail = textOf(await nextMail(email));
      expect(mail).toMatch(/\n\r?\nhttp:\/\/localhost:8123\/invitation#token=[\w-]{22}\r?\n/);
      // A team's name or a person's could be a stranger's words to the address.
      expect(mail).not.toMatch(/ICU|Mona/);
    }
    const days = Date.parse(answers[0]!.body.expiresAt) - Date.parse(answers[0]!.body.sentAt);
    expect(days).toBe(7 * 24 * 3_600_000);
  });

  test('brings a person with an account into the team with the role, after they have signed in', async () => {
    const omar = await person('Omar');
    const token = await invited(omar.me.email, 'physician');
    expect((await look(token)).body).toEqual({
      team: team._id,
      teamName: 'Adult ICU',
      email: omar.me.email,
      role: 'physician',
      invitedByName: 'Mona Farouk',
      expiresAt: expect.any(String),
      hasAccount: true,
    });
    const sent = key();
    const joined = await accept(omar, token, sent);
    expect(joined).toMatchObject({ status: 200, body: { _id: team._id } });
    expect(memberOf(joined.body, omar.me._id)).toMatchObject({ isPhysic: true, canEdit: false, disabled: false });
    const event = (await environment.events(`team-${team._id}`)).at(-1);
    expect(event).toMatchObject({
      type: 'TeamMemberJoined',
      data: { userId: omar.me._id, email: omar.me.email, role: 'physician', invitedBy: mona.me._id },
      metadata: { actorId: omar.me._id },
    });
    // The same key gets the same answer; another one finds the link used.
    expect(await accept(omar, token, sent)).toEqual(joined);
    expect((await accept(omar, token)).body).toMatchObject({ reason: 'invitation-spent' });
    expect((await look(token)).body).toMatchObject({ reason: 'invitation-spent' });
    const { body: changed } = await mona.put<Team>(`/api/teams/${team._id}/members/${omar.me._id}`, { role: 'reader' });
    expect(memberOf(changed, omar.me._id)).toMatchObject({ isPhysic: false });
  });

  test('confirms the address of the account that uses it', async () => {
    const nadia = await person('Nadia');
    await accept(nadia, await invited(nadia.me.email));
    const proven = await environment.pool.query(
      'select email_proven_at is not null as proven from accounts.credential where user_id = $1',
      [nadia.me._id],
    );
    expect(proven.rows).toEqual([{ proven: true }]);
    expect((await environment.events(`user-${nadia.me._id}`)).at(-1)).toMatchObject({ type: 'UserEmailVerified' });
  });

  test('lets a person sign up with the address confirmed, without another mail, and join', async () => {
    const email = 'ramy@hospital.test';
    const token = await invited(email);
    expect((await look(token)).body).toMatchObject({ hasAccount: false });
    const { status, body: me } = await signUp(email, token);
    expect([status, me.emailVerified]).toEqual([201, true]);
    const joined = await environment.send<Team>(
      'POST',
      '/api/invitations/accept',
      { token },
      { authorization: `bearer ${me.token}` },
    );
    expect(memberOf(joined.body, me._id)).toMatchObject({ canEdit: true });
    await person('After');
    expect(await mailsTo(environment, email)).toHaveLength(1);
  });

  test('counts in the account of its address only, and for no other address at sign-up', async () => {
    const token = await invited('hers@hospital.test');
    const other = await person('Other');
    expect(await accept(other, token)).toMatchObject({
      status: 403,
      body: { reason: 'invitation-of-another-address', values: { email: 'hers@hospital.test' } },
    });
    expect(await signUp('his@hospital.test', token)).toMatchObject({
      status: 403,
      body: { reason: 'invitation-of-another-address' },
    });
  });

  test('is sent again with a new link, and the old one ends', async () => {
    const first = await invited('again@hospital.test');
    const { body: open } = await invite('again@hospital.test', 'reader');
    const second = tokenIn(await nextMail('again@hospital.test'));
    expect((await look(first)).body).toMatchObject({ reason: 'invitation-spent' });
    expect((await look(second)).body).toMatchObject({ role: 'reader' });
    const again = await mona.post<TeamInvitation>(path(`/${open._id}/send`), {});
    expect(again).toMatchObject({ status: 200, body: { _id: open._id, role: 'reader' } });
    const third = tokenIn(await nextMail('again@hospital.test'));
    expect((await look(second)).status).toBe(400);
    expect((await look(third)).status).toBe(200);
  });

  test('ends when it is withdrawn', async () => {
    const token = await invited('gone@hospital.test');
    const { body } = await look(token);
    expect(body.email).toBe('gone@hospital.test');
    const { rows } = await environment.pool.query<{ id: string }>(
      `select invitation_id as id from accounts.invitation where email = 'gone@hospital.test'`,
    );
    const withdrawn = await mona.delete<TeamInvitation>(path(`/${rows[0]!.id}`));
    expect(withdrawn).toMatchObject({ status: 200, body: { email: 'gone@hospital.test' } });
    expect((await look(token)).status).toBe(400);
    expect((await signUp('gone@hospital.test', token)).body).toMatchObject({ reason: 'invitation-spent' });
    expect((await mona.delete(path(`/${rows[0]!.id}`))).status).toBe(404);
    expect((await mona.post(path(`/${rows[0]!.id}/send`), {})).status).toBe(404);
  });

  test('ends after seven days, can then be sent again, and is deleted after another month without it', async () => {
    const token = await invited('late@hospital.test');
    const age = (days: number) =>
      environment.pool.query(
        `update accounts.invitation set expires_at = now() - make_interval(days => $1) where email = 'late@hospital.test'
         returning invitation_id as id`,
        [days],
      );
    const { rows } = await age(0);
    expect((await look(token)).status).toBe(400);
    expect((await mona.post(path(`/${rows[0].id}/send`), {})).status).toBe(200);
    expect((await look(tokenIn(await nextMail('late@hospital.test')))).status).toBe(200);
    const invitations = createInvitations(environment.pool, () => '');
    for (const [days, left] of [
      [29, 1],
      [31, 0],
    ] as const) {
      await age(days);
      await invitations.removeExpired();
      expect(await invitations.findInTeam(team._id, rows[0].id)).toEqual(left === 0 ? undefined : expect.anything());
    }
  });

  test('ends when its person is added by hand, so that it brings no one back after a removal', async () => {
    const hany = await person('Hany');
    const token = await invited(hany.me.email);
    const member = `/api/teams/${team._id}/members`;
    await mona.post(member, { email: hany.me.email });
    expect((await look(token)).body).toMatchObject({ reason: 'invitation-spent' });
    await mona.put(`${member}/${hany.me._id}`, { role: 'reader' });
    await mona.delete(`${member}/${hany.me._id}`);
    expect((await accept(hany, token)).body).toMatchObject({ reason: 'invitation-spent' });
    expect((await accept(hany, await invited(hany.me.email, 'reader'))).status).toBe(200);
  });

  test('ends when the whole list of members adds its person, and when its account is disabled', async () => {
    const [ola, ali] = [await person('Ola'), await person('Ali')];
    const tokens = [await invited(ola.me.email), await invited(ali.me.email)];
    await mona.put(`/api/teams/${team._id}/edit`, { members: [{ user: ola.me.email }] });
    await admin.put(`/api/accounts/${ali.me._id}`, { disabled: true, reason: 'Left' });
    await admin.put(`/api/accounts/${ali.me._id}`, { disabled: false });
    for (const token of tokens) expect((await look(token)).body).toMatchObject({ reason: 'invitation-spent' });
  });

  test('of before a removal is refused by the team, where a crash left it open', async () => {
    const nour = await person('Nour');
    await mona.post(`/api/teams/${team._id}/members`, { email: nour.me.email });
    await mona.delete(`/api/teams/${team._id}/members/${nour.me._id}`);
    const token = await invited(nour.me.email);
    await environment.pool.query(
      `update accounts.invitation set sent_at = sent_at - interval '1 day' where email = $1`,
      [nour.me.email],
    );
    expect((await accept(nour, token)).body).toMatchObject({ reason: 'invitation-spent' });
  });

  test('of a removed member does not bring them back', async () => {
    const salma = await person('Salma');
    const token = await invited(salma.me.email);
    await accept(salma, token);
    await mona.delete(`/api/teams/${team._id}/members/${salma.me._id}`);
    expect((await accept(salma, token)).body).toMatchObject({ reason: 'invitation-spent' });
  });

  test('to the address of a disabled account is answered as any other, and mailed to no one', async () => {
    const tarek = await person('Tarek');
    await admin.put(`/api/accounts/${tarek.me._id}`, { disabled: true, reason: 'Left' });
    expect((await invite(tarek.me.email)).status).toBe(201);
    await invited('next@hospital.test');
    expect(await mailsTo(environment, tarek.me.email)).toHaveLength(1);
  });

  test('is in the language that was asked for', async () => {
    await mona.post(path(), { email: 'arabic@hospital.test', role: 'reader', language: 'ar' });
    expect(textOf(await nextMail('arabic@hospital.test'))).toMatch(/تحية طيبة/);
  });
});

describe('who invites', () => {
  test('the team admin and the admin account', async () => {
    const [member, stranger] = [await person('Member'), await person('Stranger')];
    await mona.post(`/api/teams/${team._id}/members`, { email: member.me.email });
    expect((await invite('x@hospital.test', 'reader', member)).status).toBe(403);
    expect((await invite('x@hospital.test', 'reader', stranger)).status).toBe(404);
    expect((await invite('x@hospital.test', 'reader', admin)).status).toBe(201);
    expect((await admin.post('/api/teams/unknown/invitations', { email: 'x@h.test', role: 'reader' })).status).toBe(
      404,
    );
    const another = { team: 'another' };
    expect((await invite('x@hospital.test', 'reader', admin, another)).status).toBe(403);
  });

  test('the admin of another team neither sends it again nor withdraws it', async () => {
    const other = await person('Elsewhere');
    const { body: ccu } = await other.post<Team>('/api/teams', { name: 'CCU', specialty: 2, about: '' });
    const { body: made } = await invite('between@hospital.test', 'reader');
    const token = tokenIn(await nextMail('between@hospital.test'));
    const theirs = `/api/teams/${ccu._id}/invitations/${made._id}`;
    expect((await other.post(`${theirs}/send`, {})).status).toBe(404);
    expect((await other.delete(theirs)).status).toBe(404);
    const by = { userId: other.me._id, sessionId: crypto.randomUUID(), commandId: crypto.randomUUID() };
    const invitations = createInvitations(environment.pool, () => '');
    expect(await invitations.findInTeam(ccu._id, made._id)).toBeUndefined();
    expect(await invitations.renew(ccu._id, made._id, by)).toBeUndefined();
    expect((await look(token)).body).toMatchObject({ team: team._id });
  });

  test('no member and not themself', async () => {
    expect((await invite(mona.me.email)).body).toMatchObject({ reason: 'member-already-added' });
    expect((await invite(ADMIN_EMAIL, 'reader', admin)).body).toMatchObject({ reason: 'own-invitation' });
  });

  test.each([
    [{ email: 'a@b@c', role: 'reader' }, 'email'],
    [{ role: 'reader' }, 'email'],
    [{ email: 'a@b.test', role: 'admin' }, 'role'],
    [{ email: 'a@b.test' }, 'role'],
  ])('with an address and a role: %j', async (body, field) => {
    const answer = await mona.post<Problem>(path(), body);
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [field]]);
  });
});

test('no address and no token is logged', () => {
  expect(environment.logged()).not.toMatch(/unknown@hospital|ramy@hospital|#token/);
});
