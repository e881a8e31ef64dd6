/** The database and the master keys that a command works with: of the settings, or of the product on DATA_DIR. */
import { resolve } from 'node:path';
import { Pool } from 'pg';
import { checkStoredData } from 'service-kit/private-schema/check-data';
import { common, defineSettings, setting, SettingsError } from 'service-kit/process/settings';
import { ignoreLosses } from 'service-kit/postgres/lost-connections';
import { databaseSentence } from 'service-kit/postgres/availability';
import type { MasterKeys } from 'service-kit/security/key-ring';
import * as z from 'zod';
import { readConnections } from '../../runtime/start/program/connections-file.ts';
import { masterKeysFor } from '../../runtime/start/program/data-folder.ts';
import { CannotDo } from '../../runtime/start/program/operator-command.ts';

const settings = defineSettings({
  DATABASE_URL: setting(common.DATABASE_URL.schema.optional(), 'Postgres; unset: of the product that runs on DATA_DIR'),
  DATA_DIR: setting(z.string().default('.data'), 'The data folder of npm start'),
  MASTER_KEY: setting(common.MASTER_KEY.schema.optional(), 'unset: the keys in DATA_DIR'),
  MASTER_KEY_PREVIOUS: common.MASTER_KEY_PREVIOUS,
  PUBLIC_URL: common.PUBLIC_URL,
});

export interface KeyInstallation {
  readonly databaseUrl: string;
  readonly keys: MasterKeys;
  /** Where people find the product, for the name of the installation. */
  readonly publicUrl: string | undefined;
}

/** @returns undefined when the master key is in the settings */
export function dataFolderOf(env: NodeJS.ProcessEnv): string | undefined {
  const { MASTER_KEY, DATA_DIR } = settings.read(env);
  return MASTER_KEY === undefined ? resolve(DATA_DIR) : undefined;
}

/** @throws SettingsError */
export async function installationOf(env: NodeJS.ProcessEnv): Promise<KeyInstallation> {
  const { DATABASE_URL, DATA_DIR, PUBLIC_URL, ...given } = settings.read(env);
  const dataDir = resolve(DATA_DIR);
  const databaseUrl = DATABASE_URL ?? (await readConnections(dataDir)).DATABASE_URL;
  if (databaseUrl === undefined)
    throw new SettingsError(`No product was started on ${dataDir}. Start it, or set DATABASE_URL.`);
  const keys = await masterKeysFor(dataDir, given);
  if (keys === undefined) throw new SettingsError(`There is no master.key in ${dataDir}. Set MASTER_KEY.`);
  return { databaseUrl, keys, publicUrl: PUBLIC_URL };
}

/**
 * Does work on the database of an installation whose product was started before.
 * @param name of the command, for the database's list of its sessions
 * @throws SettingsError when the keys are not those of the database, or a newer version of the program has made it;
 * CannotDo when it does not answer or has no tables
 */
export async function withInstallation(
  name: string,
  work: (pool: Pool, installation: KeyInstallation) => Promise<void>,
): Promise<void> {
  const installation = await installationOf(process.env);
  const pool = ignoreLosses(new Pool({ connectionString: installation.databaseUrl, max: 3, application_name: name }));
  try {
    await checkStoredData(pool, installation.keys);
    const { rows } = await pool.query<{ is_there: boolean }>(
      `select to_regclass('accounts.master_key') is not null as is_there`,
    );
    if (!rows[0]?.is_there) throw new CannotDo('This database has no tables yet: start the product once.');
    await work(pool, installation);
  } catch (error) {
    const sentence = databaseSentence(error);
    throw sentence === undefined ? error : new CannotDo(sentence, { cause: error });
  } finally {
    await pool.end();
  }
}
