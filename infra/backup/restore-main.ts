/** `npm run restore`: `command-line.ts` has the options, docs/operations.md, "Restore", the steps. */
import { common, defineSettings } from 'service-kit/process/settings';
import { grouped, Progress } from 'service-kit/process/progress';
import { checkFiles, checkLog } from './backup/check.ts';
import { RESTORE_USAGE, type RestoreCommand, restoreCommandOf } from './command-line.ts';
import { readErasures } from './erasures.ts';
import { Altered, Failure } from './failures.ts';
import { reportBackupAction } from './operator-log.ts';
import { type Manifest, readManifest } from './repository/manifest.ts';
import { partOf } from './restore/cut.ts';
import { refuseUnusable, runRestore } from './restore/run-restore.ts';
import { findTarget } from './restore/target.ts';
import { perform, say, secondsSince, stoppedBySignals } from './terminal.ts';

async function restore({ folder, keysFolder, erasures, masterKey, cut }: RestoreCommand): Promise<void> {
  const startedAt = performance.now();
  if (cut && 'at' in cut && cut.isOfHospital) say(`--at names no zone: in ${TIME_ZONE} it is ${cut.at.toISOString()}.`);
  const signal = stoppedBySignals();
  const manifest = await readManifest(folder);
  if (!manifest) throw new Failure(`There is no backup in ${folder}.`);
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
    await reportBackupAction({
      action: 'backup restored',
      number,
      madeAt,
      position,
      events: part.count,
      isCut,
      erased,
    });
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

const { TIME_ZONE } = defineSettings({ TIME_ZONE: common.TIME_ZONE }).read(process.env);
const command = restoreCommandOf(process.argv.slice(2), TIME_ZONE);
const action =
  command?.kind === 'help' ? async () => void process.stdout.write(RESTORE_USAGE) : command && (() => restore(command));
process.exit(await perform(action, RESTORE_USAGE, () => process.env['EVENTSTORE_URL'] ?? ''));
