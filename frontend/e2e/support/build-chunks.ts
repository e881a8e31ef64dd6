/** Finds the files of the build by their sources, for tests that delay or block a file. */
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
  if (name === undefined) throw new Error(`${source} is not a separate chunk`);
  return name;
}

/**
 * @param source the end of its path, such as `src/components/bar-chart/bar-chart-drawing.tsx`
 * @returns the path from the root of the site, such as `assets/x.js`
 */
export async function chunkOf(source: string): Promise<string> {
  const manifest = await readManifest();
  return manifest[nameOf(manifest, source)]?.file ?? '';
}

/** The files that these sources do not need to start: a screen loads them later. Paths from the root of the site. */
export async function nonEssentialFiles(...sources: readonly string[]): Promise<ReadonlySet<string>> {
  const manifest = await readManifest();
  const needed = new Set<string>();
  const addNeeded = (name: string): void => {
    if (needed.has(name)) return;
    needed.add(name);
    manifest[name]?.imports?.forEach(addNeeded);
  };
  for (const source of sources) addNeeded(nameOf(manifest, source));
  return new Set(
    Object.entries(manifest).flatMap(([name, { file }]) => (needed.has(name) || !file.endsWith('.js') ? [] : [file])),
  );
}
