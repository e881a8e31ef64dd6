/**
 * `npm run bench:rest`: the cost of the product while no one uses it. Transactions a second, CPU of a core and memory, by
 * process, beside a bare Postgres and a bare Node process in the same run. The product has the demo data.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { settingsOf } from '../../test/settings-of.ts';
import { embeddedPostgres, withFolder } from '../engines/engines.ts';
import { atMost } from '../figures.ts';
import { processesOf } from '../processes/process-tree.ts';
import { describeMachine, withProduct } from '../product.ts';
import { atRest } from './at-rest.ts';

/** `BENCH_SECONDS`: how long each is measured. */
const seconds = Number(process.env['BENCH_SECONDS'] ?? 60);
/**
 * `BENCH_SETTLE`: seconds from the end of the start until the measuring. What follows a start is over by then: V8 collects
 * the garbage of the start once, after about 90 s.
 */
const SETTLE = Number(process.env['BENCH_SETTLE'] ?? 120);
const TARGET = { transactions: 5, percentOfCore: 1, pssMb: 400 };
const TIMER = 'setInterval(() => undefined, 1_000)';

await withFolder(async (folder) => {
  describeMachine();
  // A copy: with the same program as this benchmark, both would share its pages and each count for half of them.
  const node = path.join(folder, 'node');
  await copyFile(process.execPath, node);
  const child = spawn(node, ['-e', TIMER], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  await pause(1_000);
  await atRest('Node with one timer a second', { processes: [{ name: 'bare Node', pid: child.pid ?? 0 }], seconds });
  child.kill();
  await ended;

  const postgres = await embeddedPostgres(path.join(folder, 'bare'));
  const databaseUrl = await postgres.database('bare');
  await pause(5_000);
  await atRest('Postgres without a client', { processes: postgres.processes, databaseUrl, seconds });
  await postgres.stop();

  const dataDir = path.join(folder, 'data');
  await withProduct({ dataDir, node, env: { SEED: 'demo' } }, async (product) => {
    const { DATABASE_URL = '' } = await settingsOf(product, 'command-api');
    await pause(SETTLE * 1_000);
    const options = { processes: await processesOf(product), databaseUrl: DATABASE_URL, seconds };
    const { percentOfCore, pssMb, transactions } = await atRest(`the product, ${SETTLE} s after its start`, options);
    atMost('transactions', transactions, TARGET.transactions, 'a second');
    atMost('CPU', percentOfCore, TARGET.percentOfCore, '% of a core');
    atMost('memory', pssMb, TARGET.pssMb, 'MB of proportional set size');
  });
});
