/** The private tables as a run reads them: each in one snapshot, which no writer waits for. */
import { Client } from 'pg';
import { grouped, Progress } from 'service-kit/process/progress';
import { refuseNewerData } from 'service-kit/private-schema/newer-data';
import { privateSchema } from 'service-kit/private-schema/steps';
import { productVersion } from 'service-kit/telemetry/product-version';
import { erasuresOf, type Erasure } from '../erasures.ts';
import { Failure } from '../failures.ts';
import { ACCOUNT_TABLES, IMAGE_CONTENTS, IMAGE_TABLE, KEY_TABLES, SEAL_TABLES } from '../private-tables.ts';
import { imageSize, type ImageContents, writeImage } from '../repository/image-files.ts';
import { type Manifest, type TableFile, tablePath } from '../repository/manifest.ts';
import { writeTable } from '../repository/table-files.ts';

/** 'backup' in ASCII: one run at a time for each installation. */
const BACKUP_LOCK = '107996126115184';

export interface Place {
  readonly folder: string;
  readonly keysFolder: string;
  /** The number of the run. */
  readonly number: number;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

export interface CopiedImages {
  readonly ids: ReadonlySet<string>;
  readonly bytes: number;
}

export interface CopiedAccounts {
  readonly tables: readonly TableFile[];
  readonly keys: readonly TableFile[];
  readonly images: CopiedImages;
  readonly erased: readonly Erasure[];
  readonly masterKeys: readonly string[];
}

export async function connected(databaseUrl: string): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'backup', keepAlive: true });
  // A lost connection fails its query. Without a listener the event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Until the connection ends. @throws Failure while another run has it */
export async function lockInstallation(client: Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${BACKUP_LOCK}) as taken`);
  if (!rows[0]?.taken) throw new Failure('Another backup of this installation is running. Wait for its end.');
}

export const beginSnapshot = (client: Client): Promise<unknown> =>
  client.query('begin isolation level repeatable read read only');

/**
 * @throws Failure for a new database, and for one with tables of a newer program, which this one does not know;
 * SettingsError for one that this program cannot work on
 */
export async function schemaOf(client: Client): Promise<Manifest['privateSchema']> {
  if ((await columnsOf(client, 'accounts.migration')).length === 0)
    throw new Failure('This database has no tables yet: start the product once.');
  await refuseNewerData(client);
  const { rows } = await client.query<{ steps: number; oldest: number }>(
    'select max(step) as steps, max(oldest_reader) as oldest from accounts.migration',
  );
  const { steps = 0, oldest = 1 } = rows[0] ?? {};
  if (steps > privateSchema.steps)
    throw new Failure(
      `A newer version of the program has added ${steps - privateSchema.steps} steps to the tables of this database, and ` +
        `this is version ${productVersion()}. Use the backup command of the newer version.`,
    );
  return { steps, oldestReader: oldest };
}

/** The seals, and the places of the followers. */
export const copySeals = (client: Client, place: Place): Promise<readonly TableFile[]> =>
  copyTables(client, place, 'tables', SEAL_TABLES);

export async function erasedCount(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from accounts.patient_key where destroyed_at is not null',
  );
  return rows[0]?.count ?? 0;
}

/** Accounts, keys and images. */
export async function copyAccounts(client: Client, place: Place): Promise<CopiedAccounts> {
  const tables = await copyTables(client, place, 'tables', ACCOUNT_TABLES);
  const { table, ...images } = await copyImages(client, place);
  const keys = await copyTables(client, place, 'keys', KEY_TABLES);
  const erased = await erasuresOf(client);
  return { tables: [...tables, table], keys, images, erased, masterKeys: await masterKeyIds(client) };
}

async function copyTables(
  client: Client,
  { folder, keysFolder, number, signal }: Place,
  kind: 'tables' | 'keys',
  names: readonly string[],
): Promise<readonly TableFile[]> {
  const files: TableFile[] = [];
  for (const table of names) {
    signal.throwIfAborted();
    const columns = await columnsOf(client, table);
    // An older version of the program has not made it.
    if (columns.length === 0) continue;
    const path = tablePath(kind === 'keys' ? keysFolder : folder, kind, number, table);
    files.push(await writeTable(client, path, { table, columns }));
  }
  return files;
}

/** In their order. */
async function columnsOf(client: Client, table: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ column: string }>(
    `select column_name as column from information_schema.columns
     where table_schema || '.' || table_name = $1 order by ordinal_position`,
    [table],
  );
  return rows.map(({ column }) => column);
}

async function masterKeyIds(client: Client): Promise<readonly string[]> {
  if ((await columnsOf(client, 'accounts.master_key')).length === 0) return [];
  const { rows } = await client.query<{ id: string }>('select key_id as id from accounts.master_key order by key_id');
  return rows.map(({ id }) => id);
}

/** The contents that the folder does not have yet. Images of erased patients are left out: their removal may wait. */
async function copyImages(
  client: Client,
  { folder, number, say, signal }: Place,
): Promise<CopiedImages & { readonly table: TableFile }> {
  const where = `not exists (select from accounts.patient_key key
    where key.patient_id = t.patient_id and key.destroyed_at is not null)`;
  const columns = (await columnsOf(client, IMAGE_TABLE)).filter((column) => !IMAGE_CONTENTS.includes(column));
  const path = tablePath(folder, 'tables', number, IMAGE_TABLE);
  const table = await writeTable(client, path, { table: IMAGE_TABLE, columns, where });
  const { rows } = await client.query<{ id: string }>(
    `select image_id as id from ${IMAGE_TABLE} t where content is not null and ${where} order by image_id`,
  );
  const progress = new Progress(say);
  let bytes = 0;
  for (const [index, { id }] of rows.entries()) {
    signal.throwIfAborted();
    progress.report(() => `${grouped(index)} of ${grouped(rows.length)} images`);
    bytes += (await imageSize(folder, id)) ?? (await writeImage(folder, id, await contentsOf(client, id)));
  }
  return { ids: new Set(rows.map(({ id }) => id)), bytes, table };
}

async function contentsOf(client: Client, id: string): Promise<ImageContents> {
  const { rows } = await client.query<ImageContents>(
    `select content, thumbnail from ${IMAGE_TABLE} where image_id = $1`,
    [id],
  );
  const [image] = rows;
  if (!image) throw new Error('An image is not in the snapshot that lists it');
  return image;
}
