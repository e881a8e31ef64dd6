/**
 * `npm run backup -- --to DIR`: adds what is new to a folder of backups (docs/decisions/installation/backup.md). People go
 * on working. The order makes the copy consistent: seals of an earlier snapshot than the log, keys, accounts and images
 * of a later one.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { grouped, Progress } from 'service-kit/process/progress';
import { productVersion } from 'service-kit/telemetry/product-version';
import { writeErasures } from '../erasures.ts';
import { Altered, Failure } from '../failures.ts';
import { keepImages } from '../repository/image-files.ts';
import {
  FORMAT,
  type Manifest,
  newRepositoryId,
  readManifest,
  removeStrays,
  writeManifest,
} from '../repository/manifest.ts';
import { checkLog } from './check.ts';
import { CopiedLog, type LogCopy } from './copy-log.ts';
import {
  beginSnapshot,
  connected,
  copyAccounts,
  type CopiedAccounts,
  copySeals,
  erasedCount,
  lockInstallation,
  type Place,
  schemaOf,
} from './snapshot.ts';

/** Patients may be erased while the end of the log is read. Then it is read again. */
const TRIES = 20;

export interface BackupRun extends LogCopy {
  readonly databaseUrl: string;
  /** Where the keys go: the folder of backups, or another medium. */
  readonly keysFolder: string;
}

/** @throws Altered where an event is not as it was sealed; Failure; the folder then holds what it held before */
export async function runBackup(run: BackupRun): Promise<Manifest> {
  const { folder, keysFolder } = run;
  for (const needed of [folder, keysFolder]) await mkdir(needed, { recursive: true, mode: 0o700 });
  const before = await readManifest(folder);
  const seals = await connected(run.databaseUrl);
  try {
    await lockInstallation(seals);
    await removeStrays(folder, before, keysFolder);
    const { manifest, images } = await copyAll(run, before, seals);
    await removeStrays(folder, manifest, keysFolder);
    await keepImages(folder, images);
    return manifest;
  } finally {
    await seals.end().catch(() => undefined);
  }
}

/** @param seals a connection whose snapshot stays open while the log is read */
async function copyAll(
  run: BackupRun,
  before: Manifest | undefined,
  seals: Client,
): Promise<{ manifest: Manifest; images: ReadonlySet<string> }> {
  const { folder, keysFolder, say, signal } = run;
  const place: Place = { folder, keysFolder, number: (before?.number ?? 0) + 1, say, signal };
  await beginSnapshot(seals);
  const schema = await schemaOf(seals);
  const sealTables = await copySeals(seals, place);
  const log = new CopiedLog(run, before, seals);
  await log.checkOlder();
  await log.extend();
  const { tables, keys, images, erased, masterKeys } = await copyLater(run, place, log);
  await seals.query('rollback');

  const copied: Manifest = {
    format: FORMAT,
    id: before?.id ?? newRepositoryId(),
    number: place.number,
    madeAt: new Date().toISOString(),
    product: productVersion(),
    privateSchema: schema,
    masterKeys: [...masterKeys],
    segments: [...log.segments],
    checked: log.checked,
    tables: [...sealTables, ...tables],
    keys: { elsewhere: keysFolder !== folder, tables: [...keys] },
    images: { count: images.ids.size, bytes: images.bytes },
    erased: erased.length,
  };
  const altered = log.altered ?? (await missingEvent(run, copied));
  if (altered && !run.evenIfAltered) throw altered;
  if (altered) say(altered.message);
  const manifest = altered ? { ...copied, altered: altered.message } : copied;
  await writeErasures(join(folder, 'erasures.json'), erased);
  await writeManifest(folder, manifest);
  return { manifest, images: images.ids };
}

/**
 * A key that was destroyed after the end of the log was read belongs to a deletion that the copy of the log does not
 * have. So both are read again.
 */
async function copyLater(run: BackupRun, place: Place, log: CopiedLog): Promise<CopiedAccounts> {
  const client = await connected(run.databaseUrl);
  try {
    for (let tried = 0; tried < TRIES; tried += 1) {
      const erased = await erasedCount(client);
      await log.extend();
      await beginSnapshot(client);
      if ((await erasedCount(client)) === erased) return await copyAccounts(client, place);
      await client.query('rollback');
    }
    throw new Failure('Patients are being erased without a pause. Run the backup again later.');
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Each seal must have been compared with its event: others are of events that the log does not have any more. */
async function missingEvent({ folder, say }: BackupRun, manifest: Manifest): Promise<Altered | undefined> {
  const sealed = manifest.tables.find(({ table }) => table === 'accounts.event_seal')?.rows ?? 0;
  const compared = manifest.checked.seals;
  if (sealed === compared) return undefined;
  say('The seals are not those of the events: reading the copy again to find the first one');
  try {
    await checkLog(folder, manifest, new Progress(say));
  } catch (error) {
    if (error instanceof Altered) return error;
    throw error;
  }
  return new Altered(`The seals were altered: there are ${grouped(sealed)}, and ${grouped(compared)} are of events.`);
}
