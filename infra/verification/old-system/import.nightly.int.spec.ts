/** The dump of a large hospital, 100,000 reviews, killed in between: its figures, time and memory. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startProduct } from '../test/product.ts';
import { buildWhatChanged } from '../test/started-program.ts';
import { countDump, countsOf, importDump, makeDump, reportedFigures, signIn } from './testing.ts';

const KILLED_AFTER_MS = 45_000;

test('100,000 reviews come over with the figures of the old system', async () => {
  await buildWhatChanged();
  const folder = await mkdtemp(path.join(tmpdir(), 'old-system-'));
  const product = await startProduct({ env: { LOG_LEVEL: 'warn', CAPTCHA: 'off', RATE_LIMIT: 'off' } });
  try {
    const dump = path.join(folder, 'dump');
    await makeDump(dump, { patients: 9_000 });
    const args = ['--from', dump, '--report', path.join(folder, 'report.ndjson')];
    await importDump(product, args, KILLED_AFTER_MS);
    const startedAt = performance.now();
    const finished = await importDump(product, args);
    const importedAt = performance.now();
    expect(finished.code, finished.output).toBe(1);
    const { added, same } = countsOf(finished, 'reviews');
    for (const [index, [team, { admissions: _admissions, ...figures }]] of Object.entries(
      await countDump(dump),
    ).entries()) {
      const token = await signIn(product, `person${index * 6}@old.test`, 'old-pass-1');
      await expect
        .poll(() => reportedFigures(product, token, team), { timeout: 1_800_000, interval: 5_000 })
        .toMatchObject(figures);
    }
    const seconds = (from: number, until: number): string => ((until - from) / 1_000).toFixed(0);
    process.stdout.write(
      `${added} reviews after the kill, ${same} before; imported in ${seconds(startedAt, importedAt)} s, ` +
        `in the reports ${seconds(importedAt, performance.now())} s later\n`,
    );
    expect(countsOf(await importDump(product, args), 'reviews').added).toBe(0);
  } finally {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}, 5_400_000);
