/** `npm run backup`: `command-line.ts` has the options, docs/operations.md, "Backup", the steps. */
import { hostname } from 'node:os';
import { recordBackupRun } from 'service-kit/operations/backup-runs';
import { withClient } from 'service-kit/postgres/with-client';
import { grouped, Progress } from 'service-kit/process/progress';
import { connect } from '../events/log/log-client.ts';
import {
  reporterOf,
  runCommand,
  say,
  secondsSince,
  stoppedBySignals,
} from '../../runtime/start/program/operator-command.ts';
import { checkFiles, checkLog } from './backup/check.ts';
import { runBackup } from './backup/run-backup.ts';
import { BACKUP_USAGE, backupCommandOf, type BackupCommand } from './command-line.ts';
import { erasuresOf, writeErasures } from './erasures.ts';
import { Altered, describeFailure } from './failures.ts';
import { type Engines, runningEngines } from './installation.ts';
import { eventCount, type Manifest, neededManifest } from './repository/manifest.ts';

const report = reporterOf('backup');
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
    const { number } = made;
    await report(
      'backup made',
      { number, position, events: eventCount(made) },
      { kind: 'BackupMade', data: { number } },
    );
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

/**
 * The line of a good backup on the operator's page (docs/product.md, "Operator's page"). Never fails the command.
 * @returns false where the database has not taken the line, such as one of an older version
 */
const recordRun = (databaseUrl: string, folder: string, manifest: Manifest): Promise<boolean> =>
  withClient(databaseUrl, (client) =>
    recordBackupRun(client, {
      number: manifest.number,
      position: manifest.segments.at(-1)?.last.position ?? '0',
      events: eventCount(manifest),
      bytes: bytesOf([...manifest.segments, ...manifest.tables, ...manifest.keys.tables, manifest.images]),
      place: `${hostname()}:${folder}`,
    }),
  ).then(
    () => true,
    () => false,
  );

function summaryOf(manifest: Manifest): string {
  const last = manifest.segments.at(-1)?.last;
  return (
    `Backup ${manifest.number}: ${grouped(eventCount(manifest))} events${last ? ` to position ${last.position}` : ''} ` +
    `(${megabytes(manifest.segments)}), accounts, keys and seals (${megabytes([...manifest.tables, ...manifest.keys.tables])}), ` +
    `${grouped(manifest.images.count)} images (${megabytes([manifest.images])})`
  );
}

type Sized = readonly { readonly bytes: number }[];
const bytesOf = (files: Sized): number => files.reduce((sum, { bytes }) => sum + bytes, 0);
function megabytes(files: Sized): string {
  const bytes = bytesOf(files);
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}

async function check({ folder, keysFolder }: Extract<BackupCommand, { kind: 'check' }>): Promise<void> {
  const startedAt = performance.now();
  const manifest = await neededManifest(folder);
  const keys = keysFolder ?? (manifest.keys.elsewhere ? undefined : folder);
  await checkFiles({ folder, keysFolder: keys }, manifest);
  await checkLog(folder, manifest, new Progress(say));
  if (manifest.altered !== undefined) throw new Altered(manifest.altered);
  say(`${summaryOf(manifest)}: whole, and as it was sealed. Read in ${secondsSince(startedAt)}.`);
  if (keys === undefined) say('The keys are on another medium: --keys-from DIR checks them.');
}

async function writeLedger(file: string): Promise<void> {
  engines = await runningEngines(process.env);
  const erased = await withClient(engines.databaseUrl, erasuresOf);
  await writeErasures(file, erased);
  await report('erasure ledger written', { erased: erased.length }, { kind: 'ErasureLedgerWritten', data: {} });
  say(`${grouped(erased.length)} erased keys are in ${file}. Keep it apart from the backups.`);
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

await runCommand(BACKUP_USAGE, actionOf(backupCommandOf(process.argv.slice(2))), {
  sentenceOf: (error) => describeFailure(error, engines?.eventstoreUrl ?? ''),
});
