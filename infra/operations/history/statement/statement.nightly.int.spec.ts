/** The command as an operator runs it. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import type { AnchorStatement } from 'service-kit/event-log/anchor-statements';
import { createSeals } from 'service-kit/event-log/seals';
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { openRootKey } from 'service-kit/security/master-keys';
import { createSigning, type Signing } from 'service-kit/security/signing';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementIn } from '#verify-export';
import { runToEnd } from '../../../verification/test/started-program.ts';

let installation: Installation;
let pool: Pool;
let folder: string;
let signing: Signing;
beforeAll(async () => {
  installation = await freshInstallation();
  pool = new Pool({ connectionString: installation.databaseUrl });
  folder = await mkdtemp(join(tmpdir(), 'statement-'));
  await migratePrivateSchema(pool);
  signing = createSigning(await openRootKey(pool, [Buffer.from(installation.masterKey, 'base64')]));
});
afterAll(async () => {
  await pool.end();
  await installation.stop();
  await rm(folder, { recursive: true });
});

const run = (args: readonly string[], masterKey = installation.masterKey) =>
  runToEnd(
    ['infra/dist/operations/history/statement/main.js', ...args],
    { DATABASE_URL: installation.databaseUrl, MASTER_KEY: masterKey },
    folder,
  );

test('a wrong command line, a wrong key and a log without an anchor are answered with a sentence', async () => {
  expect(await run([])).toMatchObject({ code: 64, output: expect.stringContaining('Usage:') });
  expect(await run(['--out', 'x'], Buffer.alloc(32, 1).toString('base64'))).toMatchObject({
    code: 78,
    output: expect.stringContaining('this database needs the key'),
  });
  expect(await run(['--out', 'x'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no anchor yet'),
  });
});

test('it writes the statement and a page with its hash, in both languages', async () => {
  await createSeals(pool).seal(
    [
      {
        stream: 'admission-a',
        revision: 0n,
        id: 'e',
        type: 'PatientAdmitted',
        data: {},
        metadata: { teamId: 'icu' },
        position: { commit: 1n, prepare: 1n },
        created: new Date(),
      },
    ],
    { commit: 1n, prepare: 1n },
  );
  await createSeals(pool).anchor(signing, new Date());
  expect(await run(['--out', 'statements', '--name', 'El Salam <Hospital>'])).toMatchObject({ code: 0 });
  const file = join(folder, 'statements', 'anchor-statement-1');
  const written = await readFile(`${file}.json`, 'utf8');
  expect(statementIn(written, signing.publicKey)).toMatchObject({ number: 1, teams: [{ team: 'icu', number: 1 }] });
  const page = await readFile(`${file}.html`, 'utf8');
  const { hash } = JSON.parse(written) as AnchorStatement;
  for (const group of hash.match(/.{4}/g) ?? []) expect(page).toContain(`<code>${group}</code>`);
  for (const words of ['Anchor statement 1', 'بيان رقم 1 بالبصمات المرجعية', signing.publicKey, '<svg'])
    expect(page).toContain(words);
  expect(page).not.toContain('<Hospital>');
});
