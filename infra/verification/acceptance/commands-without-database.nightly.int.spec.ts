/** The operator's commands where Postgres does not answer: a sentence and an exit code, and no stack trace. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runToEnd } from '../test/started-program.ts';

const AWAY = 'Postgres does not answer. Start the product, or see that DATABASE_URL names its database.';
/** No server listens on port 1. */
const env = {
  NODE_OPTIONS: '--disable-warning=DEP0123',
  DATABASE_URL: 'postgres://127.0.0.1:1/none',
  EVENTSTORE_URL: 'esdb://127.0.0.1:1?tls=false',
  MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
};
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commands-'));
});
afterAll(() => rm(folder, { recursive: true }));

const run = (program: string, args: readonly string[], more: NodeJS.ProcessEnv = {}) =>
  runToEnd([program, ...args], { ...env, ...more }, folder);

test.each<[program: string, args: string[], code: number]>([
  ['infra/dist/operations/keys/main.js', ['status'], 1],
  ['infra/dist/operations/keys/main.js', ['rotate'], 1],
  ['infra/dist/operations/keys/main.js', ['escrow', '--out', 'escrow'], 1],
  ['infra/dist/operations/security-log/main.js', ['--check'], 69],
  ['infra/dist/operations/history/statement/main.js', ['--out', 'statements'], 1],
  ['infra/dist/operations/backup/backup-main.js', ['--to', 'backup'], 1],
  ['infra/dist/operations/backup/backup-main.js', ['--erasures', 'ledger'], 1],
  ['command-api/dist/reset-second-factor.js', ['mona@hospital.test'], 1],
  ['projections/dist/rebuild.js', [], 1],
])('%s %j', async (program, args, code) => {
  const { code: ended, output } = await run(program, args);
  expect([ended, output.trim().split('\n').at(-1)]).toEqual([code, AWAY]);
  expect(output).not.toMatch(/^\s+at /m);
});

test('unparking a stream says it in its log', async () => {
  const { code, output } = await run('projections/dist/unpark.js', ['clinical', 'admission-1']);
  expect([code, output]).toEqual([1, expect.stringContaining(AWAY)]);
  expect(output).not.toMatch(/^\s+at /m);
});

test('a wrong setting of the reset of a second factor ends with a sentence', async () => {
  const { code, output } = await run('command-api/dist/reset-second-factor.js', ['mona@hospital.test'], {
    DATABASE_URL: 'here',
  });
  expect([code, output]).toEqual([78, expect.stringContaining('DATABASE_URL: must be an address')]);
});

test('reading the event log names the server that does not answer', async () => {
  const { code, output } = await run('infra/dist/operations/events/main.js', ['read', 'team-1']);
  expect([code, output]).toEqual([1, expect.stringMatching(/^No event log answers at 127\.0\.0\.1:1\./)]);
});
