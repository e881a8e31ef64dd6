import type { ListedStatement } from 'language/contract/statements';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestEnvironment, startTestEnvironment } from '../../testing/test-environment.ts';

let environment: TestEnvironment;
const content = {
  kind: 'duplicate',
  agent: 'same',
  exceptions: [],
  source: 'A label',
  sourceDate: '2025-01-01',
  severity: 'C',
  errType: 'dose',
  text: '{drug}: twice.',
};
beforeAll(async () => {
  environment = await startTestEnvironment();
  await environment.rows.query(
    /* sql */ `
    insert into statement (statement_id, content, statement_version, approved_by, approved_at, position, version) values
      ('draft', $1, 3, '', null, 4, 9),
      ('noise', $1, 2, 'Dr. Hany', '2025-02-01T10:00:00Z', 2, 7),
      ('off', $1, 1, 'Dr. Hany', '2025-02-01T10:00:00Z', 3, 8),
      ('few', $1, 1, 'Dr. Hany', '2025-02-01T10:00:00Z', 5, 10)`,
    [content],
  );
  const decide = (statement: string, version: number, kind: string, count: number, day = '2025-02-02') =>
    environment.rows.query(
      /* sql */ `
      insert into finding_decision
      select 'adm-1', concat_ws(' ', $1::text, $2::int, $3::text, $5::text, n), 'key', 'print', $1, $2, $3,
             case when $3 = 'deferred' then '2025-03-01'::date end, '', '', 'mona', $5::timestamptz, n
      from generate_series(1, $4::int) n`,
      [statement, version, kind, count, day],
    );
  await decide('noise', 2, 'taken', 3);
  await decide('noise', 2, 'dismissed', 7);
  await decide('noise', 2, 'deferred', 2);
  // The version before, and the time before the approval, do not count.
  await decide('noise', 1, 'taken', 20);
  await decide('noise', 2, 'taken', 20, '2025-02-01T09:59:59Z');
  await decide('off', 1, 'dismissed', 10);
  await decide('few', 1, 'dismissed', 9);
  await environment.rows.query(/* sql */ `
    insert into reading.finding_shown values
      ('adm-1', 'noise', 2, 'one', '2025-02-02'), ('adm-0', 'noise', 2, 'one', '2025-02-02'),
      ('adm-1', 'noise', 2, 'old', '2025-01-31'), ('adm-1', 'noise', 1, 'one', '2025-02-02')`);
});
afterAll(() => environment.stop());

const list = async (token = environment.tokens.karim, url = environment.url) =>
  (await (
    await fetch(`${url}/api/statements`, { headers: { authorization: `bearer ${token}` } })
  ).json()) as ListedStatement[];

test('statements come in the order of writing, with their use since the approval of the version', async () => {
  const all = await list();
  expect(all.map(({ _id, state, use }) => [_id, state, use])).toEqual([
    ['noise', 'noise', { shown: 2, taken: 3, deferred: 2, dismissed: 7 }],
    ['off', 'off', { shown: 0, taken: 0, deferred: 0, dismissed: 10 }],
    ['draft', 'draft', { shown: 0, taken: 0, deferred: 0, dismissed: 0 }],
    ['few', 'useful', { shown: 0, taken: 0, deferred: 0, dismissed: 9 }],
  ]);
  const { use: _use, ...noise } = all[0]!;
  expect(noise).toEqual({
    ...content,
    _id: 'noise',
    statementVersion: 2,
    approvedBy: 'Dr. Hany',
    approvedAt: '2025-02-01T10:00:00.000Z',
    state: 'noise',
    version: 7,
  });
});

test('with PROPOSALS=off pages are told, and only the admin account reads the statements', async () => {
  const off = await environment.another(undefined, undefined, { PROPOSALS: 'off' });
  try {
    expect(await (await fetch(`${off.url}/api/config/`)).json()).toMatchObject({ proposals: false });
    expect(await list(environment.tokens.karim, off.url)).toEqual([]);
    expect(await list(environment.tokens.sami, off.url)).toHaveLength(4);
  } finally {
    await off.stop();
  }
});

test('the decisions of a chart are its team’s, in their order', async () => {
  await environment.rows.query(/* sql */ `
    insert into finding_decision values
      ('adm-0', 'h2', 's-1 m-1', '[1]', 's-1', 1, 'taken', null, '', 'ent-1', 'mona', '2025-02-03T08:00:00Z', 8),
      ('adm-0', 'h1', 's-1 m-1', '[2]', 's-1', 1, 'deferred', '2025-02-09', '', '', 'karim', '2025-02-02T08:00:00Z', 7)`);
  const path = '/api/admissions/adm-0/findings';
  expect((await environment.get(path, { token: environment.tokens.karim })).body).toEqual({
    admission: 'adm-0',
    decisions: [
      {
        key: 's-1 m-1',
        fingerprint: '[2]',
        statementId: 's-1',
        statementVersion: 1,
        kind: 'deferred',
        until: '2025-02-09',
        reason: '',
        entryId: '',
        userId: 'karim',
        userName: expect.stringContaining('Karim'),
        at: '2025-02-02T08:00:00.000Z',
      },
      expect.objectContaining({ kind: 'taken', entryId: 'ent-1', until: null }),
    ],
  });
  expect((await environment.get(path, { token: environment.tokens.sami })).status).toBe(404);
});
