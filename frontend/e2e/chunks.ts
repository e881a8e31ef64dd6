/** Which file of the build holds a source: for tests that hold or refuse one file. */
import { readFile } from 'node:fs/promises';

type Manifest = Record<string, { file: string }>;

/** @param source its end, such as `src/ui/chart-drawing.tsx` @returns a path from the root of the site, such as `assets/x.js` */
export async function chunkOf(source: string): Promise<string> {
  const manifest = JSON.parse(await readFile(new URL('../dist/.vite/manifest.json', import.meta.url), 'utf8')) as Manifest;
  const found = Object.keys(manifest).find((name) => name.endsWith(source));
  const file = found === undefined ? undefined : manifest[found]?.file;
  if (file === undefined) throw new Error(`${source} is no chunk of its own`);
  return file;
}
