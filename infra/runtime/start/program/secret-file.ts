import { rename, writeFile } from 'node:fs/promises';

/** Writes a file that this user alone can read. It is synced to disk and takes the place of an older one at once. */
export async function writeSecretFile(file: string, content: string): Promise<void> {
  await writeFile(`${file}.new`, content, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
}
