/** Each kind of line is written by the call of a person; nothing in it is clinical or secret. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { checkSecurityLog } from 'service-kit/security-log/check';
import { resetSecondFactor } from '../accounts/second-factor/reset.ts';
import type { SignedIn } from 'language/contract/entities';
import type { NewTotpSecret, SecondFactorsChanged } from 'language/contract/second-factors';
import { codeOf, nextCodeOf } from '../testing/authenticator-app.ts';
import { newestMail, tokenIn } from '../testing/mail-inbox.ts';
import {
  key,
  openWard,
  PASSWORD,
  startTestEnvironment,
  type TestEnvironment,
  type Ward,
} from '../testing/test-environment.ts';

const FACTORS = '/api/users/me/second-factors';
const FIREFOX = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0' };

let environment: TestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await startTestEnvironment();
  ward = await openWard(environment);
});
afterAll(() => environment.stop());

interface Line {
  at: Date;
  kind: string;
  actor_kind: string;
  actor_id: string | null;
  user_id: string | null;
  team_id: string | null;
  patient_id: string | null;
  email_mark: string | null;
  address: string | null;
  device: string | null;
  data: Record<string, unknown>;
}
const lines = async (): Promise<Line[]> =>
  (await environment.pool.query<Line>('select * from accounts.security_line order by number')).rows;
let seen = 0;
/** The kinds of the lines since the last call, as soon as there are so many. */
async function next(count: number): Promise<Line[]> {
  return vi.waitFor(
    async () => {
      const all = await lines();
      expect(all.slice(seen).map(({ kind }) => kind)).toHaveLength(count);
      const found = all.slice(seen);
      seen += count;
      return found;
    },
    { timeout: 30_000, interval: 50 },
  );
}
const skipAll = async (kind: string, count: number): Promise<void> => {
  await vi.waitFor(
    async () => expect((await lines()).filter((line) => line.kind === kind).length).toBeGreaterThanOrEqual(count),
    { timeout: 30_000, interval: 50 },
  );
  seen = (await lines()).length;
};
/** A refused attempt is written beside its answer: its number may be later, its time is not. */
const inOrder = (found: Line[]): Line[] => found.toSorted((one, other) => one.at.getTime() - other.at.getTime());
const login = (email: string, password = PASSWORD) =>
  environment.send<SignedIn & { ticket: string }>('POST', '/api/users/login', { email, password }, FIREFOX);
const from = { address: expect.stringContaining('127.0.0.1') as string, device: 'Firefox on Windows' };

test('accounts, teams and members, with who did it and from where', async () => {
  await skipAll('TeamMemberRoleChanged', 1);
  const [mona, omar, hany, team] = [ward.mona.me._id, ward.omar.me._id, ward.hany.me._id, ward.team._id];
  const of = async (kind: string) => (await lines()).filter((line) => line.kind === kind);
  expect((await of('UserRegistered')).map(({ actor_id: id }) => id)).toEqual(
    expect.arrayContaining([mona, omar, hany]),
  );
  expect((await of('UserRegistered')).find(({ actor_id: id }) => id === mona)).toMatchObject({ address: from.address });
  expect(await of('TeamCreated')).toMatchObject([{ actor_id: mona, team_id: team, address: from.address }]);
  expect(await of('TeamMemberAdded')).toMatchObject(
    [mona, omar, hany].map((user) => ({ actor_id: mona, user_id: user, team_id: team, data: {} })),
  );
  expect(await of('TeamMemberRoleChanged')).toMatchObject([
    { actor_id: mona, user_id: hany, team_id: team, data: { role: 'physician' } },
  ]);
  const path = `/api/teams/${team}/members/${omar}`;
  await ward.mona.put(path, { canAudit: true });
  await ward.mona.put(path, { canAudit: false });
  await ward.mona.put(path, { disabled: true });
  await ward.mona.put(path, { disabled: false });
  await ward.mona.delete(path);
  expect((await next(5)).map(({ kind, user_id: user }) => [kind, user])).toEqual(
    [
      'TeamAuditorAppointed',
      'TeamAuditorWithdrawn',
      'TeamMemberDisabled',
      'TeamMemberEnabled',
      'TeamMemberRemoved',
    ].map((kind) => [kind, omar]),
  );
});

