/** A data folder as one compressed file: a tar archive under brotli, which Node reads by itself. */
import { execFile, spawn } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished, pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { constants, createBrotliCompress, createBrotliDecompress } from 'node:zlib';

const run = promisify(execFile);
/** The whole archive fits into the window (2^28 bytes), so that pages that are alike far apart cost nothing. */
const WINDOW_BITS = 28;

/** @throws Error when tar fails */
export async function pack(folder: string, file: string): Promise<void> {
  const tar = spawn('tar', ['--create', '--sort=name', '--owner=0', '--group=0', '--mtime=@0', '--directory', folder, '.'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
    [constants.BROTLI_PARAM_LARGE_WINDOW]: 1,
  };
  await pipeline(tar.stdout, createBrotliCompress({ params }), createWriteStream(file));
}

/** Unpacks into an existing folder. For root, which Postgres refuses, the cluster belongs to another user. @throws Error when tar fails */
export async function unpack(file: string, folder: string): Promise<void> {
  const tar = spawn('tar', ['--extract', '--no-same-owner', '--preserve-permissions', '--directory', folder], { stdio: ['pipe', 'inherit', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => tar.once('close', resolve));
  const decompress = createBrotliDecompress({ params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 } });
  await pipeline(createReadStream(file), decompress, tar.stdin);
  await finished(tar.stdin);
  const code = await ended;
  if (code !== 0) throw new Error(`tar ended with ${code}`);
  if (process.getuid?.() === 0) await run('chown', ['--recursive', 'nobody', join(folder, 'postgres')]);
}
