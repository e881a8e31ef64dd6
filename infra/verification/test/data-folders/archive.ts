/** A data folder as one file: a tar archive, compressed with brotli. */
import { execFile, spawn } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { constants, createBrotliCompress, createBrotliDecompress } from 'node:zlib';

const run = promisify(execFile);
/** 2^28 bytes: the whole archive fits into the window, so equal pages far apart cost nothing. */
const WINDOW_BITS = 28;

/** @throws Error when tar fails */
export async function pack(folder: string, file: string): Promise<void> {
  const tar = spawn(
    'tar',
    ['--create', '--sort=name', '--owner=0', '--group=0', '--mtime=@0', '--directory', folder, '.'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
    [constants.BROTLI_PARAM_LARGE_WINDOW]: 1,
  };
  await pipeline(tar.stdout, createBrotliCompress({ params }), createWriteStream(file));
}

/**
 * Unpacks into an existing folder. For root, which Postgres refuses, the cluster belongs to another user.
 * @throws Error when tar fails
 */
export async function unpack(file: string, folder: string): Promise<void> {
  const unpacking = await mkdtemp(join(tmpdir(), 'unpacking-'));
  try {
    // A file, not tar's input: tar may close its input before Node knows that all was written.
    const archive = join(unpacking, 'archive.tar');
    const decompress = createBrotliDecompress({ params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 } });
    await pipeline(createReadStream(file), decompress, createWriteStream(archive));
    await run('tar', [
      '--extract',
      '--no-same-owner',
      '--preserve-permissions',
      '--file',
      archive,
      '--directory',
      folder,
    ]);
  } finally {
    await rm(unpacking, { recursive: true, force: true });
  }
  if (process.getuid?.() === 0) await run('chown', ['--recursive', 'nobody', join(folder, 'postgres')]);
}
