/**
 * The chunks that are needed before a chunk runs.
 * @param manifest Vite's manifest: chunks by name, each with the chunks that it imports
 * @param name the name of a chunk
 * @returns names of chunks, its own first
 * @throws Error when the build has no such chunk
 */
export function needs(manifest, name, found = new Set()) {
  if (found.has(name)) return found;
  const chunk = manifest[name];
  if (!chunk) throw new Error(`The build has no ${name}`);
  found.add(name);
  for (const other of chunk.imports ?? []) needs(manifest, other, found);
  return found;
}
