/** Checks that this program can work on the stored data. Each program asks before it writes. */
import type { Client, Pool, PoolClient } from 'pg';
import { withClient } from '../postgres/with-client.ts';
import type { MasterKeys } from '../security/key-ring.ts';
import { checkMasterKeys } from '../security/master-keys.ts';
import { refuseNewerData } from './newer-data.ts';

/**
 * Reads only, also in an empty database.
 * @throws SettingsError when a newer version of the program has made the data, or the keys are not those of the database
 */
export async function checkStoredData(db: Pick<Pool | PoolClient | Client, 'query'>, keys: MasterKeys): Promise<void> {
  await refuseNewerData(db);
  await checkMasterKeys(db, keys);
}

/** {@link checkStoredData} with a connection of its own. @throws SettingsError, or the database's error */
export const checkStoredDataAt = (databaseUrl: string, keys: MasterKeys): Promise<void> =>
  withClient(databaseUrl, (client) => checkStoredData(client, keys));

/** For a program without master keys. @throws SettingsError, or the database's error */
export const refuseNewerDataAt = (databaseUrl: string): Promise<void> => withClient(databaseUrl, refuseNewerData);
