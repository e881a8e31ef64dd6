/** Where the actions of an operator are recorded: of the settings, or of the product on DATA_DIR. */
import { resolve } from 'node:path';
import type { OperatorsPlace } from 'service-kit/security-log/operator-actions';
import { readConnections } from '../start/program/connections-file.ts';

export async function operatorsPlaceOf(env: NodeJS.ProcessEnv): Promise<OperatorsPlace> {
  const dataDir = resolve(env['DATA_DIR'] || '.data');
  const { DATABASE_URL } = await readConnections(dataDir);
  return { databaseUrl: env['DATABASE_URL'] || DATABASE_URL, dataDir };
}
