import type { NewerSecurityLines, SecurityLine, SecurityLogPage } from 'language/contract/security-log';
import { parse } from 'csv-parse/sync';
import { readXlsx, shownIn } from '../../testing/read-xlsx.ts';
import { checkSecurityLog } from 'service-kit/security-log/check';
import { recordSecurityEvent, type SecurityEvent } from 'service-kit/security-log/record';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts';

const LOG = '/api/security-log';
let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
  const record = (event: SecurityEvent) => recordSecurityEvent(environment.rows, event);
  const at = (text: string) => new Date(text);
  const firefox = { address: '10.0.0.7', device: 'Firefox on Windows' };
  await record({
    kind: 'SignedIn',
    by: 'person',
    actorId: 'mona',
    data: { way: 'password' },
    origin: firefox,
    at: at('2026-03-01T08:00:00Z'),
  });
  await record({
    kind: 'SignInRefused',
    by: 'unknown',
    userId: 'mona',
    data: { reason: 'wrong-login', attempts: 1 },
    origin: { address: '=10.0.0.9' },
    at: at('2026-03-02T21:30:00Z'),
  });
  await record({
    kind: 'TeamMemberAdded',
    by: 'person',
    actorId: 'mona',
    userId: 'karim',
    teamId: 'icu',
    data: { role: 'reader' },
    at: at('2026-03-03T08:00:00Z'),
  });
  await record({
    kind: 'PatientDeleted',
    by: 'person',
    actorId: 'mona',
    teamId: 'icu',
    patientId: 'pat-1',
    data: {},
    at: at('2026-03-04T08:00:00Z'),
  });
  await record({ kind: 'SecondFactorReset', by: 'operator', userId: 'dina', data: {}, at: at('2026-03-05T08:00:00Z') });
});
afterAll(() => environment.stop());

const asSami = () => ({ token: environment.tokens.sami });
const found = async (query = ''): Promise<readonly SecurityLine[]> => {
  const { status, body } = await environment.get(`${LOG}?${query}`, asSami());
  expect(status).toBe(200);
  return (body as SecurityLogPage).lines.filter(({ kind }) => !kind.startsWith('SecurityLog'));
};
const kinds = async (query: string) => (await found(query)).map(({ kind }) => kind);

test("is the admin account's alone", async () => {
  for (const path of [LOG, `${LOG}/export.csv`, `${LOG}/export.xlsx`]) {
    for (const token of [environment.tokens.mona, environment.tokens.karim, environment.tokens.dina])
      expect((await environment.get(path, { token })).status).toBe(403);
    expect((await environment.get(path)).status).toBe(401);
  }
});

test('has names of people and teams beside the ids, and no name of a patient', async () => {
  const lines = await found();
  expect(lines.map(({ kind }) => kind)).toEqual([
    'SecondFactorReset',
    'PatientDeleted',
    'TeamMemberAdded',
    'SignInRefused',
    'SignedIn',
  ]);
  expect(lines[2]).toMatchObject({
    number: 3,
    at: '2026-03-03T08:00:00.000Z',
    group: 'team',
    isRefused: false,
    by: 'person',
    actor: { _id: 'mona', name: 'Mona Adel' },
    user: { _id: 'karim', name: 'Karim Nabil' },
    team: { _id: 'icu', name: 'Adult ICU' },
    data: { role: 'reader' },
  });
  expect(lines[1]).toMatchObject({ patient: 'pat-1', user: null });
  expect(JSON.stringify(lines)).not.toContain('أحمد');
});

