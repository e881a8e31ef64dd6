import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Team } from 'language/contract/entities';
import { type ProductWithProvider, startProductWithProvider } from '../../testing/single-sign-on.ts';
import type { Caller, TestEnvironment } from '../../testing/test-environment.ts';
import { derivedId } from '../../commands/derived-id.ts';
import { commandIdOf } from '../headers.ts';

/** Teams get their ids from the commands that found them, so the setting can name them before. */
const KEYS = { icu: 'a1f0c8f4-6f0f-4b4e-9d53-3b9a0d6d4b01', ward: 'a1f0c8f4-6f0f-4b4e-9d53-3b9a0d6d4b02' };
let product: ProductWithProvider;
let environment: TestEnvironment;
let mona: Caller;
const teams = { icu: '', ward: '' };

beforeAll(async () => {
  // The id of a team derives from its founder's id, which derives from the sign-up's key.
  const signUp = 'a1f0c8f4-6f0f-4b4e-9d53-3b9a0d6d4b00';
  const monaId = derivedId(commandIdOf(signUp, undefined), 'user');
  const teamId = (key: string): string => derivedId(commandIdOf(key, monaId), 'team');
  teams.icu = teamId(KEYS.icu);
  teams.ward = teamId(KEYS.ward);
  product = await startProductWithProvider({
    OIDC_GROUPS: JSON.stringify({
      '/icu/pharmacists': { team: teams.icu, role: 'pharmacist' },
      '/icu/physicians': { team: teams.icu, role: 'physician' },
      auditors: [
        { team: teams.icu, role: 'auditor' },
        { team: teams.ward, role: 'auditor' },
      ],
      nowhere: { team: 'no-such-team', role: 'reader' },
    }),
  });
  ({ environment } = product);
  mona = await environment.signUp('Mona', { 'idempotency-key': signUp });
  for (const name of ['icu', 'ward'] as const)
    await mona.post<Team>('/api/teams', { name, specialty: 1, about: '' }, { 'idempotency-key': KEYS[name] });
});
afterAll(() => product.stop());

/** Signs the person in with these groups. @returns their user id */
async function signInWith(name: string, groups: unknown): Promise<string> {
  const { status, body } = await product.signIn(product.person(name, { groups }));
  expect(status).toBe(200);
  return body._id;
}
/** The team's events about the person, with their actors. */
async function eventsOf(team: string, userId: string): Promise<[type: string, actor: string, role?: string][]> {
  return (await environment.events(`team-${team}`))
    .filter(({ data }) => (data as { userId?: string }).userId === userId)
    .map(({ type, data, metadata }) => {
      const { role } = data as { role?: string };
      const { actorId, command } = metadata;
      const actor = actorId === userId && command === 'ApplyGroups' ? 'their sign-in' : 'by hand';
      return role === undefined ? [type, actor] : [type, actor, role];
    });
}

test('a person joins the teams of their groups, changes with them, and leaves with them', async () => {
  const userId = await signInWith('amal', ['/icu/physicians', 'others']);
  expect(await eventsOf(teams.icu, userId)).toEqual([['TeamMemberAdded', 'their sign-in', 'physician']]);
  expect(await eventsOf(teams.ward, userId)).toEqual([]);

  await signInWith('amal', ['/icu/physicians', 'others']);
  expect(await eventsOf(teams.icu, userId)).toHaveLength(1);

  await signInWith('amal', ['auditors', '/icu/physicians', '/icu/pharmacists']);
  expect((await eventsOf(teams.icu, userId)).slice(1)).toEqual([
    ['TeamMemberRoleChanged', 'their sign-in', 'pharmacist'],
    ['TeamAuditorAppointed', 'their sign-in'],
  ]);
  expect(await eventsOf(teams.ward, userId)).toEqual([
    ['TeamMemberAdded', 'their sign-in', 'reader'],
    ['TeamAuditorAppointed', 'their sign-in'],
  ]);

  await signInWith('amal', undefined);
  for (const team of [teams.icu, teams.ward])
    expect((await eventsOf(team, userId)).at(-1)).toEqual(['TeamMemberRemoved', 'their sign-in']);
});

test('one group may come as a text', async () => {
  const userId = await signInWith('badr', '/icu/pharmacists');
  expect(await eventsOf(teams.icu, userId)).toEqual([['TeamMemberAdded', 'their sign-in', 'pharmacist']]);
});

test('a member whom the team admin added by hand stays as they are', async () => {
  const userId = await signInWith('dalia', []);
  expect((await mona.post(`/api/teams/${teams.icu}/members`, { email: 'dalia@hospital.test' })).status).toBe(201);
  await signInWith('dalia', ['/icu/physicians']);
  await signInWith('dalia', []);
  expect(await eventsOf(teams.icu, userId)).toEqual([['TeamMemberAdded', 'by hand', 'pharmacist']]);
});

test('sign-ins at the same moment write once', async () => {
  product.person('ehab', { groups: ['/icu/pharmacists', 'auditors'] });
  const answers = await Promise.all(Array.from({ length: 5 }, () => product.signIn('ehab')));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect((await eventsOf(teams.icu, answers[0]!.body._id)).map(([type]) => type)).toEqual([
    'TeamMemberAdded',
    'TeamAuditorAppointed',
  ]);
});

test('a team that does not exist is logged, and the sign-in goes on', async () => {
  await signInWith('farid', ['nowhere']);
  expect(environment.logged()).toContain('a group gives no membership of this team');
});

test('groups that the provider does not list are no empty list: the sign-in is refused and changes nothing', async () => {
  const userId = await signInWith('gamal', ['/icu/pharmacists']);
  const { status, body } = await product.signIn(product.person('gamal', { _claim_names: { groups: 'src1' } }));
  expect([status, body.reason]).toEqual([403, 'provider-groups-missing']);
  expect(await eventsOf(teams.icu, userId)).toHaveLength(1);
});
