import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer, ConflictProblem, Problem } from 'language/contract/entities';
import type { ListedStatement } from 'language/contract/statements';
import {
  type Answered,
  key,
  openWard,
  startTestEnvironment,
  type TestEnvironment,
  type Ward,
} from '../../testing/test-environment.ts';

let environment: TestEnvironment;
let ward: Ward;
beforeAll(async () => {
  environment = await startTestEnvironment();
  ward = await openWard(environment);
});
afterAll(() => environment.stop());

const dose = (changed: object = {}) => ({
  kind: 'dose',
  root: ward.drug._id,
  routes: [],
  condition: { crcl: { below: 30 } },
  limits: [{ of: 'daily', max: 1, unit: 'mg', isPerKg: true }],
  source: 'FDA label of enoxaparin sodium, 2.3',
  sourceDate: '2026-01-01',
  severity: 'D',
  errType: ward.errType,
  text: '{drug} {daily} daily, CrCl {crcl}: reduce.',
  ...changed,
});
const post = <Body = Answer<ListedStatement>>(path: string, body: object, headers = {}): Promise<Answered<Body>> =>
  ward.admin.post(`/api/statements${path}`, body, headers);

test('a statement is a draft until it is approved, and each new version is one again', async () => {
  const once = key();
  const first = await post('', dose(), once);
  expect(first).toMatchObject({
    status: 201,
    body: { ...dose(), statementVersion: 1, approvedBy: '', state: 'draft', stream: 'catalogue' },
  });
  expect(await post('', dose(), once)).toEqual(first);
  const { _id, version } = first.body;
  const approved = await post(`/${_id}/approve`, { approvedBy: 'Dr. Hany' }, { 'if-match': String(version) });
  expect(approved).toMatchObject({ status: 200, body: { approvedBy: 'Dr. Hany', state: 'useful' } });
  // A statement that was read can be sent back.
  const { stream: _stream, revision, ...read } = approved.body;
  const path = `/api/statements/${_id}`;
  expect((await ward.admin.put<Answer<ListedStatement>>(path, read)).body.version).toBe(version + 1);
  const changed = await ward.admin.put<Answer<ListedStatement>>(path, { ...read, text: 'Less.' });
  expect(changed.body).toMatchObject({ statementVersion: 2, approvedBy: '', approvedAt: '', state: 'draft' });
  const outdated = await post<ConflictProblem>(
    `/${_id}/approve`,
    { approvedBy: 'Dr. Hany' },
    { 'if-match': String(revision) },
  );
  expect(outdated).toMatchObject({ status: 409, body: { current: { statementVersion: 2, text: 'Less.' } } });
  expect(await post(`/${_id}/withdraw`, {})).toMatchObject({ status: 200, body: { state: 'draft' } });
});

test('only the admin account writes or approves one', async () => {
  for (const person of [ward.mona, ward.hany]) expect((await person.post('/api/statements', dose())).status).toBe(403);
  const { _id } = (await post('', dose({ text: 'Another.' }))).body;
  expect((await ward.mona.post(`/api/statements/${_id}/approve`, { approvedBy: 'Mona' })).status).toBe(403);
});

test.each([
  [{ mood: 1 }, 'mood'],
  [{ kind: 'wish' }, 'kind'],
  [{ severity: 'Z' }, 'severity'],
  [{ errType: 'type-9' }, 'errType'],
  [{ source: ' ' }, 'source'],
  [{ text: 'x'.repeat(2_001) }, 'text'],
  [{ limits: [{ of: 'daily', max: 0, unit: 'mg', isPerKg: true }] }, 'limits.0.max'],
  [{ condition: { crcl: { from: 30, below: 20 } } }, 'condition'],
])('%o is refused at its field', async (changed, field) => {
  const { status, body } = await post<Problem>('', dose(changed));
  expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]]);
});
