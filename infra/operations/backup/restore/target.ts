/** Where a backup is restored: an empty data folder, or empty databases. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createLogger } from 'service-kit/process/logger';
import { freePort } from 'service-kit/process/free-port';
import { common, defineSettings, setting, SettingsError } from 'service-kit/process/settings';
import { keyIdOf, type MasterKeys, masterKeysOf } from 'service-kit/security/key-ring';
import {
  keptMasterKeys,
  keyFileText,
  lockDataFolder,
  masterKeyFile,
} from '../../../runtime/start/program/data-folder.ts';
import { writeSecretFile } from '../../../runtime/start/program/secret-file.ts';
import { Failure } from '../failures.ts';
import { engineSettings } from '../installation.ts';

const settings = defineSettings({
  ...engineSettings,
  MASTER_KEY: setting(common.MASTER_KEY.schema.optional(), 'unset: the keys in DATA_DIR, or --master-key'),
  MASTER_KEY_PREVIOUS: common.MASTER_KEY_PREVIOUS,
});

/** In a data folder until a restore is done. */
const UNFINISHED = 'restore.unfinished';
/** The entries that an empty data folder may hold: keys that were put there before, and what a file system makes. */
const NOTHING = new Set([
  'master.key',
  'previous-master.key',
  'launcher.lock',
  'operator-actions.ndjson',
  'lost+found',
  UNFINISHED,
]);

export interface Target {
  readonly databaseUrl: string;
  /** Undefined: the embedded log, in the database. */
  readonly eventstoreUrl: string | undefined;
  readonly keys: MasterKeys;
  /** For the last line. */
  readonly name: string;
  /** @param isDone the restore has come to its end */
  close(isDone: boolean): Promise<void>;
}

/**
 * Writes nothing yet.
 * @param neededKeys ids of the master keys of the backup
 * @returns opens the target @throws SettingsError, Failure where a data folder is not empty
 */
export async function findTarget(
  env: NodeJS.ProcessEnv,
  { neededKeys, keyFile }: { neededKeys: readonly string[]; keyFile: string | undefined },
): Promise<() => Promise<Target>> {
  const { DATABASE_URL, EVENTSTORE_URL, DATA_DIR, MASTER_KEY, MASTER_KEY_PREVIOUS } = settings.read(env);
  const dataDir = resolve(DATA_DIR);
  const keys =
    keyFile !== undefined
      ? ([await keyIn(keyFile)] as const)
      : MASTER_KEY !== undefined
        ? masterKeysOf({ MASTER_KEY, MASTER_KEY_PREVIOUS })
        : await keptMasterKeys(dataDir);
  refuseWrongKeys(keys, neededKeys, dataDir);
  if (DATABASE_URL !== undefined)
    return async () => ({
      databaseUrl: DATABASE_URL,
      eventstoreUrl: EVENTSTORE_URL,
      keys,
      name: 'the databases of the settings',
      async close() {},
    });
  await refuseUsedFolder(dataDir);
  return () => openDataFolder(dataDir, { eventstoreUrl: EVENTSTORE_URL, keys, isKeyFromFile: keyFile !== undefined });
}

async function refuseUsedFolder(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((): string[] => []);
  const used = names.find((name) => !NOTHING.has(name) && !name.startsWith('launcher.lock'));
  if (used !== undefined && !names.includes(UNFINISHED))
    throw new Failure(
      `The data folder ${dataDir} is not empty: it has ${used}. Choose another with DATA_DIR, or move its content away.`,
    );
}

async function keyIn(file: string): Promise<Buffer> {
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64');
  if (key.length !== 32) throw new SettingsError(`${file}: is not a master key, which is 32 bytes in base64.`);
  return key;
}

function refuseWrongKeys(
  keys: MasterKeys | undefined,
  needed: readonly string[],
  dataDir: string,
): asserts keys is MasterKeys {
  const ids = needed.join(' and ');
  if (!keys)
    throw new SettingsError(
      `The backup needs the master key ${ids}. Put it into ${masterKeyFile(dataDir)}, name its file with ` +
        '--master-key, or set MASTER_KEY. Nothing was written.',
    );
  const held = keys.map(keyIdOf);
  if (needed.some((id) => !held.includes(id)))
    throw new SettingsError(
      `The backup needs the master key ${ids}, and the given one has the id ${held.join(' and ')}. Nothing was written.`,
    );
}

async function openDataFolder(
  dataDir: string,
  {
    eventstoreUrl,
    keys,
    isKeyFromFile,
  }: { eventstoreUrl: string | undefined; keys: MasterKeys; isKeyFromFile: boolean },
): Promise<Target> {
  const unlock = await lockDataFolder(dataDir);
  const marker = join(dataDir, UNFINISHED);
  try {
    await refuseUsedFolder(dataDir);
    await writeFile(marker, '', { mode: 0o600, flush: true });
    if (isKeyFromFile) await keepKey(dataDir, keys[0]);
    // In a container there is no embedded Postgres.
    const { DATABASE, startPostgres } = await import('../../../runtime/start/postgres/embedded-postgres.ts');
    const postgres = await startPostgres({ dataDir, port: await freePort(), logger: createLogger('restore', 'warn') });
    try {
      await postgres.ensureDatabase(DATABASE);
    } catch (error) {
      await postgres.stop();
      throw error;
    }
    return {
      databaseUrl: postgres.url(DATABASE),
      eventstoreUrl,
      keys,
      name: dataDir,
      async close(isDone) {
        await postgres.stop();
        if (isDone) await rm(marker, { force: true });
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function keepKey(dataDir: string, key: Buffer): Promise<void> {
  const kept = await keptMasterKeys(dataDir);
  if (kept?.some((one) => one.equals(key))) return;
  if (kept) throw new SettingsError(`${masterKeyFile(dataDir)} holds another key, ${keyIdOf(kept[0])}.`);
  await writeSecretFile(masterKeyFile(dataDir), keyFileText(key));
}
