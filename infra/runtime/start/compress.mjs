/** Compressed copies of the frontend's files, for the gateway. What was compressed before is copied. */
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const SMALLEST = 1024;
const FORMATS = {
  br: (content) => brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gz: (content) => zip(content, { level: 9 }),
};

/**
 * @param folder each of its files gets two copies, `.br` and `.gz`
 * @param kept a folder of earlier copies, named after the hash of what they hold. Afterwards it has those of `folder`
 */
export async function compress(folder, kept) {
  await mkdir(kept, { recursive: true });
  const known = new Set(await readdir(kept));
  const used = new Set();
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(js|css|html|svg|json)$/.test(name));
  // Node compresses in four threads.
  await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      const content = await readFile(file);
      if (content.length < SMALLEST) return;
      const hash = createHash('sha256').update(content).digest('hex');
      for (const [format, compressed] of Object.entries(FORMATS)) {
        const copy = `${hash}.${format}`;
        used.add(copy);
        if (!known.has(copy)) {
          // One that was interrupted does not get the name.
          const part = join(kept, `${name.replaceAll('/', '+')}.part`);
          await writeFile(part, await compressed(content));
          await rename(part, join(kept, copy));
        }
        await copyFile(join(kept, copy), `${file}.${format}`);
      }
    }),
  );
  await Promise.all([...known].filter((copy) => !used.has(copy)).map((copy) => rm(join(kept, copy))));
}
