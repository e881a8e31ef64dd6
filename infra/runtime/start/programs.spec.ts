import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtPath, modulesPath, programs } from '#programs';
import { expect, test } from 'vitest';
import { root } from '../../verification/test/started-program.ts';

const built = new Set(programs.map(builtPath));

test.each([
  ['query-api/src/http/rights.ts', 'query-api/dist/http/rights.js'],
  ['infra/service-kit/src/http/http-problem.ts', 'infra/service-kit/dist/http/http-problem.js'],
  ['infra/runtime/event-log/store/tail.ts', 'infra/dist/runtime/event-log/store/tail.js'],
])('%s is built as %s', (file, place) => expect(builtPath(file)).toBe(place));

test('the modules of a program have an entry beside it', () =>
  expect(modulesPath('infra/dist/operations/keys/main.js')).toBe('infra/dist/operations/keys/main.modules.js'));

test('each program has a source', () =>
  expect(programs.filter((source) => !existsSync(join(root, source)))).toEqual([]));

/** The files by which npm, containers, the launcher and a release start programs. */
const starters = [
  'docker-compose.yml',
  'infra/operations/docker/Dockerfile',
  'infra/runtime/start/processes/early-services.ts',
  ...filesBelow('infra/operations/kubernetes', /\.yaml$/),
  ...filesBelow('infra/operations/release/files', /\.service$/),
  ...filesBelow('infra', /(^|\/)start\.mjs$/),
];

function filesBelow(folder: string, name: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file) && !/(^|\/)(dist|node_modules)\//.test(file))
    .map((file) => `${folder}/${file}`);
}

/** The programs that a file names, such as `infra/dist/operations/keys/main.js`, or `../../dist/operations/keys/main.js` below infra. */
function startedBy(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/(?:([\w-]+)|\.\.)\/dist\/([\w/-]+\.js)/g)].map(
    ([, folder = 'infra', entry]) => `${folder}/dist/${entry}`,
  );
}

const commands = readFileSync(join(root, 'package.json'), 'utf8').matchAll(
  /infra\/runtime\/start\/command\.mjs ([\w/-]+)"/g,
);
const started = [
  ...starters.flatMap((file) => startedBy(file).map((program) => [file, program] as const)),
  ...[...commands].map(([, entry]) => ['package.json', `infra/dist/${entry}.js`] as const),
];

test.each(started)('%s starts a program of few files: %s', (_, program) => expect(built).toContain(program));

test('commands, containers and the launcher are read', () => {
  expect(started.map(([, program]) => program)).toEqual(
    expect.arrayContaining([
      'command-api/dist/main.js',
      'infra/dist/operations/backup/restore-main.js',
      'infra/dist/runtime/gateway/main.js',
      'infra/dist/operations/history/statement/main.js',
      'infra/dist/runtime/product/main.js',
    ]),
  );
});