test('invitations: sent, sent again, withdrawn; of an account and of an address without one', async () => {
  const { mona, hany } = ward;
  const path = `/api/teams/${ward.team._id}/invitations`;
  const { body: known } = await mona.post<{ _id: string }>(path, { email: hany.me.email, role: 'reader' });
  expect(known).toMatchObject({ reason: 'member-already-added' });
  const { rows } = await environment.pool.query<{ email: string }>(
    `select email from accounts.credential where user_id = $1`,
    [ward.omar.me._id],
  );
  const sent = key();
  for (let times = 0; times < 2; times += 1) await mona.post(path, { email: rows[0]!.email, role: 'physician' }, sent);
  const { body: open } = await mona.post<{ _id: string }>(path, { email: 'canary@elsewhere.test', role: 'reader' });
  await mona.post(`${path}/${open._id}/send`, {});
  await mona.delete(`${path}/${open._id}`);
  const all = { actor_kind: 'person', actor_id: mona.me._id, team_id: ward.team._id, address: from.address };
  const mark = expect.stringMatching(/^[\w-]{16}$/) as string;
  expect(await next(4)).toMatchObject([
    { ...all, kind: 'InvitationSent', user_id: ward.omar.me._id, email_mark: null, data: { role: 'physician' } },
    { ...all, kind: 'InvitationSent', user_id: null, email_mark: mark, data: { role: 'reader' } },
    { ...all, kind: 'InvitationSent', user_id: null, email_mark: mark, data: { role: 'reader' } },
    { ...all, kind: 'InvitationWithdrawn', user_id: null, email_mark: mark, data: {} },
  ]);
});

test('transfers: who offered, withdrew, declined and accepted a patient, between which teams', async () => {
  const { mona, sami, team } = ward;
  const { body: ccu } = await sami.post<{ _id: string }>('/api/teams', { name: 'CCU', specialty: 1, about: '' });
  await sami.put(`/api/teams/${ccu._id}/edit`, { receivesTransfers: true });
  await next(3);
  const path = `/api/admissions/${ward.admission._id}/transfer`;
  const offered = async (): Promise<{ offer: string }> => {
    const { body } = await mona.post<{ transfer: { offer: string } }>(path, { toTeam: ccu._id, note: 'CANARY' });
    return { offer: body.transfer.offer };
  };
  await mona.put(`${path}/withdraw`, await offered());
  await sami.put(`${path}/decline`, { ...(await offered()), reason: 'CANARY' });
  await sami.put(`${path}/accept`, await offered());
  const patient = { patient_id: ward.patient._id, address: from.address };
  const of = (kind: string, who: { me: { _id: string } }, its: string, other: string) => ({
    ...patient,
    kind,
    actor_id: who.me._id,
    team_id: its,
    data: { otherTeam: other },
  });
  expect(await next(6)).toMatchObject([
    of('TransferOffered', mona, team._id, ccu._id),
    of('TransferWithdrawn', mona, team._id, ccu._id),
    of('TransferOffered', mona, team._id, ccu._id),
    of('TransferDeclined', sami, team._id, ccu._id),
    of('TransferOffered', mona, team._id, ccu._id),
    of('TransferAccepted', sami, ccu._id, team._id),
  ]);
  await mona.put(`/api/teams/${team._id}/edit`, { receivesTransfers: true });
  const { body: back } = await sami.post<{ transfer: { offer: string } }>(path, { toTeam: team._id, note: '' });
  await mona.put(`${path}/accept`, { offer: back.transfer.offer });
  await next(3);
});

test("the team admin's place: offered, withdrawn, declined, accepted, with where from", async () => {
  const { mona, hany, team } = ward;
  const path = `/api/teams/${team._id}/admin`;
  const offer = () => mona.put(`${path}/offer`, { userId: hany.me._id });
  await offer();
  await mona.delete(`${path}/offer`);
  await offer();
  await hany.put(`${path}/answer`, { accept: false });
  expect(await next(4)).toMatchObject(
    [
      ['TeamAdminOffered', mona],
      ['TeamAdminOfferWithdrawn', mona],
      ['TeamAdminOffered', mona],
      ['TeamAdminOfferDeclined', hany],
    ].map(([kind, who]) => ({
      kind,
      actor_id: (who as typeof mona).me._id,
      user_id: hany.me._id,
      team_id: team._id,
      address: from.address,
    })),
  );
});

