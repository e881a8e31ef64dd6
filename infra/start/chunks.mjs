/**
 * Everything that has to be there before a chunk runs.
 * @param manifest Vite's: chunk by name, `imports` the chunks that a chunk cannot run without
 * @param name of a chunk
 * @returns names of chunks, itself the first
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
