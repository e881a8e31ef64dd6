/**
 * Checks the import directions (docs/architecture.md, "Import directions"). `npm run check:imports` prints each import
 * against them. Imports within a package are paths, imports of another package are specifiers of its `exports`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';

const packages = ['command-api', 'projections', 'query-api', 'frontend', 'infra'];
const KIT = 'infra/service-kit';
const LANGUAGE = 'command-api/language';
/** The package of a file: its name in specifiers. */
const packageOf = (path) =>
  path.startsWith(`${KIT}/`) ? 'service-kit' : path.startsWith(`${LANGUAGE}/`) ? 'language' : path.split('/')[0];
const isSpec = (path) =>
  /\.(spec|e2e|testdata)\.tsx?$/.test(path) ||
  /(^|\/)(testing(-[\w-]+)?|test-setup|specification)\.tsx?$/.test(path) ||
  /(^|\/)testing\//.test(path);

/** The parts of the other packages that each package may import. */
const language = /^language\//;
const kit = /^service-kit\/(?!testing\/)/;
const across = {
  language: [],
  'service-kit': [language],
  'command-api': [kit, language],
  projections: [kit, language],
  'query-api': [kit, language, /^projections\/schema\//],
  frontend: [
    /^language\/contract\//,
    /^language\/domain\/(values\/(codes|calendar-date|arabic|folding|record-fields|feed-codes|pcne|severity-questions|touched)|drug\/(trade-label|classification)|team\/(avoided-harm|dose-intervals|answer-rules|classification)|patient\/allergy-agent|admission\/(medication-course|reconciliation|asked-of)|\w+\/fields)$/,
    /^language\/domain\/(measurements|formulas|orders|checks|priority)\/[\w-]+$/,
  ],
  infra: [/^(language|command-api|projections|query-api|service-kit)\//],
};
const acrossForSpecs = [language, /^[\w-]+\/testing($|\/)/];

/** The layers of the browser, with the layers that each may import. */
const parts = ['outbox', 'sync', 'platform', 'components'];
const below = Object.fromEntries(
  Object.entries({
    app: ['app', 'routes', 'features', 'clinical', 'editing', ...parts],
    routes: ['routes', 'features', 'clinical', 'editing', ...parts],
    features: ['features', 'clinical', 'editing', ...parts],
    clinical: ['clinical', ...parts],
    editing: ['editing', ...parts],
    outbox: parts,
    sync: ['sync', 'platform'],
    components: ['components', 'platform'],
    platform: ['platform'],
  }).map(([layer, layers]) => [layer, new Set(layers)]),
);

/** The rules. `path` is the importing file, `to` the imported file (`own` package) or the specifier. */
const rules = [
  {
    broken: (path, to, own) =>
      path.startsWith('command-api/language/src/domain/') &&
      !isSpec(path) &&
      !(own ? to.startsWith('command-api/language/src/domain/') : to === 'zod'),
    why: 'the domain is pure: it imports zod and itself',
  },
  {
    broken: (path, to, own) =>
      path.startsWith('command-api/language/src/contract/') &&
      !isSpec(path) &&
      !(own ? /^command-api\/language\/src\/(contract|domain)\//.test(to) : to === 'zod'),
    why: 'contracts import the domain and zod',
  },
  {
    broken: (path, to) =>
      /^@eventstore\/db-client($|\/)/.test(to) &&
      !path.startsWith(`${KIT}/src/event-log/`) &&
      !/^infra\/(verification\/faults\/event-log|runtime\/event-log|operations\/events)\//.test(path) &&
      !(packageOf(path) === 'infra' && isSpec(path)),
    why: "only the port's adapter imports the event store's client",
  },
  {
    broken: (path, to, own) =>
      own && featureOf(path) !== undefined && featureOf(to) !== undefined && featureOf(path) !== featureOf(to),
    why: 'a feature does not import another feature',
  },
  {
    broken: (path, to, own) =>
      own && !isSpec(path) && below[layerOf(path)] !== undefined && !below[layerOf(path)].has(layerOf(to)),
    why: 'a layer of the browser imports itself and what is below it',
  },
  {
    broken: (path, to, own) => own && packageOf(to) !== packageOf(path),
    why: 'no relative path leads into another package',
  },
  {
    broken: (path, to, own) =>
      !own &&
      Object.hasOwn(across, packageOf(to)) &&
      packageOf(to) !== packageOf(path) &&
      !across[packageOf(path)].some((allowed) => allowed.test(to)) &&
      !(isSpec(path) && acrossForSpecs.some((allowed) => allowed.test(to))) &&
      !(path.startsWith('frontend/e2e/') && to.startsWith('infra/verification/test/')),
    why: 'this package may not import that of the other one',
  },
];
/** The words of the languages belong to the platform. */
const layerOf = (path) =>
  path.startsWith('frontend/locales/') ? 'platform' : /^frontend\/src\/([^/]+)\//.exec(path)?.[1];
const featureOf = (path) => /^frontend\/src\/features\/([^/]+)\//.exec(path)?.[1];

/** @returns a sentence for each import against the directions */
export function violations(files) {
  return files.flatMap(({ path, text }) =>
    importsOf(path, text).flatMap((specifier) => {
      const own = specifier.startsWith('.');
      const to = own ? posix.join(posix.dirname(path), specifier) : specifier;
      return rules
        .filter(({ broken }) => broken(path, to, own))
        .map(({ why }) => `${path} imports ${specifier}: ${why}`);
    }),
  );
}

/** The specifiers of all import and export declarations, of `import()` with a literal and of import types. */
function importsOf(path, text) {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const specifiers = [];
  const add = ({ source }) => {
    if (typeof source?.value === 'string') specifiers.push(source.value);
  };
  new Visitor({
    ImportDeclaration: add,
    ExportNamedDeclaration: add,
    ExportAllDeclaration: add,
    ImportExpression: add,
    TSImportType: add,
  }).visit(program);
  return specifiers;
}

/** All source files of all packages: path in the repository, and text. */
export function sources(root) {
  const walk = (folder) =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      if (['node_modules', 'dist', '.build'].includes(entry.name)) return [];
      const file = join(folder, entry.name);
      if (entry.isDirectory()) return walk(file);
      return /\.(tsx?|mjs)$/.test(entry.name) ? [{ path: relative(root, file), text: readFileSync(file, 'utf8') }] : [];
    });
  return packages.flatMap((name) => walk(join(root, name)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = sources(join(dirname(fileURLToPath(import.meta.url)), '../../..'));
  const found = violations(files);
  for (const sentence of found) console.error(sentence);
  console.log(`${files.length} files, ${found.length} imports against the directions`);
  process.exit(found.length === 0 ? 0 : 1);
}
