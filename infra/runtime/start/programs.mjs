/**
 * Puts each program that a person or the launcher starts into few files, in place of its entry: a process that
 * loads a thousand modules one by one spends more time on that than on its work (docs/decisions/installation/programs.md).
 */
import { join, relative } from 'node:path';

/** The sources of the entries. */
export const programs = [
  'command-api/src/main.ts',
  'command-api/src/reset-second-factor.ts',
  'infra/operations/backup/backup-main.ts',
  'infra/operations/backup/restore-main.ts',
  'infra/runtime/certificates/for-eventstoredb.ts',
  'infra/runtime/certificates/main.ts',
  'infra/runtime/event-log/main.ts',
  'infra/runtime/event-log/standalone.ts',
  'infra/operations/events/main.ts',
  'infra/runtime/gateway/main.ts',
  'infra/operations/history/statement/main.ts',
  'infra/operations/import/main.ts',
  'infra/operations/keys/main.ts',
  'infra/runtime/product/main.ts',
  'infra/operations/security-log/main.ts',
  'infra/runtime/seed/main.ts',
  'infra/runtime/start/main.ts',
  'projections/src/main.ts',
  'projections/src/rebuild-changed.ts',
  'projections/src/rebuild.ts',
  'projections/src/unpark.ts',
  'query-api/src/main.ts',
];

const CHUNKS = 'infra/dist/chunks';
/** In the first line of each written file. */
const MARK = '// One of the files of a program: see infra/runtime/start/programs.mjs';

/** Where the build writes a source file, from the root of the repository. */
export const builtPath = (file) =>
  (file.includes('/src/') ? file.replace('/src/', '/dist/') : file.replace(/^infra\//, 'infra/dist/')).replace(
    /\.ts$/,
    '.js',
  );

/** The entry of a program that imports one module after the other. `infra/verification/test/overlay` runs it. */
export const modulesPath = (built) => built.replace(/\.js$/, '.modules.js');

/** @returns the written files, from `root` @throws Error where a module is missing */
export async function bundlePrograms(root) {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: Object.fromEntries(programs.map((source) => [builtPath(source).replace(/\.js$/, ''), join(root, source)])),
    platform: 'node',
    resolve: { conditionNames: ['source', 'node'] },
    plugins: [placesOfModules(root)],
    onLog(level, log, handle) {
      if (level !== 'warn') handle(level, log);
      // The warnings of packages: optional packages that are not installed, and what others think of their code.
      else if (!log.message.includes('node_modules/')) throw new Error(log.message);
    },
  });
  const { output } = await bundle.write({
    dir: root,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: `${CHUNKS}/[name]-[hash].js`,
    // The bundler leaves out what a file does not use.
    banner: ({ fileName }) => `${MARK}
import { fileURLToPath as pathOfUrl } from 'node:url';
const urlOfModule = (place) => new URL('${'../'.repeat(fileName.split('/').length - 1)}' + place, import.meta.url).href;
const fileOfModule = (place) => pathOfUrl(urlOfModule(place));
const folderOfModule = (place) => pathOfUrl(new URL('.', urlOfModule(place))).slice(0, -1);`,
  });
  await bundle.close();
  return output.map(({ fileName }) => fileName);
}

/**
 * A module finds files beside itself. In a program it stands elsewhere, so it is told where it was. Only the source map of
 * own code is kept: Node reads all of it at the start.
 */
const placesOfModules = (root) => ({
  name: 'places-of-modules',
  transform(code, id) {
    if (id.startsWith('\0')) return undefined;
    const file = relative(root, id);
    const isPackage = /(^|\/)node_modules\//.test(file);
    if (!isPackage && !code.includes('import.meta.url')) return undefined;
    const place = JSON.stringify(isPackage ? file : builtPath(file));
    const placed = code.replaceAll(/\bimport\.meta\.url\b/g, `urlOfModule(${place})`);
    // A line keeps its place.
    if (!isPackage) return { code: placed, map: null };
    return {
      code: placed
        .replaceAll(/\b__dirname\b/g, `folderOfModule(${place})`)
        .replaceAll(/\b__filename\b/g, `fileOfModule(${place})`),
      map: { version: 3, mappings: '', names: [], sources: [] },
    };
  },
});
