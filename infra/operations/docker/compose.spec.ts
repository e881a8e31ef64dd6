/** Checks of the compose file that need no container engine. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { settings as commandApi } from 'command-api/settings';
import { fileSettingOf, SECRET_SETTINGS } from 'service-kit/process/settings';
import { settings as projections } from 'projections/settings';
import { settings as queryApi } from 'query-api/settings';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { settings as gateway } from '../../runtime/gateway/settings.ts';
import { settings as seed } from '../../runtime/seed/settings.ts';
import { backupCommandOf } from '../backup/command-line.ts';
import { mismatchesOf } from './left-out-settings.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const text = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
const dockerfile = readFileSync(join(root, 'infra/operations/docker/Dockerfile'), 'utf8');
const example = readFileSync(join(root, '.env.example'), 'utf8');

const environment = z.record(z.string(), z.coerce.string());
const compose = z
  .object({
    services: z.record(
      z.string(),
      z.looseObject({
        image: z.string(),
        restart: z.enum(['no', 'unless-stopped']),
        read_only: z.literal(true),
        cap_drop: z.tuple([z.literal('ALL')]),
        security_opt: z.tuple([z.literal('no-new-privileges:true')]),
        mem_limit: z.string().regex(/^\d+[mg]$/),
        pids_limit: z.int().max(512),
        logging: z.object({ options: z.object({ 'max-size': z.literal('10m'), 'max-file': z.literal('5') }) }),
        networks: z.array(z.enum(['services', 'engines'])).optional(),
        network_mode: z.literal('none').optional(),
        user: z.string().optional(),
        secrets: z.array(z.literal('master_key')).optional(),
        command: z.array(z.string()).optional(),
        environment: environment.optional(),
        ports: z.array(z.string()).optional(),
        container_name: z.never().optional(),
        volumes: z.array(z.string()).optional(),
        healthcheck: z.looseObject({}).optional(),
        depends_on: z
          .record(z.string(), z.object({ condition: z.enum(['service_healthy', 'service_completed_successfully']) }))
          .optional(),
      }),
    ),
    volumes: z.record(z.string(), z.null()),
    networks: z.object({ services: z.null(), engines: z.object({ internal: z.literal(true) }) }),
    secrets: z.object({ master_key: z.object({ file: z.string() }) }),
  })
  .loose()
  .parse(parse(text, { merge: true }));

const ours = { 'command-api': commandApi, projections, 'query-api': queryApi, gateway, seed };
const sourceOf = (built: string): string =>
  built
    .replace(/^infra\/dist\//, 'infra/')
    .replace(/^([^/]+)\/dist\//, '$1/src/')
    .replace(/\.js$/, '.ts');

/** Substitutes `${NAME}`, `${NAME:-default}` and `${NAME:?sentence}` like compose. A default may hold others. */
const interpolate = (value: string, env: Record<string, string>): string =>
  value.replaceAll(
    /\$\{(\w+)(?::-((?:\$\{\w+\}|[^}])*)|:\?[^}]*)?\}/g,
    (_, name: string, otherwise = '') => env[name] || interpolate(String(otherwise), env),
  );
const passwords = {
  POSTGRES_PASSWORD: 'letters1and2digits3',
  EVENTSTORE_PASSWORD: 'letters4and5digits6',
  REDIS_PASSWORD: 'letters7and8digits9',
};
const secrets = { MASTER_KEY: Buffer.alloc(32).toString('base64'), ...passwords };

describe.each(Object.entries(ours))('%s', (name, settings) => {
  const service = compose.services[name]!;
  const environment = service.environment!;

  test('gets no unknown variable', () => {
    const known: readonly string[] = settings.names;
    const files = SECRET_SETTINGS.filter((secret) => known.includes(secret)).map(fileSettingOf);
    expect(Object.keys(environment).filter((variable) => ![...known, ...files].includes(variable))).toEqual([]);
  });

  test('gets every setting that it reads', () => {
    expect(mismatchesOf(name, settings.names, Object.keys(environment))).toEqual([]);
  });

  test('starts with the secrets only', () => {
    const env = Object.fromEntries(
      Object.entries(environment).map(([variable, value]) => [variable, interpolate(value, secrets)]),
    );
    // The file of a secret is there, and empty where it is not used.
    if (env['MASTER_KEY_FILE']) env['MASTER_KEY_FILE'] = '/dev/null';
    expect(() => settings.read(env)).not.toThrow();
  });

  test('has a command of the build', () => {
    const [program, entry] = service.command!;
    expect(program).toBe('node');
    expect(existsSync(join(root, sourceOf(entry!)))).toBe(true);
  });
});

