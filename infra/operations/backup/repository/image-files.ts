/**
 * The contents of images, a file each: a line of JSON with sizes and hash, then the content and the thumbnail. An image
 * never changes, so a file is written once.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { Altered } from '../failures.ts';

export interface ImageContents {
  readonly content: Buffer;
  readonly thumbnail: Buffer;
}

const Head = z.object({
  image: z.string(),
  content: z.int().nonnegative(),
  thumbnail: z.int().nonnegative(),
  sha256: z.string(),
});
const NEWLINE = 0x0a;
const SUFFIX = '.image';

const hashOf = ({ content, thumbnail }: ImageContents): string =>
  createHash('sha256').update(content).update(thumbnail).digest('hex');
/** Many files in one folder are slow on some media. */
const folderOf = (folder: string, image: string): string =>
  join(folder, 'images', createHash('sha256').update(image).digest('hex').slice(0, 2));
const pathOf = (folder: string, image: string): string =>
  join(folderOf(folder, image), `${encodeURIComponent(image)}${SUFFIX}`);

/** @returns the size of the file; undefined where there is none */
export const imageSize = (folder: string, image: string): Promise<number | undefined> =>
  stat(pathOf(folder, image)).then(
    ({ size }) => size,
    () => undefined,
  );

/** @returns the size of the file */
export async function writeImage(folder: string, image: string, contents: ImageContents): Promise<number> {
  const { content, thumbnail } = contents;
  const head = { image, content: content.length, thumbnail: thumbnail.length, sha256: hashOf(contents) };
  const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), content, thumbnail]);
  await mkdir(folderOf(folder, image), { recursive: true, mode: 0o700 });
  const path = pathOf(folder, image);
  await writeFile(`${path}.new`, bytes, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  return bytes.length;
}

/** @throws Altered where it is missing or changed */
export async function readImage(folder: string, image: string): Promise<ImageContents> {
  const path = pathOf(folder, image);
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new Altered(`The file ${path} is missing.`) : error;
  });
  const end = bytes.indexOf(NEWLINE) + 1;
  const head = Head.safeParse(jsonOf(bytes.subarray(0, end).toString('utf8'))).data;
  if (head?.image === image && bytes.length === end + head.content + head.thumbnail) {
    const contents = {
      content: bytes.subarray(end, end + head.content),
      thumbnail: bytes.subarray(end + head.content),
    };
    if (hashOf(contents) === head.sha256) return contents;
  }
  throw new Altered(`The file ${path} is damaged.`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Removes the files of all other images, and what a run that was cut off has left. */
export async function keepImages(folder: string, images: ReadonlySet<string>): Promise<void> {
  const kept = new Set([...images].map((image) => pathOf(folder, image)));
  const below = join(folder, 'images');
  for (const part of await readdir(below).catch(() => []))
    for (const name of await readdir(join(below, part)).catch(() => [])) {
      const path = join(below, part, name);
      if (!kept.has(path) && (name.endsWith(SUFFIX) || name.endsWith(`${SUFFIX}.new`))) await rm(path, { force: true });
    }
}
