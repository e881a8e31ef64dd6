import { describe, expect, onTestFinished, test } from 'vitest';
import type { Problem, SignedIn, Team } from 'language/contract/entities';
import { mailsTo, newestMail, tokenIn } from '../../testing/mail-inbox.ts';
import { ADMIN_EMAIL, PASSWORD, startTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts';

/** The admin account, which the settings make, has a team: no other account can be made. */
async function start(SIGN_UP: string) {
  const environment = await startTestEnvironment({ SIGN_UP });
  onTestFinished(() => environment.stop());
  const { body: admin } = await environment.send<SignedIn>('POST', '/api/users/login', {
    email: ADMIN_EMAIL,
    password: PASSWORD,
  });
  const as = { authorization: `bearer ${admin.token}` };
  const { body: team } = await environment.send<Team>('POST', '/api/teams', { name: 'A', specialty: 1, about: '' }, as);
  const invite = (email: string) =>
    environment.send('POST', `/api/teams/${team._id}/invitations`, { email, role: 'reader' }, as);
  return { environment, invite };
}
const signUp = ({ send }: TestEnvironment, email: string, invitation?: string) =>
  send<SignedIn & Problem>('POST', '/api/users', {
    firstName: 'New',
    lastName: 'Person',
    email,
    password: PASSWORD,
    ...(invitation === undefined ? {} : { invitation }),
  });

describe('sign-up by invitation', () => {
  test('needs an invitation to the same address', async () => {
    const { environment, invite } = await start('invited');
    expect(await signUp(environment, 'omar@hospital.test')).toMatchObject({
      status: 403,
      body: { reason: 'sign-up-invited' },
    });
    expect((await signUp(environment, 'omar@hospital.test', 'guessed')).body).toMatchObject({
      reason: 'invitation-spent',
    });
    await invite('omar@hospital.test');
    const token = tokenIn(await newestMail(environment, 'omar@hospital.test'));
    expect((await signUp(environment, 'other@hospital.test', token)).status).toBe(403);
    expect(await signUp(environment, 'omar@hospital.test', token)).toMatchObject({
      status: 201,
      body: { emailVerified: true },
    });
  });
});

describe('closed sign-up', () => {
  test('makes no account, also with an invitation, which is mailed to no one without an account', async () => {
    const { environment, invite } = await start('closed');
    expect((await invite('omar@hospital.test')).status).toBe(201);
    expect((await signUp(environment, 'omar@hospital.test')).body).toMatchObject({ reason: 'sign-up-closed' });
    const { rows } = await environment.pool.query<{ id: string }>(
      'select invitation_id as id from accounts.invitation',
    );
    await environment.pool.query(`insert into accounts.invitation_link values (sha256('guessed'), $1)`, [rows[0]!.id]);
    expect((await signUp(environment, 'omar@hospital.test', 'guessed')).body).toMatchObject({
      reason: 'sign-up-closed',
    });
    expect(await mailsTo(environment, 'omar@hospital.test')).toEqual([]);
  });
});
