import type { TeamInvitation } from 'language/contract/invitations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestEnvironment, startTestEnvironment } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
  await environment.rows.query(/* sql */ `
    insert into accounts.invitation (invitation_id, team_id, email, role, invited_by, sent_at, expires_at, joined_at) values
      (gen_random_uuid(), 'icu', 'first@example.org', 'reader', 'mona', '2025-02-01T08:00:00Z', '2025-02-08T08:00:00Z', null),
      (gen_random_uuid(), 'icu', 'second@example.org', 'pharmacist', 'sami', '2025-02-02T08:00:00Z', '2025-02-09T08:00:00Z', null),
      (gen_random_uuid(), 'icu', 'joined@example.org', 'reader', 'mona', '2025-02-01T08:00:00Z', '2025-02-08T08:00:00Z', now()),
      (gen_random_uuid(), 'ccu', 'third@example.org', 'reader', 'sami', '2025-02-03T08:00:00Z', '2025-02-10T08:00:00Z', null);
    insert into team (team_id, name, specialty, about, admin_id, admin_email, version)
    values ('ward', 'Ward 7', 3, '', 'karim', 'karim@example.org', 0);`);
});
afterAll(() => environment.stop());

const ask = (token: string, team: string, header?: string) =>
  environment.get(`/api/teams/${team}/invitations`, { token, ...(header === undefined ? {} : { team: header }) });
const addresses = async (token: string, team: string, header?: string): Promise<string[]> => {
  const { status, body } = await ask(token, team, header);
  expect(status).toBe(200);
  return (body as TeamInvitation[]).map(({ email }) => email);
};

test("a team's admin and the admin account list the open invitations of the team, the newest first", async () => {
  const { mona, sami } = environment.tokens;
  for (const who of [mona, sami])
    expect(await addresses(who, 'icu')).toEqual(['second@example.org', 'first@example.org']);
  expect(await addresses(sami, 'ccu')).toEqual(['third@example.org']);
  expect(await addresses(environment.tokens.karim, 'ward')).toEqual([]);
});

test('a member who is the admin of another team does not list them, and a stranger learns nothing', async () => {
  const { mona, karim } = environment.tokens;
  expect((await ask(karim, 'icu')).status).toBe(403);
  expect((await ask(mona, 'ccu')).status).toBe(404);
});

test('the admin account names a team that exists, and no other one in the team header', async () => {
  const { sami } = environment.tokens;
  expect((await ask(sami, 'unknown')).status).toBe(404);
  expect((await ask(sami, 'icu', 'ccu')).status).toBe(403);
  expect(await addresses(sami, 'icu', 'icu')).toHaveLength(2);
});
