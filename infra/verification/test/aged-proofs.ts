/** Moves the last proof of every page into the past, as time does (`service-kit/security/session-proofs`). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Product } from './product.ts';

export async function ageProofs({ dataDir }: Pick<Product, 'dataDir'>, minutes: number): Promise<void> {
  const { DATABASE_URL: connectionString } = JSON.parse(await readFile(join(dataDir, 'connections.json'), 'utf8')) as {
    DATABASE_URL: string;
  };
  const database = new Client({ connectionString });
  await database.connect();
  try {
    await database.query('update accounts.session_proof set proven_at = proven_at - make_interval(mins => $1)', [
      minutes,
    ]);
  } finally {
    await database.end();
  }
}
