/** Checks of the manifests that need no cluster. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { settings as commandApi } from 'command-api/settings';
import type { Probe } from 'kubernetes-types/core/v1.d.ts';
import { settings as projections } from 'projections/settings';
import { settings as queryApi } from 'query-api/settings';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { mismatchesOf } from '../docker/left-out-settings.ts';
import { prometheus } from '../docker/monitoring/testing.ts';
import { settings as gateway } from '../../runtime/gateway/settings.ts';
import { settings as seed } from '../../runtime/seed/settings.ts';
import {
  appliedFiles,
  environmentOf,
  kindOf,
  manifests,
  ofKind,
  OPERATORS,
  ours,
  secretNames,
  selects,
  settingsMap,
  workloads,
} from './testing/manifests.ts';
import { manifestValidator } from './testing/schemas.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const settingsOf = { 'command-api': commandApi, projections, 'query-api': queryApi, gateway, seed };
const services = ['command-api', 'gateway', 'projections', 'query-api'];
const secrets = {
  MASTER_KEY: Buffer.alloc(32).toString('base64'),
  POSTGRES_PASSWORD: 'letters1and2digits3',
  EVENTSTORE_PASSWORD: 'letters4and5digits6',
  REDIS_PASSWORD: 'letters7and8digits9',
};
/** Also those that a hospital need not have. */
const everySecret = Object.fromEntries(secretNames.map((name) => [name, 'x']));
/** Settings of compose that a cluster has in another form: a Service, an Ingress, an address of the manifests. */
const COMPOSE_ONLY = ['BACKUP_DIR', 'EVENTSTORE_URL', 'GRAFANA_PORT', 'MASTER_KEY_FILE', 'PORT'];
const HEALTH_ROUTES = ['/api/health', '/api/ready'];
const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, { image: string; command: string[]; environment: Record<string, unknown> }>;
};
const sourceOf = (built: string): string =>
  built
    .replace(/^infra\/dist\//, 'infra/')
    .replace(/^([^/]+)\/dist\//, '$1/src/')
    .replace(/\.js$/, '.ts');

// A schema is compiled by its first manifest.
describe('by the schemas of Kubernetes', { timeout: 60_000 }, () => {
  const mistakesOf = manifestValidator();

  test.each(manifests.filter((manifest) => !OPERATORS.includes(kindOf(manifest))))(
    '$kind $metadata.name in $file has no mistake',
    ({ file: _, ...manifest }) => {
      expect(mistakesOf(manifest)).toEqual([]);
    },
  );

  test('a wrong type, a missing and an unknown member are mistakes', () => {
    const service = { apiVersion: 'v1', kind: 'Service', spec: { ports: [{ port: 'http', tragetPort: 1 }] } };
    expect(mistakesOf(service).join('\n')).toMatch(/tragetPort[^]*must be number/);
    const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', spec: { template: {} } };
    expect(mistakesOf(deployment).join('\n')).toContain('selector');
    expect(mistakesOf({ apiVersion: 'v1', kind: 'Pod' })).toEqual(['v1 Pod is not in kinds.ts']);
  });
});

test('Prometheus gives the pods the job of the alerts', () => {
  const monitor = manifests.find((manifest) => OPERATORS.includes(kindOf(manifest)));
  const { jobLabel = '' } = { ...(monitor?.['spec'] as { jobLabel?: string } | undefined) };
  for (const { name, labels } of workloads.filter((workload) => services.includes(workload.name)))
    expect([name, labels[jobLabel]]).toEqual([name, prometheus().scrape_configs[0]?.job_name]);
});

test('every file is applied, except the optional ones', () => {
  const files = [...new Set(manifests.map(({ file }) => file))].filter((file) => !file.startsWith('optional/'));
  expect(appliedFiles().toSorted()).toEqual(files.toSorted());
});

test('each service of the product has a deployment, and each engine a set with kept data', () => {
  expect(ofKind('apps/v1 Deployment').map(({ metadata }) => metadata?.name)).toEqual(expect.arrayContaining(services));
  for (const { metadata, spec } of ofKind('apps/v1 StatefulSet')) {
    const claims = spec?.volumeClaimTemplates?.map((claim) => claim.metadata?.name);
    expect({ name: metadata?.name, claims }).toEqual({ name: metadata?.name, claims: ['data'] });
  }
});

describe.each(ours)('$name', ({ name, container }) => {
  const settings = Object.entries(settingsOf).find(([service]) => service === name)?.[1];
  const own = (container.env ?? []).map((variable) => variable.name);

  test('runs a program of the build', () => {
    const [program, entry = ''] = container.command ?? [];
    expect([program, existsSync(join(root, sourceOf(entry)))]).toEqual(['node', true]);
  });

  test('gets every setting that it reads', () => {
    const given = Object.keys(environmentOf(container, everySecret));
    // A cluster has no address of this machine.
    const leftOutToo = name === 'command-api' ? ['LOCAL_URL'] : [];
    if (settings) expect(mismatchesOf(name, settings.names, given, leftOutToo)).toEqual([]);
  });

  test('gets no unknown variable of its own, and starts with the needed secrets only', () => {
    // Parts of addresses, and what OpenTelemetry reads by itself.
    const parts = ['POSTGRES_PASSWORD', 'EVENTSTORE_PASSWORD', 'REDIS_PASSWORD'];
    const known = settings?.names ?? ['DATABASE_URL', 'EVENTSTORE_URL'];
    expect(own.filter((variable) => ![...known, ...parts].includes(variable))).toEqual([]);
    const env = environmentOf(container, secrets);
    expect(() => settings?.read(env)).not.toThrow();
  });
});

test('every setting of .env.example is in the settings map or in the secret, and no other', () => {
  const listed = [...read('.env.example').matchAll(/^(\w+)=/gm)].flatMap(([, setting]) => setting ?? []);
  const given = [...Object.keys(settingsMap), ...secretNames];
  expect(given.toSorted()).toEqual(listed.filter((setting) => !COMPOSE_ONLY.includes(setting)).toSorted());
  const known = Object.values(settingsOf).flatMap(({ names }): readonly string[] => names);
  expect(Object.keys(settingsMap).filter((setting) => !known.includes(setting))).toEqual([]);
});

test('secrets are named only, each is used, and the gateway has neither the master key nor the engines', () => {
  const named = workloads.flatMap(({ name, container }) =>
    (container.env ?? []).flatMap(({ valueFrom }) => {
      const secret = valueFrom?.secretKeyRef;
      return secret ? [{ name, secret: secret.name, key: secret.key, isOptional: secret.optional === true }] : [];
    }),
  );
  expect([...new Set(named.map(({ secret }) => secret))]).toEqual(['clinical-pharmacy']);
  expect([...new Set(named.map(({ key }) => key))].toSorted()).toEqual([...secretNames].toSorted());
  const needed = named.filter(({ isOptional }) => !isOptional).map(({ key }) => key);
  expect([...new Set(needed)].toSorted()).toEqual(Object.keys(secrets).toSorted());
  const holders = named.filter(({ key }) => key === 'MASTER_KEY').map(({ name }) => name);
  expect(holders.toSorted()).toEqual(['command-api', 'projections', 'query-api']);
  expect(named.filter(({ name }) => name === 'gateway').map(({ key }) => key)).toEqual([
    'GATEWAY_SECRET',
    'METRICS_TOKEN',
    'OTEL_EXPORTER_OTLP_HEADERS',
  ]);
});

test.each(workloads)('a pod of $name has no root, no capabilities, and writes to its volumes only', (workload) => {
  const { pod, container } = workload;
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
  expect(pod.securityContext?.runAsUser).toBeGreaterThan(0);
  // Links are off, so no address of another Service becomes a variable that a program takes for a setting.
  expect(pod).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
  expect(container.resources).toMatchObject({
    requests: { cpu: expect.any(String), memory: expect.any(String) },
    limits: { memory: expect.any(String) },
  });
});

test.each(workloads)('the volumes that $name mounts are there', ({ name, pod, container }) => {
  const claims = ofKind('apps/v1 StatefulSet')
    .filter(({ metadata }) => metadata?.name === name)
    .flatMap(({ spec }) => spec?.volumeClaimTemplates?.map(({ metadata }) => metadata?.name) ?? []);
  const there = [...(pod.volumes ?? []).map((volume) => volume.name), ...claims];
  expect((container.volumeMounts ?? []).map((mount) => mount.name).toSorted()).toEqual(there.toSorted());
});

describe.each(workloads.filter(({ replicas }) => replicas !== undefined))('the running $name', (workload) => {
  const { name, container, labels, pod } = workload;
  const ports = (container.ports ?? []).map((port) => port.name);
  const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe].filter(
    (probe): probe is Probe => probe !== undefined,
  );

  test('is watched at ports and routes that it has', () => {
    expect(container.livenessProbe).toBeDefined();
    expect(container.readinessProbe).toBeDefined();
    for (const { httpGet } of probes) {
      if (!httpGet) continue;
      expect(ports).toContain(httpGet.port);
      if (services.includes(name)) expect(HEALTH_ROUTES).toContain(httpGet.path);
    }
    // A check of its engines must not end a process that waits for them.
    if (services.includes(name)) expect(container.livenessProbe?.httpGet?.path).toBe('/api/health');
  });

  test('listens where its Service leads to', () => {
    const [service, ...others] = ofKind('v1 Service').filter(({ spec }) =>
      selects({ matchLabels: spec?.selector ?? {} }, labels),
    );
    expect([service?.metadata?.name, others]).toEqual([name, []]);
    for (const { targetPort } of service?.spec?.ports ?? []) expect(ports).toContain(targetPort);
    const port = container.env?.find((variable) => variable.name === 'PORT')?.value;
    if (services.includes(name)) expect(port).toBe(String(service?.spec?.ports?.[0]?.port));
  });

  test('may lose a pod to a drain while another one answers, or has no budget', () => {
    const budgets = ofKind('policy/v1 PodDisruptionBudget').filter(({ spec }) => selects(spec?.selector, labels));
    expect(budgets).toHaveLength(services.includes(name) ? 1 : 0);
    for (const { spec } of budgets) expect(Number(spec?.minAvailable)).toBeLessThan(workload.replicas ?? 0);
  });

  test('has more time to end than it needs', () => {
    if (!services.includes(name)) return;
    const pause = Number(container.lifecycle?.preStop?.exec?.command?.[1]);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(pause + 20);
  });
});

test.each(['eventstore', 'postgres', 'redis'])('%s has the image and the options of the compose file', (name) => {
  const { container } = workloads.find((workload) => workload.name === name)!;
  const engine = compose.services[name]!;
  expect(container.image).toBe(engine.image);
  // Each has its own way to name a variable.
  const written = (args: readonly string[] = []) => args.map((arg) => arg.replace(/^\$[{(].*[})]$/, '$PASSWORD'));
  expect(written(container.args)).toEqual(written(engine.command));
  const given = (container.env ?? []).map((variable) => variable.name).filter((variable) => variable !== 'PGDATA');
  expect(given.toSorted()).toEqual(Object.keys(engine.environment ?? {}).toSorted());
});
