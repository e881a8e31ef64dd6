/** `npm run make:data-folder -- <name>`: keeps a data folder that this version of the product writes (README.md). */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from 'service-kit/process/logger';
import { Client } from 'pg';
import { freePort } from 'service-kit/process/free-port';
import { DATABASE, startPostgres } from '../../../runtime/start/postgres/embedded-postgres.ts';
import { startProduct } from '../product.ts';
import { root } from '../started-program.ts';
import { pack } from './archive.ts';
import { admin, writeSampleData } from './sample-data.ts';

const name = process.argv[2];
if (!name) throw new Error('Give the folder a name, such as 2026-11');
const target = join(root, 'infra/verification/test/data-folders', name);

const dataDir = await mkdtemp(join(tmpdir(), 'data-folder-'));
try {
  const env = { CAPTCHA: 'off', RATE_LIMIT: 'off', ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
  const product = await startProduct({ dataDir, env });
  const kept = await writeSampleData(product.url);
  await product.stop();
  await shrink(dataDir);
  await pack(dataDir, `${target}.tar.br`);
  await writeFile(`${target}.json`, `${JSON.stringify(kept, null, 2)}\n`);
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

/** Rewrites the tables without dead rows, and begins a new file of the write-ahead log without the old ones. */
async function shrink(folder: string): Promise<void> {
  const postgres = await startPostgres({
    dataDir: folder,
    port: await freePort(),
    logger: createLogger('data-folder', 'warn'),
  });
  const client = new Client(postgres.url(DATABASE));
  await client.connect();
  const settings = { wal_recycle: 'off', min_wal_size: '32MB' };
  for (const [setting, value] of Object.entries(settings))
    await client.query(`alter system set ${setting} = '${value}'`);
  await client.query('select pg_reload_conf()');
  await client.query('vacuum full');
  for (let round = 0; round < 2; round += 1) {
    await client.query('checkpoint');
    await client.query('select pg_switch_wal()');
  }
  await client.query('alter system reset all');
  await client.query('checkpoint');
  await client.end();
  await postgres.stop();
}
