/**
 * `npm run bench:generate -- --scale S [--data-dir DIR] [--seed N]`: writes the event log of a hospital group over five
 * years into an empty data folder.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { grouped, Progress } from 'service-kit/process/progress';
import * as z from 'zod';
import { DATABASE } from '../../../runtime/start/postgres/embedded-postgres.ts';
import { lockDataFolder, masterKeysIn } from '../../../runtime/start/program/data-folder.ts';
import { CannotStart } from '../../../runtime/start/program/start-errors.ts';
import { embeddedPostgres } from '../engines/engines.ts';
import { BENCH_PASSWORD, generate, NotEmpty } from './generate.ts';
import type { LogRequest } from './size.ts';

const Request = z.object({ scale: z.coerce.number().positive().max(1), seed: z.coerce.number().int().min(0) });

async function run(request: LogRequest, dataDir: string): Promise<void> {
  const unlock = await lockDataFolder(dataDir);
  const postgres = await embeddedPostgres(dataDir);
  try {
    const databaseUrl = await postgres.database(DATABASE);
    const [masterKey] = await masterKeysIn(dataDir);
    const progress = new Progress((text) => void process.stderr.write(`${text}\n`));
    const begun = performance.now();
    const events = await generate({ databaseUrl, masterKey, request }, (written) =>
      progress.report(() => `${grouped(written)} events`),
    );
    console.log(`${grouped(events)} events in ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
    console.log(`sign in as team01-pharmacist1@bench.test (the team's admin), … with ${BENCH_PASSWORD}`);
  } finally {
    await postgres.stop();
    await unlock();
  }
}

const { values } = parseArgs({
  options: {
    scale: { type: 'string' },
    seed: { type: 'string', default: '1' },
    'data-dir': { type: 'string', default: '.data/bench' },
  },
});
const asked = Request.safeParse(values);
if (!asked.success) {
  console.error(z.prettifyError(asked.error));
  process.exit(2);
}
try {
  await run(asked.data, resolve(values['data-dir']));
} catch (error) {
  if (!(error instanceof CannotStart || error instanceof NotEmpty)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