test('a sign-in, its end, and other sessions that are ended', async () => {
  const sami = ward.sami.me;
  const signedIn = (await login(sami.email)).body;
  await environment.send('DELETE', '/api/users/me/sessions', undefined, { authorization: `bearer ${signedIn.token}` });
  await environment.send('POST', '/api/users/logout', {}, { authorization: `bearer ${signedIn.token}` });
  expect(await next(3)).toMatchObject([
    { kind: 'SignedIn', actor_kind: 'person', actor_id: sami._id, data: { way: 'password' }, ...from },
    { kind: 'SessionsEnded', actor_id: sami._id, data: { by: 'self', sessions: 1 }, ...from },
    { kind: 'SignedOut', actor_id: sami._id, ...from },
  ]);
});

test('refused sign-ins: the first at once, of known and unknown e-mails', async () => {
  const { email, _id: hany } = ward.hany.me;
  for (let tries = 0; tries < 3; tries += 1) await login(email, 'not this one');
  await login('Stranger@Elsewhere.test', 'x');
  const [known, unknown] = inOrder(await next(2));
  expect(known).toMatchObject({
    kind: 'SignInRefused',
    actor_kind: 'unknown',
    actor_id: null,
    user_id: hany,
    email_mark: null,
    data: { reason: 'wrong-login', attempts: 1 },
    ...from,
  });
  expect(unknown).toMatchObject({ user_id: null, email_mark: expect.stringMatching(/^[\w-]{16}$/) as string });
});

test('passwords: changed, a link asked for, set by it, and the PIN', async () => {
  const { mona } = ward;
  const id = mona.me._id;
  await mona.put(`/api/users/${id}/edit`, { password: 'another horse 2', currentPassword: 'wrong one' });
  await mona.put(`/api/users/${id}/edit`, { password: 'another horse 2', currentPassword: PASSWORD });
  await mona.put('/api/users/me/pin', { pin: '482915', password: 'another horse 2' });
  await mona.delete('/api/users/me/pin');
  expect(inOrder(await next(3)).map(({ kind, actor_id: actor, user_id: user }) => [kind, actor ?? user])).toEqual([
    ['ProofRefused', id],
    ['PasswordChanged', id],
    ['PinSet', id],
  ]);
  await environment.send('POST', '/api/users/login', { email: mona.me.email, forgetPW: true }, FIREFOX);
  await environment.send('POST', '/api/users/login', { email: 'nobody@elsewhere.test', forgetPW: true });
  const [known, unknown] = await next(2);
  expect(known).toMatchObject({ kind: 'PasswordLinkAsked', user_id: id, email_mark: null, ...from });
  expect(unknown).toMatchObject({ user_id: null, email_mark: expect.any(String) as string });
  const token = tokenIn(await newestMail(environment, mona.me.email, 2));
  await environment.send('POST', '/api/users/resetPassword', { token, password: PASSWORD }, { ...key(), ...FIREFOX });
  expect(await next(2)).toMatchObject([
    { kind: 'PasswordReset', actor_id: id, ...from },
    { kind: 'UserEmailVerified', actor_id: id, ...from },
  ]);
});

test('wrong links: of an invitation, of a new password, of an address', async () => {
  const token = 'CANARY-wrong-token-000';
  const sent = [
    ['/api/invitations/read', { token }],
    ['/api/users/resetPassword', { token, password: PASSWORD }],
  ] as const;
  for (const [path, body] of sent) await environment.send('POST', path, body, FIREFOX);
  await ward.hany.post('/api/users/confirmEmail', { token });
  await ward.hany.post('/api/invitations/accept', { token });
  const found = inOrder(await next(4));
  expect(found.map(({ kind, data }) => [kind, data['reason']])).toEqual(
    ['invitation-spent', 'link-spent', 'link-of-another-account', 'invitation-spent'].map((why) => [
      'LinkRefused',
      why,
    ]),
  );
  expect(found[0]).toMatchObject({ actor_kind: 'unknown', user_id: null, ...from });
  expect(found[2]).toMatchObject({ user_id: ward.hany.me._id });
});

