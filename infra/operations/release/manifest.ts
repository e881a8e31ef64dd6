/**
 * The files in which a release describes itself: MANIFEST (NAME=value), SHA256SUMS (as `sha256sum
 * --check` reads it) and LINKS.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, lstat, open, readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

export interface Facts {
  readonly version: string;
  readonly commit: string;
  /** The version without the leading v. */
  readonly node: string;
  /** The major version of the embedded Postgres. */
  readonly postgres: string;
  /** The numbers of `service-kit/private-schema/steps`. */
  readonly schema: { readonly steps: number; readonly oldestReader: number };
}

const OWN = ['./LINKS', './MANIFEST', './SHA256SUMS'];

/** Writes the three files into a folder that has all others, or again, and gives every file one of two modes. */
export async function writeManifest(folder: string, facts: Facts): Promise<void> {
  const { files, links } = await contentOf(folder);
  const sizes = await Promise.all(files.map(async (file) => (await lstat(join(folder, file))).size));
  const size = sizes.reduce((total, bytes) => total + Math.ceil(bytes / 4096) * 4, 0);
  const lines = {
    VERSION: facts.version,
    COMMIT: facts.commit,
    NODE: facts.node,
    PLATFORM: 'linux-x64',
    GLIBC: await oldestGlibc(folder, files),
    POSTGRES: facts.postgres,
    SCHEMA_STEPS: facts.schema.steps,
    SCHEMA_OLDEST_READER: facts.schema.oldestReader,
    SIZE_KB: size,
  };
  const manifest = Object.entries(lines).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(join(folder, 'MANIFEST'), manifest.join(''));
  await writeFile(join(folder, 'LINKS'), links.map((line) => `${line}\n`).join(''));
  const all = [...files, './LINKS', './MANIFEST'].sort();
  let sums = '';
  for (const file of all) sums += `${await sha256Of(join(folder, file))}  ${file}\n`;
  await writeFile(join(folder, 'SHA256SUMS'), sums);
  for (const file of [...all, './SHA256SUMS']) {
    const { mode } = await lstat(join(folder, file));
    await chmod(join(folder, file), (mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}

/** @returns hexadecimal */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

async function contentOf(folder: string): Promise<{ files: string[]; links: string[] }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const named = entries.map((entry) => ({
    entry,
    path: `.${join(entry.parentPath, entry.name).slice(folder.length)}`,
  }));
  const links = named
    .filter(({ entry }) => entry.isSymbolicLink())
    .map(({ path }) => path)
    .sort();
  return {
    files: named
      .filter(({ entry }) => entry.isFile())
      .map(({ path }) => path)
      .filter((path) => !OWN.includes(path))
      .sort(),
    links: await Promise.all(links.map(async (path) => `${path} -> ${await readlink(join(folder, path))}`)),
  };
}

const ELF = Buffer.from([0x7f, 0x45, 0x4c, 0x46]);

/** The newest version of glibc's symbols that any program or library asks for, which is the oldest glibc that has all. */
async function oldestGlibc(folder: string, files: readonly string[]): Promise<string> {
  let needed: readonly [number, number] = [0, 0];
  for (const file of files) {
    if (!(await startsWith(join(folder, file), ELF))) continue;
    for (const [, major, minor] of (await readFile(join(folder, file), 'latin1')).matchAll(/GLIBC_(\d+)\.(\d+)/g)) {
      const found: readonly [number, number] = [Number(major), Number(minor)];
      if (found[0] > needed[0] || (found[0] === needed[0] && found[1] > needed[1])) needed = found;
    }
  }
  return needed.join('.');
}

async function startsWith(path: string, magic: Buffer): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(magic.length), 0, magic.length, 0);
    return buffer.equals(magic);
  } finally {
    await file.close();
  }
}
