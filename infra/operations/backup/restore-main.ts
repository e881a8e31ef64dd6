/** `npm run restore`: `command-line.ts` has the options, docs/operations.md, "Restore", the steps. */
import { common, defineSettings } from 'service-kit/process/settings';
import { grouped, Progress } from 'service-kit/process/progress';
import { checkFiles, checkLog } from './backup/check.ts';
import { type Cut, RESTORE_USAGE, type RestoreCommand, restoreCommandOf } from './command-line.ts';
import { readErasures } from './erasures.ts';
import { Altered, describeFailure } from './failures.ts';
import { instantAt } from '../../runtime/seed/hospital-clock.ts';
import {
  reporterOf,
  runCommand,
  say,
  secondsSince,
  stoppedBySignals,
} from '../../runtime/start/program/operator-command.ts';
import { type Manifest, neededManifest } from './repository/manifest.ts';
import { partOf } from './restore/cut.ts';
import { refuseUnusable, runRestore } from './restore/run-restore.ts';
import { findTarget } from './restore/target.ts';

async function restore({ folder, keysFolder, erasures, masterKey, cut: wanted }: RestoreCommand): Promise<void> {
  const startedAt = performance.now();
  const cut = cutIn(wanted);
  const signal = stoppedBySignals();
  const manifest = await neededManifest(folder);
  refuseUnusable(manifest, keysFolder !== folder);
  const ledger = erasures === undefined ? [] : await readErasures(erasures);
  const open = await findTarget(process.env, { neededKeys: manifest.masterKeys, keyFile: masterKey });
  say('Reading the backup, to see that it is whole');
  await checkWhole(folder, keysFolder, manifest);
  const part = await partOf(folder, manifest, cut);
  signal.throwIfAborted();
  const target = await open();
  let isDone = false;
  try {
    const run = { folder, keysFolder, manifest, part, erasures: ledger, target, say, signal };
    const { erased, unfinished } = await runRestore(run);
    isDone = true;
    const position = part.last?.position ?? '0';
    const isCut = part.leftOut.size > 0;
    const { number, madeAt } = manifest;
    await reporterOf('backup')(
      'backup restored',
      { number, madeAt, position, events: part.count, isCut, erased },
      { kind: 'BackupRestored', data: { number } },
    );
    say(
      `Restored backup ${number} of ${madeAt} into ${target.name}: ${grouped(part.count)} events to position ${position} ` +
        `(${part.last?.created ?? 'none'}), in ${secondsSince(startedAt)}.`,
    );
    if (isCut) say(`${grouped(part.leftOut.size)} streams end earlier, or are not there: a verification says so.`);
    if (unfinished > 0) say(`${grouped(unfinished)} accounts were made later than the log ends: they sign up again.`);
    if (erased > 0) say(`${grouped(erased)} keys of the erasure ledger were destroyed.`);
    say('Start the product with the settings of before. People sign in again.');
  } finally {
    await target.close(isDone);
  }
}

/** A time without a zone is the hospital's, and not that of this machine. @throws SettingsError */
function cutIn(wanted: RestoreCommand['cut']): Cut {
  if (!wanted || !('localTime' in wanted)) return wanted;
  const { day, minutes } = wanted.localTime;
  const at = instantAt(timeZone(), day, minutes);
  say(`--at names no zone: in ${timeZone()} it is ${at.toISOString()}.`);
  return { at };
}

async function checkWhole(folder: string, keysFolder: string, manifest: Manifest): Promise<void> {
  await checkFiles({ folder, keysFolder }, manifest);
  try {
    await checkLog(folder, manifest, new Progress(say));
  } catch (error) {
    // It was kept on purpose.
    if (!(error instanceof Altered) || manifest.altered === undefined) throw error;
    say(manifest.altered);
  }
}

/** Only a time without a zone needs it. */
const timeZone = (): string => defineSettings({ TIME_ZONE: common.TIME_ZONE }).read(process.env).TIME_ZONE;
const command = restoreCommandOf(process.argv.slice(2));
const action =
  command?.kind === 'help' ? async () => void process.stdout.write(RESTORE_USAGE) : command && (() => restore(command));
await runCommand(RESTORE_USAGE, action, {
  sentenceOf: (error) => describeFailure(error, process.env['EVENTSTORE_URL'] ?? ''),
});
