/**
 * Writes each TypeScript source of the services and of `infra` as a module of its own, without its types. `tsc -b` checks
 * the types and writes no module. Benches, tests and planted bugs run from these modules; the programs of the product
 * are bundled from the sources (`programs.mjs`).
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { transformSync } from 'rolldown/utils';
import { TESTS } from './build.mjs';
import { builtPath, modulesPath, programs } from './programs.mjs';

/** The folders with sources, and those of the modules. */
const SOURCES = [
  'command-api/language/src',
  'command-api/src',
  'projections/src',
  'query-api/src',
  'infra/service-kit/src',
  'infra',
];
const NOT_SOURCES = new Set(['node_modules', 'dist', '.build', 'service-kit']);
const DATA = /^infra\/runtime\/seed\/data\/.*\.json$/;

const filesBelow = (root, folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return NOT_SOURCES.has(entry.name) ? [] : filesBelow(root, path);
    return entry.isFile() ? [path] : [];
  });

/** @returns the modules and data files that a build writes, by their source; paths from `root` */
export function moduleFiles(root) {
  const found = new Map();
  for (const file of SOURCES.flatMap((folder) => filesBelow(root, folder))) {
    if (/(?<!\.d)\.ts$/.test(file) && !TESTS.test(file)) found.set(file, moduleOf(file));
    // Threads and data. Other scripts run from where they are.
    else if (DATA.test(file) || (file.includes('/src/') && file.endsWith('.mjs'))) found.set(file, builtPath(file));
  }
  return found;
}

const moduleOf = (source) => {
  const built = builtPath(source);
  return programs.includes(source) ? modulesPath(built) : built;
};

/** @returns the written files, from `root` @throws Error for a source that is not TypeScript */
export function writeModules(root) {
  const written = [];
  const write = (file, content) => {
    writeFileSync(join(root, file), content);
    written.push(file);
  };
  const files = moduleFiles(root);
  for (const folder of new Set([...files.values()].map(dirname))) mkdirSync(join(root, folder), { recursive: true });
  for (const [source, file] of files) {
    const text = readFileSync(join(root, source), 'utf8');
    if (!source.endsWith('.ts')) {
      write(file, text);
      continue;
    }
    const { code, map } = stripTypes(source, text);
    write(file, `${code}//# sourceMappingURL=${basename(file)}.map\n`);
    write(`${file}.map`, JSON.stringify({ ...map, sources: [relative(dirname(file), source)] }));
  }
  return written;
}

/**
 * Imports of `./a.ts` become imports of `./a.js`.
 * @returns the code, and its source map without the source's text
 * @throws Error for a source that is not TypeScript
 */
export function stripTypes(source, text) {
  const { code, map, errors } = transformSync(source, text, {
    target: 'es2023',
    sourcemap: true,
    typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: 'rewrite' },
  });
  if (errors.length > 0) throw new Error(errors.map(({ message }) => `${source}: ${message}`).join('\n'));
  const { version, names, mappings } = map;
  return { code, map: { version, names, mappings } };
}