describe('is searched', () => {
  test.each([
    ['the group', 'group=team', ['TeamMemberAdded']],
    ['the kind', 'kind=SignedIn', ['SignedIn']],
    ['the outcome', 'outcome=refused', ['SignInRefused']],
    ['group and outcome', 'group=signIn&outcome=done', ['SignedIn']],
    ['a kind and a group that do not go together', 'group=team&kind=SignedIn', []],
    ['a name', 'person=karim', ['TeamMemberAdded']],
    ['a name in another spelling', 'person=Kareem', ['TeamMemberAdded']],
    ['an e-mail', 'person=MONA@example.org', ['PatientDeleted', 'TeamMemberAdded', 'SignInRefused', 'SignedIn']],
    ['an id', 'person=dina', ['SecondFactorReset']],
    ['a sign that SQL reads', 'person=%25', []],
    ['a team', 'team=icu', ['PatientDeleted', 'TeamMemberAdded']],
    ['an address', 'address=10.0.0.7', ['SignedIn']],
    ['days of the hospital', 'from=2026-03-02&to=2026-03-03', ['TeamMemberAdded', 'SignInRefused']],
  ])('by %s', async (_name, query, expected) => {
    expect(await kinds(query)).toEqual(expected);
  });

  test('by an e-mail that no account has', async () => {
    const email = 'stranger@elsewhere.test';
    const { body } = await environment.get(`${LOG}?person=${email}`, asSami());
    expect((body as SecurityLogPage).lines).toEqual([]);
  });

  test.each(['kind=Nothing', 'group=x', 'outcome=x', 'from=2026-03-05&to=2026-03-01', 'cursor=x', 'asOf=2026-01-01'])(
    'not with %s',
    async (query) => expect((await environment.get(`${LOG}?${query}`, asSami())).status).toBe(400),
  );
});

test('pages follow each other, and newer lines are counted', async () => {
  for (let n = 0; n < 60; n += 1)
    await recordSecurityEvent(environment.rows, { kind: 'SignedOut', by: 'person', actorId: 'karim', data: {} });
  const first = (await environment.get(`${LOG}?kind=SignedOut`, asSami())).body as SecurityLogPage;
  const second = (await environment.get(`${LOG}?kind=SignedOut&cursor=${first.next}`, asSami()))
    .body as SecurityLogPage;
  expect([first.lines.length, second.lines.length, second.next]).toEqual([50, 10, undefined]);
  const numbers = [...first.lines, ...second.lines].map(({ number }) => number);
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
  const newer = async (query: string) =>
    ((await environment.get(`${LOG}?${query}`, asSami())).body as NewerSecurityLines).newer;
  expect(await newer(`kind=SignedOut&newerThan=${numbers[0]}`)).toBe(0);
  expect(await newer(`kind=SignedOut&newerThan=${numbers[7]}`)).toBe(7);
  expect(first.teams).toEqual([
    { _id: 'icu', name: 'Adult ICU' },
    { _id: 'ccu', name: 'Heart unit' },
  ]);
});

test('the CSV has each line, with what a spreadsheet would calculate as text, and is a line itself', async () => {
  const { status, body } = await environment.get(`${LOG}/export.csv?bom=0&to=2026-03-05`, asSami());
  expect(status).toBe(200);
  const lines = parse(body as string, { columns: true }) as Record<string, string>[];
  expect(lines.map((line) => line['What'])).toEqual([
    'SecondFactorReset',
    'PatientDeleted',
    'TeamMemberAdded',
    'SignInRefused',
    'SignedIn',
  ]);
  expect(lines[3]).toMatchObject({
    Outcome: 'refused',
    'Network address': "'=10.0.0.9",
    Details: 'reason=wrong-login; attempts=1',
  });
  const arabic = await environment.get(`${LOG}/export.csv?bom=0&language=ar&kind=SignedIn`, asSami());
  expect(arabic.body).toMatch(/^الرقم,/);
});

test('the Excel file has each line, with its number and times as such, and is a line itself', async () => {
  const answer = await fetch(`${environment.url}${LOG}/export.xlsx?to=2026-03-05&language=ar`, {
    headers: { authorization: `bearer ${environment.tokens.sami}` },
  });
  const { rows, isRightToLeft } = readXlsx(Buffer.from(await answer.arrayBuffer()));
  expect(isRightToLeft).toBe(true);
  expect(rows.slice(1).map((row) => row[3]?.value)).toEqual([
    'SecondFactorReset',
    'PatientDeleted',
    'TeamMemberAdded',
    'SignInRefused',
    'SignedIn',
  ]);
  expect(rows[4]?.[0]).toEqual({ value: expect.any(Number), format: '' });
  expect(shownIn(rows[4]?.[1])).toMatch(/^2026-03-/);
  expect(rows[4]?.[15]).toEqual({ value: '=10.0.0.9', format: '@' });
});

