/** An import of a table while the product is killed: the same rows again, and nothing is lost or doubled. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Team } from 'language/contract/entities';
import { importLimits, type ImportedRows } from 'language/contract/imports';
import { expect, test } from 'vitest';
import { signIn, signUp } from '../../runtime/seed/api-client.ts';
import { startProduct } from '../test/product.ts';

const ROWS = 600;
const account = { firstName: 'Mona', lastName: 'Hassan', email: 'mona@import.test', phone: '', password: 'import-1' };
const env = { CAPTCHA: 'off', RATE_LIMIT: 'off', LOG_LEVEL: 'warn' };
const rows = Array.from({ length: ROWS }, (_, at) => ({
  row: at + 2,
  values: { medicalRecordNumber: `N${at}`, fullName: `Patient Number ${at}`, birthdate: '1980-05-20' },
}));
const batches = Array.from({ length: ROWS / importLimits.rowsAtOnce }, (_, at) =>
  rows.slice(at * importLimits.rowsAtOnce, (at + 1) * importLimits.rowsAtOnce),
);

test('a table whose import is killed goes on from the same file, and the file again adds nothing', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'table-import-'));
  let product = await startProduct({ dataDir, env });
  try {
    let mona = await signUp(product.url, account);
    const { _id: team } = await mona.send<Team>('POST', '/api/teams', 'team', { name: 'ICU', specialty: 1, about: '' });
    const send = (batch: (typeof batches)[number]): Promise<ImportedRows> =>
      mona.send('POST', '/api/imports/rows', randomUUID(), { team, kind: 'patients', isTrial: false, rows: batch });
    /** The outcomes of the whole file, with how often each came. */
    const all = async (): Promise<Record<string, number>> => {
      const counts: Record<string, number> = {};
      for (const batch of batches)
        for (const { outcome } of (await send(batch)).rows) counts[outcome] = (counts[outcome] ?? 0) + 1;
      return counts;
    };
    await send(batches[0] ?? []);
    // The answer of a part that is under way is lost.
    const lost = send(batches[1] ?? []).catch(() => undefined);
    await new Promise((done) => setTimeout(done, 150));
    process.kill(await product.processOf('product'), 'SIGKILL');
    await lost;
    await product.stop();

    product = await startProduct({ dataDir, env });
    mona = await signIn(product.url, account.email, account.password);
    const { added = 0, same = 0, ...others } = await all();
    expect({ rows: added + same, others }).toEqual({ rows: ROWS, others: {} });
    expect(same).toBeGreaterThanOrEqual(importLimits.rowsAtOnce);
    expect(await all()).toEqual({ same: ROWS });
    const total = async () => (await mona.get<{ total: number }>(`/api/patients/team/${team}?pageNumber=1`)).total;
    await expect.poll(total, { timeout: 60_000 }).toBe(ROWS);
  } finally {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}, 240_000);