test('second factors: added, used, removed, reset by the operator', async () => {
  const { omar } = ward;
  const { body: made } = await omar.post<NewTotpSecret>(`${FACTORS}/totp`, {});
  const confirmed = await omar.post<SecondFactorsChanged>(`${FACTORS}/totp/confirm`, {
    code: codeOf(made.secret),
  });
  const recoveryCode = confirmed.body.newRecoveryCodes?.[0];
  const second = async (body: object) =>
    environment.send('POST', '/api/users/login/second-factor', {
      ticket: (await login(omar.me.email)).body.ticket,
      ...body,
    });
  await second({ code: '000000' });
  await second({ code: nextCodeOf(made.secret) });
  await second({ recoveryCode });
  await omar.post(`${FACTORS}/recovery-codes`, {});
  await omar.delete(`${FACTORS}/totp`);
  expect(
    inOrder(await next(6)).map(({ kind, data, actor_id: actor, user_id: user }) => [kind, data, actor ?? user]),
  ).toEqual(
    [
      ['SecondFactorAdded', { factor: 'totp' }],
      ['SignInRefused', { reason: 'wrong-second-factor', attempts: 1 }],
      ['SignedIn', { way: 'password', factor: 'totp' }],
      ['SignedIn', { way: 'password', factor: 'recoveryCode' }],
      ['RecoveryCodesRenewed', {}],
      ['SecondFactorRemoved', { factor: 'totp' }],
    ].map(([kind, data]) => [kind, data, omar.me._id]),
  );
  await resetSecondFactor(environment.pool, omar.me.email);
  expect(await next(1)).toMatchObject([
    { kind: 'SecondFactorReset', actor_kind: 'operator', actor_id: null, user_id: omar.me._id },
  ]);
});

test('a locked session: that it was locked, a wrong try, and the way it was unlocked', async () => {
  const { sami } = ward;
  const { token } = (await login(sami.me.email)).body;
  const as = { authorization: `bearer ${token}`, ...FIREFOX };
  await environment.send('POST', '/api/users/me/lock', {}, as);
  await environment.send('POST', '/api/users/me/unlock', { password: 'wrong' }, as);
  await environment.send('POST', '/api/users/me/unlock', { password: PASSWORD }, as);
  expect(inOrder(await next(4))).toMatchObject([
    { kind: 'SignedIn' },
    { kind: 'SessionLocked', actor_id: sami.me._id, data: {}, ...from },
    { kind: 'UnlockRefused', user_id: sami.me._id, data: { reason: 'wrong-password', attempts: 1 }, ...from },
    { kind: 'SessionUnlocked', actor_id: sami.me._id, data: { way: 'password' }, ...from },
  ]);
});

test('what is printed and erased names ids only; the chain holds; nothing clinical or secret is in it', async () => {
  const { body: mona } = await login(ward.mona.me.email);
  const as = { authorization: `bearer ${mona.token}`, ...key() };
  const review = await environment.send<{ _id: string }>(
    'POST',
    '/api/reviews/addReview',
    { admissionId: ward.admission._id, reviewDate: '2025-03-02', clinicalNote: '<p>CANARY-NOTE</p>', drugErrs: [] },
    as,
  );
  await environment.send('POST', `/api/reviews/${review.body._id}/printed`, {}, { ...as, ...key() });
  const patient = await environment.send<{ _id: string }>(
    'POST',
    '/api/patients',
    { team: ward.team._id, firstName: 'CANARY-NAME', birthdate: '1960-02-29' },
    { ...as, ...key() },
  );
  const { status } = await environment.send('DELETE', `/api/patients/${patient.body._id}`, undefined, {
    ...as,
    ...key(),
  });
  expect(status).toBe(200);
  const found = await next(3);
  expect(found.find(({ kind }) => kind === 'ReviewPrinted')).toMatchObject({
    actor_id: ward.mona.me._id,
    team_id: ward.team._id,
    ...from,
  });
  expect(found.find(({ kind }) => kind === 'PatientDeleted')).toMatchObject({
    actor_id: ward.mona.me._id,
    team_id: ward.team._id,
    patient_id: patient.body._id,
    ...from,
  });
  const all = JSON.stringify(await lines());
  for (const secret of [
    'CANARY',
    'محمد',
    'Warfarin',
    'stranger',
    'nobody@',
    PASSWORD,
    mona.token,
    ward.mona.me.email,
    'Adult ICU',
  ])
    expect(all.toLowerCase()).not.toContain(secret.toLowerCase());
  expect((await checkSecurityLog(environment.pool)).broken).toBeUndefined();
});

test('a repeated command is one line, and a command without a trace leaves none', async () => {
  const sent = key();
  const { body: hany } = await login(ward.hany.me.email);
  const as = { authorization: `bearer ${hany.token}` };
  const body = { name: 'CCU', specialty: 2, about: '' };
  for (let times = 0; times < 2; times += 1) await environment.send('POST', '/api/teams', body, { ...as, ...sent });
  await environment.send('DELETE', `/api/users/me/sessions/${randomUUID()}`, undefined, as);
  expect((await next(3)).map(({ kind }) => kind)).toEqual(['SignedIn', 'TeamCreated', 'TeamMemberAdded']);
});
