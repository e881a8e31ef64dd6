/**
 * `npm run reset-second-factor`: builds what changed, then runs the command (command-api/src/reset-second-factor.ts) in
 * this process. Without DATABASE_URL it works beside the product that `npm start` runs on DATA_DIR.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';

build({ ifChanged: true });
if (!process.env.DATABASE_URL && !process.env.DATABASE_URL_FILE) {
  const dataDir = process.env.DATA_DIR || '.data';
  try {
    const { DATABASE_URL } = JSON.parse(readFileSync(join(dataDir, 'connections.json'), 'utf8'));
    process.env.DATABASE_URL = DATABASE_URL;
  } catch {
    process.stderr.write(`No product was started on ${dataDir}. Start it, or set DATABASE_URL.\n`);
    process.exit(78);
  }
}
await import('command-api/reset-second-factor');
