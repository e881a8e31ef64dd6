/** Files with a master key: read by their owner alone, and never written over. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { keyFileText } from '../../runtime/start/program/data-folder.ts';
import { CannotDo } from '../../runtime/start/program/operator-command.ts';

/** @throws CannotDo when the file exists or cannot be written */
export async function writeNewKeyFile(file: string, key: Buffer): Promise<void> {
  await writeNewSecret(file, keyFileText(key));
}

/** @throws CannotDo when the file exists or cannot be written */
export async function writeNewSecret(file: string, content: string): Promise<void> {
  const handle = await open(file, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600).catch(
    (error: NodeJS.ErrnoException) => {
      throw new CannotDo(
        error.code === 'EEXIST'
          ? `${file} exists already: it is not written over.`
          : `${file} cannot be written (${error.code}).`,
      );
    },
  );
  try {
    // The mode of the call is subject to the umask.
    await handle.chmod(0o600);
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