test('reads within a quarter of an hour are one line, each export is one, and the chain holds', async () => {
  const { rows } = await environment.rows.query<{ kind: string; actor_id: string; lines: number }>(
    `select kind, actor_id, count(*)::int as lines from accounts.security_line
     where kind like 'SecurityLog%' group by kind, actor_id order by kind`,
  );
  expect(rows).toEqual([
    { kind: 'SecurityLogExported', actor_id: 'sami', lines: 3 },
    { kind: 'SecurityLogRead', actor_id: 'sami', lines: expect.toSatisfy((lines: number) => lines <= 2) },
  ]);
  expect((await checkSecurityLog(environment.rows)).broken).toBeUndefined();
});

test('the look of the admin account into all teams, and an export of a team, have where they came from', async () => {
  expect((await environment.get('/api/drug-use?tag=tag-renal', asSami())).status).toBe(200);
  await environment.get('/api/drug-use?tag=tag-renal', asSami());
  expect((await kinds('group=admin')).filter((kind) => kind === 'DrugUseOfAllTeamsRead')).toHaveLength(1);
  await environment.rows.query(`update accounts.session set address = '10.3.3.3' where user_id = 'mona'`);
  await environment.get('/api/reviews/export.csv?team=icu&startDate=2000-01-01&endDate=2099-12-31', {
    token: environment.tokens.mona,
  });
  const { rows } = await environment.rows.query(
    `select o.address from accounts.command_origin o join accounts.access_note n on n.note_id = o.command_id
     where n.kind = 'ReviewsExported'`,
  );
  expect(rows).toEqual([{ address: '10.3.3.3' }]);
});

test('a transfer has the name of the other team, and the id of one that has no row', async () => {
  const transfer = (otherTeam: string): SecurityEvent => ({
    kind: 'TransferOffered',
    by: 'person',
    actorId: 'mona',
    teamId: 'icu',
    data: { otherTeam },
    at: new Date('2026-02-01T08:00:00Z'),
  });
  for (const team of ['ccu', 'gone']) await recordSecurityEvent(environment.rows, transfer(team));
  const query = 'kind=TransferOffered';
  expect((await found(query)).map(({ team, otherTeam, data }) => [team?.name, otherTeam, data['otherTeam']])).toEqual([
    ['Adult ICU', { _id: 'gone', name: '' }, 'gone'],
    ['Adult ICU', { _id: 'ccu', name: 'Heart unit' }, 'ccu'],
  ]);
  expect((await found('kind=SignedIn')).map(({ otherTeam }) => otherTeam)).toEqual([null]);
  const { body } = await environment.get(`${LOG}/export.csv?bom=0&${query}`, asSami());
  const rows = parse(body as string, { columns: true }) as Record<string, string>[];
  expect(rows.map((row) => [row['Team'], row['Other team'], row['Details']])).toEqual([
    ['Adult ICU', 'gone', 'otherTeam=gone'],
    ['Adult ICU', 'Heart unit', 'otherTeam=ccu'],
  ]);
});

test('in a page the CSV needs a fresh proof of who is there, and the lines do not', async () => {
  await environment.rows.query(
    `insert into accounts.session_proof (session_id, proven_at)
     select session_id, now() - interval '11 minutes' from accounts.session where user_id = 'sami'`,
  );
  onTestFinished(async () => void (await environment.rows.query('delete from accounts.session_proof')));
  expect(await environment.get(`${LOG}/export.csv`, asSami())).toMatchObject({
    status: 403,
    body: { reason: 'proof-needed' },
  });
  expect((await environment.get(LOG, asSami())).status).toBe(200);
});