test('only the gateway has a port that others reach, so that the rest can be scaled', () => {
  expect(
    Object.entries(compose.services)
      .filter(([, { ports = [] }]) => ports.some((port) => !port.startsWith('127.0.0.1:')))
      .map(([name]) => name),
  ).toEqual(['gateway']);
});

test('engines have no way out, and only what uses them reaches them', () => {
  const on = (network: string) =>
    Object.entries(compose.services)
      .filter(([, { networks = [] }]) => networks.some((own) => own === network))
      .map(([name]) => name)
      .toSorted();
  expect(on('engines')).toEqual([
    'backup',
    'command-api',
    'eventstore',
    'postgres',
    'projections',
    'query-api',
    'redis',
  ]);
  for (const engine of ['eventstore', 'postgres', 'redis']) expect(on('services')).not.toContain(engine);
  // On the default network everything would reach it.
  for (const [name, { networks, network_mode: mode }] of Object.entries(compose.services))
    expect({ name, isNamed: networks !== undefined || mode === 'none' }).toEqual({ name, isNamed: true });
});

test('a service waits after a wrong setting, as the engine would start it again and again', () => {
  for (const [name, { command = [], restart, healthcheck }] of Object.entries(compose.services))
    if (command[0] === 'node' && restart !== 'no' && !healthcheck?.['disable'])
      expect({ name, command }).toEqual({ name, command: expect.arrayContaining(['--stay-after-wrong-setting']) });
});

test('images are held to a minor version', () => {
  const images = Object.values(compose.services).map(({ image }) => image);
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image);
  for (const image of [...images, ...bases].filter((name) => name !== 'clinical-pharmacy'))
    expect(image).toMatch(/:v?\d+\.\d+/);
});

test('a backup is made each hour, into a folder that the settings name', () => {
  const { command, volumes } = compose.services['backup']!;
  const [shell, option, script = ''] = command!;
  expect([shell, option]).toEqual(['sh', '-c']);
  expect(script).toContain('sleep 3600');
  const [, program = '', options = ''] = /node (\S+) ([^|]*) \|\|/.exec(script) ?? [];
  expect(existsSync(join(root, sourceOf(program)))).toBe(true);
  expect(backupCommandOf(options.trim().split(' '))).toMatchObject({ kind: 'backup', folder: '/backup/hospital' });
  expect(volumes).toContain('${BACKUP_DIR:-backup-data}:/backup');
  expect(dockerfile).toContain('mkdir -p /data /backup');
});

test('every service waits for healthy ones, and every engine has a health check', () => {
  for (const { depends_on: waits = {} } of Object.values(compose.services))
    for (const name of Object.keys(waits)) expect(compose.services).toHaveProperty(name);
  for (const engine of ['eventstore', 'postgres', 'redis'])
    expect(compose.services[engine]).toHaveProperty('healthcheck');
  expect(dockerfile).toContain('HEALTHCHECK');
});

