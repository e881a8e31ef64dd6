/** `npm run keys -- new`: the next master key. Nothing is wrapped by it before `rotate`. */
import { randomBytes } from 'node:crypto';
import { copyFile, constants, readFile } from 'node:fs/promises';
import { keyIdOf } from 'service-kit/security/key-ring';
import {
  keptMasterKeys,
  keyFileText,
  masterKeyFile,
  previousKeyFile,
} from '../../runtime/start/program/data-folder.ts';
import { writeSecretFile } from '../../runtime/start/program/secret-file.ts';
import { CannotDo, type ReportAction } from '../../runtime/start/program/operator-command.ts';
import { writeNewKeyFile } from './key-file.ts';

const KEY_BYTES = 32;

/** @throws CannotDo when the file exists */
export async function newKeyFile(file: string, say: (line: string) => void, report: ReportAction): Promise<void> {
  const key = randomBytes(KEY_BYTES);
  await writeNewKeyFile(file, key);
  const keyId = keyIdOf(key);
  await report('master key made', { keyId }, { kind: 'MasterKeyMade', data: { keyId } });
  say(
    `The new master key ${keyId} is in ${file}. Start all processes with it as MASTER_KEY and the present one as ` +
      'MASTER_KEY_PREVIOUS, then run npm run keys -- rotate.',
  );
}

/**
 * In a data folder: the present key becomes previous-master.key. Killed in between, the next call goes on.
 * @throws CannotDo when there is no key, or a change has begun
 */
export async function newKeyIn(dataDir: string, say: (line: string) => void, report: ReportAction): Promise<void> {
  const kept = await keptMasterKeys(dataDir);
  if (!kept) throw new CannotDo(`There is no master.key in ${dataDir}: a first start makes it.`);
  const [file, previous] = [masterKeyFile(dataDir), previousKeyFile(dataDir)];
  if (kept.length > 1)
    throw new CannotDo(
      `${previous} exists: a change of the master key has begun. Finish it with npm run keys -- rotate, ` +
        'then move that file to where you keep old keys.',
    );
  await copyFile(file, previous, constants.COPYFILE_EXCL).catch(async (error: NodeJS.ErrnoException) => {
    // The same key, of a call that was cut off.
    if (error.code !== 'EEXIST' || (await readFile(previous, 'utf8')) !== (await readFile(file, 'utf8'))) throw error;
  });
  const key = randomBytes(KEY_BYTES);
  await writeSecretFile(file, keyFileText(key));
  const keyId = keyIdOf(key);
  await report('master key made', { keyId }, { kind: 'MasterKeyMade', data: { keyId } });
  say(
    `${dataDir} has the new master key ${keyId}, and keeps ${keyIdOf(kept[0])} beside it. ` +
      'Start the product again, then run npm run keys -- rotate.',
  );
}
