import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newestMail, tokenIn } from '../testing/mail-inbox.ts';
import {
  ADMIN_EMAIL,
  type Caller,
  openWard,
  startTestEnvironment,
  type TestEnvironment,
  type Ward,
} from '../testing/test-environment.ts';

describe('the right of the admin account', () => {
  let environment: TestEnvironment;
  beforeAll(async () => {
    // The account is made by a sign-up if ADMIN_PASSWORD is not set, and a mailed link proves it.
    environment = await startTestEnvironment({ ADMIN_PASSWORD: '' });
  });
  afterAll(() => environment.stop());

  const addErrorType = async (who: Caller, label: string) => (await who.post('/api/errtypes', { label })).status;
  const confirmEmail = async (who: Caller) =>
    who.post('/api/users/confirmEmail', { token: tokenIn(await newestMail(environment, who.me.email)) });

  test('comes with ADMIN_EMAIL once it is confirmed, and with no other confirmed e-mail', async () => {
    const [admin, other] = [await environment.signUp('Admin'), await environment.signUp('Other')];
    expect(admin.me.email).toBe(ADMIN_EMAIL);
    expect(await addErrorType(admin, 'Too early')).toBe(403);
    for (const who of [admin, other]) expect((await confirmEmail(who)).status).toBe(200);
    expect(await addErrorType(admin, 'Dose too high')).toBe(201);
    expect(await addErrorType(other, 'Not theirs')).toBe(403);
  });
});

describe('the rights in a team', () => {
  let environment: TestEnvironment;
  let ward: Ward;
  beforeAll(async () => {
    environment = await startTestEnvironment();
    ward = await openWard(environment);
  });
  afterAll(() => environment.stop());

  test('are none for a disabled member', async () => {
    const patient = { team: ward.team._id, firstName: 'A', birthdate: '1990-01-01' };
    const switchOmar = (disabled: boolean) =>
      ward.mona.put(`/api/teams/${ward.team._id}/members/${ward.omar.me._id}`, { disabled });
    await switchOmar(true);
    expect((await ward.omar.post('/api/patients', patient)).status).toBe(404);
    await switchOmar(false);
    expect((await ward.omar.post('/api/patients', patient)).status).toBe(201);
  });

  test('are not those of an author for an admin who is no member', async () => {
    const review = await ward.addReview();
    const edit = (clinicalNote: string) =>
      ward.mona.put(`/api/reviews/updateRevHead/${review._id}`, { reviewDate: '2025-03-02', clinicalNote });
    expect((await edit('as a member')).status).toBe(200);
    // No command does this.
    const stream = `team-${ward.team._id}`;
    const last = (await environment.log.readLast(stream))!;
    await environment.log.append(stream, last.revision, [
      { id: randomUUID(), type: 'TeamMemberRemoved', data: { userId: ward.mona.me._id }, metadata: last.metadata },
    ]);
    // The process that is running was not told of the event.
    await environment.restartOn(environment.installation.eventstoreUrl);
    expect((await edit('as no member')).status).toBe(403);
  });
});