test('data that must be kept are on named volumes', () => {
  // A file of this repository that a service reads needs no volume.
  const mounted = Object.values(compose.services)
    .flatMap(({ volumes = [] }) => volumes.map((volume) => interpolate(volume, {}).split(':')[0]))
    .filter((from) => !from?.startsWith('./'));
  expect([...new Set(mounted)].toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
});

test('the real engines keep what they acknowledged', () => {
  expect(compose.services['redis']!.command).toEqual([
    'redis-server',
    '--appendonly',
    'yes',
    '--appendfsync',
    'everysec',
    '--maxmemory-policy',
    'noeviction',
    '--requirepass',
    expect.stringMatching(/^\$\{REDIS_PASSWORD:\?/),
  ]);
  expect(compose.services['postgres']!.command).toContain('synchronous_commit=on');
  expect(compose.services['postgres']!.environment!['POSTGRES_INITDB_ARGS']).toContain('--data-checksums');
  // Before 24.10.4 the limit of an append counts its data only, so a too large append is refused too late.
  const [, patch] = /:24\.10\.(\d+)/.exec(compose.services['eventstore']!.image) ?? [];
  expect(Number(patch)).toBeGreaterThanOrEqual(4);
});

test('the event store has TLS and a password, and only it sees its key', () => {
  const { environment = {}, depends_on: waits } = compose.services['eventstore']!;
  expect(environment).not.toHaveProperty('EVENTSTORE_INSECURE');
  for (const user of ['ADMIN', 'OPS'])
    expect(interpolate(environment[`EVENTSTORE_DEFAULT_${user}_PASSWORD`]!, secrets)).toBe(secrets.EVENTSTORE_PASSWORD);
  expect(waits).toEqual({ 'eventstore-certificates': { condition: 'service_completed_successfully' } });
  for (const name of ['command-api', 'projections', 'query-api']) {
    const { environment: given = {}, volumes } = compose.services[name]!;
    expect(interpolate(given['EVENTSTORE_URL']!, secrets)).toBe(
      'esdb://admin:letters4and5digits6@eventstore:2113?tls=true&tlsCAFile=/certificates/authority/ca.crt',
    );
    expect(volumes).toContain('eventstore-authority:/certificates/authority:ro');
  }
  const holders = Object.entries(compose.services)
    .filter(([, { volumes = [] }]) => volumes.some((volume) => volume.startsWith('eventstore-certificates:')))
    .map(([name]) => name);
  expect(holders.toSorted()).toEqual(['eventstore', 'eventstore-certificates']);
  for (const part of ['server', 'authority']) expect(dockerfile).toContain(`/certificates/${part}`);
});

test('the event store sends no telemetry', () => {
  expect(compose.services['eventstore']!.environment).toMatchObject({ EVENTSTORE_TELEMETRY_OPTOUT: 'true' });
});

test('KurrentDB takes the place of EventStoreDB with the same volumes, passwords and silence', () => {
  const { services } = z
    .object({ services: z.record(z.string(), z.strictObject({ image: z.string(), user: z.string(), environment })) })
    .parse(parse(readFileSync(join(root, 'docker-compose.kurrentdb.yml'), 'utf8')));
  expect(Object.keys(services)).toEqual(['eventstore']);
  const { image, environment: changed } = services['eventstore']!;
  const { environment: before = {}, volumes = [] } = compose.services['eventstore']!;
  // The version with long-term support.
  expect(image).toMatch(/\/kurrentdb:26\.0\.\d+$/);
  for (const [name, value] of Object.entries(changed)) {
    const same = before[name.replace('KURRENTDB_', 'EVENTSTORE_')];
    if (same !== undefined) expect([name, interpolate(value, secrets)]).toEqual([name, interpolate(same, secrets)]);
  }
  for (const name of ['TELEMETRY_OPTOUT', 'DEFAULT_ADMIN_PASSWORD', 'DEFAULT_OPS_PASSWORD'])
    expect(changed).toHaveProperty(`KURRENTDB_${name}`);
  for (const [name, volume] of [
    ['DB', 'eventstore-data'],
    ['LOG', 'eventstore-logs'],
  ] as const)
    expect(volumes).toContain(`${volume}:${changed[`KURRENTDB_${name}`]}`);
});

test('every variable that can be set from outside is in .env.example, and secrets have no default', () => {
  const used = [...new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name))].toSorted();
  const listed = [...example.matchAll(/^(\w+)=/gm)].map(([, name]) => name).toSorted();
  expect(listed).toEqual(used);
  for (const secret of Object.keys(passwords)) expect(text).toMatch(new RegExp(`\\$\\{${secret}:\\?`));
});

test('all files that the image copies exist, and it does not run as root', () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources]) => sources!.split(' '));
  expect(copied.length).toBeGreaterThan(5);
  for (const source of copied) expect(existsSync(join(root, source)), source).toBe(true);
  for (const [entry] of dockerfile.matchAll(/[\w-]+\/dist\/[\w/-]+\.js/g))
    expect(existsSync(join(root, sourceOf(entry))), entry).toBe(true);
  expect(dockerfile).toMatch(/^USER node$/m);
});
