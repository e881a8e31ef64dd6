import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { commandLines } from '../../../operations/release/product-files.ts';
import { SETTINGS_MISTAKE } from '../../../runtime/start/program/start-errors.ts';
import { FORMS, NOT_RUN, RUN } from './commands.ts';
import { commandsOf, otherLinesOf } from './page-commands.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const page = read('docs/operations.md');
const commands = commandsOf(page);
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, { profiles?: string[]; command?: string[] }>;
};
const sourceOf = (built: string): string =>
  built
    .replace(/^infra\/dist\//, 'infra/')
    .replace(/^([^/]+)\/dist\//, '$1/src/')
    .replace(/\.js$/, '.ts');

test('commands are found in blocks and in sentences, and names of programs alone are none', () => {
  const text = [
    'Run `npm run backup -- --to\nDIR`, `npm ci && npm start`, or `install`; `ready http://localhost`.',
    '',
    '```',
    'cp .env.example .env      # fill it in',
    'A={}',
    '```',
  ].join('\n');
  expect(commandsOf(text)).toEqual(['cp .env.example .env', 'npm run backup -- --to DIR', 'npm ci', 'npm start']);
  expect(otherLinesOf(text)).toEqual(['A={}']);
});

test('every command of the page is run by a test, or is listed with the reason why not', () => {
  expect(commands.length).toBeGreaterThan(50);
  expect([...commands].toSorted()).toEqual([...RUN, ...Object.keys(NOT_RUN), ...FORMS].toSorted());
});

test('every other line of a block is the value of a setting', () => {
  for (const line of otherLinesOf(page)) expect(line).toMatch(/^[A-Z_]+=/);
});

test('every command of npm is a script of package.json', () => {
  const named = commands.flatMap((command) => /npm run (?:-s )?([\w:-]+)/.exec(command)?.[1] ?? []);
  expect(named.filter((name) => name !== 'NAME' && scripts[name] === undefined)).toEqual([]);
});

/** The parts of `docker compose run`: the service, and the program where it is another one than the service's. */
const composeRun = /^docker compose run --rm (?:--volume \S+ )?([\w-]+)(?: node (\S+))?/;

test.each(commands.filter((command) => command.startsWith('docker ')))('%s fits the compose file', (command) => {
  const [, service, program] = composeRun.exec(command) ?? [];
  const scaled = [...command.matchAll(/--scale ([\w-]+)=\d+/g)].flatMap(([, name]) => name ?? []);
  for (const name of [service, ...scaled]) if (name !== undefined) expect(compose.services).toHaveProperty(name);
  const entry = program ?? (service === undefined ? undefined : compose.services[service]?.command?.[1]);
  if (entry !== undefined) expect(existsSync(join(root, sourceOf(entry))), entry).toBe(true);
  const profile = /--profile ([\w-]+)/.exec(command)?.[1];
  const profiles = Object.values(compose.services).flatMap(({ profiles: own = [] }) => own);
  if (profile !== undefined) expect(profiles).toContain(profile);
  const read = /^docker compose logs ([\w-]+)$/.exec(command)?.[1];
  if (read !== undefined) expect(compose.services).toHaveProperty(read);
  else expect(command).toMatch(/^docker compose (?:--profile \S+ )?(?:run --rm|up (?:--build )?--detach)\b/);
});

/** The template of an instance, such as `name@.timer` for `name@mnt-backup.timer`. */
function unitFileOf(command: string): string {
  const unit = (command.split(' ').at(-1) ?? '').replace(/@[\w-]+/, '@');
  return unit.endsWith('.timer') ? unit : `${unit}.service`;
}

test('the unit of systemd is the one of the release, and does not start again after a wrong setting', () => {
  for (const command of commands.filter((text) => /^(systemctl|journalctl) /.test(text)))
    expect(existsSync(join(root, 'infra/operations/release/files', unitFileOf(command))), command).toBe(true);
  expect(read('infra/operations/release/files/clinical-pharmacy.service')).toContain(
    `RestartPreventExitStatus=${SETTINGS_MISTAKE}`,
  );
});

test('the commands of a release are there', async () => {
  const known = (await commandLines(root)).split('\n').map((line) => line.split(' ')[0]);
  const named = commands.flatMap(
    (command) => /^\/opt\/clinical-pharmacy\/bin\/clinical-pharmacy (\w+)/.exec(command)?.[1] ?? [],
  );
  // `rollback` is a script of its own, which infra/operations/release/install.nightly.int.spec.ts runs.
  for (const name of named.filter((text) => text !== 'NAME' && text !== 'rollback')) expect(known).toContain(name);
});

test.each(commands.filter((command) => command.startsWith('kubectl ')))(
  '%s names what the manifests have',
  (command) => {
    for (const path of command.match(/infra\/operations\/kubernetes\S*/g) ?? [])
      expect(existsSync(join(root, path.replace('secrets.env', 'secrets.example.env'))), path).toBe(true);
    const namespace = /(?:--namespace|create namespace) (\S+)/.exec(command)?.[1];
    if (namespace !== undefined)
      expect(read('infra/operations/kubernetes/namespace.yaml')).toContain(`name: ${namespace}\n`);
    const deployment = /scale deployment (\S+)/.exec(command)?.[1];
    if (deployment !== undefined)
      expect(existsSync(join(root, `infra/operations/kubernetes/${deployment}.yaml`))).toBe(true);
  },
);
