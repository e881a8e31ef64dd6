/**
 * `npm run rebuild`: builds what changed, then runs the command (projections/src/rebuild.ts) in this process. Without
 * DATABASE_URL it works beside the product that `npm start` runs on DATA_DIR.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';

build({ ifChanged: true });
if (!process.env.DATABASE_URL && !process.env.DATABASE_URL_FILE) {
  const dataDir = process.env.DATA_DIR || '.data';
  try {
    const embedded = JSON.parse(readFileSync(join(dataDir, 'connections.json'), 'utf8'));
    Object.assign(process.env, { ...embedded, ...process.env });
    if (!process.env.MASTER_KEY && !process.env.MASTER_KEY_FILE) {
      process.env.MASTER_KEY = readFileSync(join(dataDir, 'master.key'), 'utf8').trim();
      // While the master key is changed.
      const previous = join(dataDir, 'previous-master.key');
      if (existsSync(previous)) process.env.MASTER_KEY_PREVIOUS = readFileSync(previous, 'utf8').trim();
    }
  } catch {
    process.stderr.write(`No product was started on ${dataDir}. Start it, or set DATABASE_URL and EVENTSTORE_URL.\n`);
    process.exit(78);
  }
}
await import('projections/rebuild');
