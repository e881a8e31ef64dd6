/** Which files of the build hold what: for tests that hold or refuse a file. */
import { readFile } from 'node:fs/promises';

interface Chunk {
  file: string;
  imports?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

const readManifest = async (): Promise<Manifest> =>
  JSON.parse(await readFile(new URL('../../dist/.vite/manifest.json', import.meta.url), 'utf8')) as Manifest;

function nameOf(manifest: Manifest, source: string): string {
  const name = Object.keys(manifest).find((one) => one.endsWith(source));
  if (name === undefined) throw new Error(`${source} is no chunk of its own`);
  return name;
}

/**
 * @param source its end, such as `src/components/bar-chart/bar-chart-drawing.tsx`
 * @returns a path from the root of the site, such as `assets/x.js`
 */
export async function chunkOf(source: string): Promise<string> {
  const manifest = await readManifest();
  return manifest[nameOf(manifest, source)]?.file ?? '';
}

/**
 * Every file but those that these sources cannot run without: what a screen loads beside itself, a moment later. Paths
 * from the root of the site.
 */
export async function filesBeside(...sources: readonly string[]): Promise<ReadonlySet<string>> {
  const manifest = await readManifest();
  const needed = new Set<string>();
  const need = (name: string): void => {
    if (needed.has(name)) return;
    needed.add(name);
    manifest[name]?.imports?.forEach(need);
  };
  for (const source of sources) need(nameOf(manifest, source));
  return new Set(
    Object.entries(manifest).flatMap(([name, { file }]) => (needed.has(name) || !file.endsWith('.js') ? [] : [file])),
  );
}
