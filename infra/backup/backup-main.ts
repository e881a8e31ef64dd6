/** `npm run backup`: `command-line.ts` has the options, docs/operations.md, "Backup", the steps. */
import { Client } from 'pg';
import { grouped, Progress } from 'service-kit/process/progress';
import { connect } from '../events/log/log-client.ts';
import { checkFiles, checkLog } from './backup/check.ts';
import { runBackup } from './backup/run-backup.ts';
import { BACKUP_USAGE, backupCommandOf, type BackupCommand } from './command-line.ts';
import { erasuresOf, writeErasures } from './erasures.ts';
import { Altered, Failure } from './failures.ts';
import { type Engines, runningEngines } from './installation.ts';
import { reportBackupAction } from './operator-log.ts';
import { recordRun } from './record-run.ts';
import { eventCount, type Manifest, readManifest } from './repository/manifest.ts';
import { megabytes, perform, say, secondsSince, stoppedBySignals } from './terminal.ts';

let engines: Engines | undefined;

async function backUp({
  folder,
  keysFolder,
  evenIfAltered,
}: Extract<BackupCommand, { kind: 'backup' }>): Promise<void> {
  const startedAt = performance.now();
  engines = await runningEngines(process.env);
  const log = connect(engines.eventstoreUrl);
  try {
    const signal = stoppedBySignals();
    const { databaseUrl } = engines;
    const made = await runBackup({ databaseUrl, log, folder, keysFolder, evenIfAltered, say, signal });
    const position = made.segments.at(-1)?.last.position ?? '0';
    await reportBackupAction({ action: 'backup made', number: made.number, position, events: eventCount(made) });
    // An altered copy is kept on purpose, and is no good backup.
    if (made.altered === undefined && !(await recordRun(databaseUrl, folder, made)))
      say("The database has not taken the line of this backup: the operator's page does not show it.");
    say(`${summaryOf(made)}, in ${secondsSince(startedAt)}. It is in ${folder}.`);
    if (made.keys.elsewhere) say(`The keys are in ${keysFolder}.`);
    say('The master key is not in it: keep that elsewhere, or its escrow.');
  } finally {
    await log.close();
  }
}

function summaryOf(manifest: Manifest): string {
  const bytesOf = (files: readonly { bytes: number }[]): string =>
    megabytes(files.reduce((sum, { bytes }) => sum + bytes, 0));
  const last = manifest.segments.at(-1)?.last;
  return (
    `Backup ${manifest.number}: ${grouped(eventCount(manifest))} events${last ? ` to position ${last.position}` : ''} ` +
    `(${bytesOf(manifest.segments)}), accounts, keys and seals (${bytesOf([...manifest.tables, ...manifest.keys.tables])}), ` +
    `${grouped(manifest.images.count)} images (${megabytes(manifest.images.bytes)})`
  );
}

async function check({ folder, keysFolder }: Extract<BackupCommand, { kind: 'check' }>): Promise<void> {
  const startedAt = performance.now();
  const manifest = await readManifest(folder);
  if (!manifest) throw new Failure(`There is no backup in ${folder}.`);
  const keys = keysFolder ?? (manifest.keys.elsewhere ? undefined : folder);
  await checkFiles({ folder, keysFolder: keys }, manifest);
  await checkLog(folder, manifest, new Progress(say));
  if (manifest.altered !== undefined) throw new Altered(manifest.altered);
  say(`${summaryOf(manifest)}: whole, and as it was sealed. Read in ${secondsSince(startedAt)}.`);
  if (keys === undefined) say('The keys are on another medium: --keys-from DIR checks them.');
}

async function writeLedger(file: string): Promise<void> {
  engines = await runningEngines(process.env);
  const client = new Client({ connectionString: engines.databaseUrl, application_name: 'backup' });
  await client.connect();
  try {
    const erased = await erasuresOf(client);
    await writeErasures(file, erased);
    await reportBackupAction({ action: 'erasure ledger written', erased: erased.length });
    say(`${grouped(erased.length)} erased keys are in ${file}. Keep it apart from the backups.`);
  } finally {
    await client.end();
  }
}

function actionOf(command: BackupCommand | undefined): (() => Promise<void>) | undefined {
  switch (command?.kind) {
    case undefined:
      return undefined;
    case 'help':
      return async () => void process.stdout.write(BACKUP_USAGE);
    case 'backup':
      return () => backUp(command);
    case 'check':
      return () => check(command);
    case 'erasures':
      return () => writeLedger(command.file);
  }
}

process.exit(
  await perform(actionOf(backupCommandOf(process.argv.slice(2))), BACKUP_USAGE, () => engines?.eventstoreUrl ?? ''),
);
