/** The manifests, read for specs. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Container, PodSpec } from 'kubernetes-types/core/v1.d.ts';
import type { LabelSelector } from 'kubernetes-types/meta/v1.d.ts';
import { parse, parseAllDocuments } from 'yaml';
import * as z from 'zod';
import type { Kinds } from './kinds.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));
const Kustomization = z.object({ resources: z.array(z.string()) });
const Head = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});

/** A manifest with its file below `infra/operations/kubernetes`. */
export type Manifest = z.infer<typeof Head> & { readonly file: string };

/** Manifests of kinds that an operator brings. */
export const OPERATORS = ['monitoring.coreos.com/v1 PodMonitor'];
export const kindOf = ({ apiVersion, kind }: Pick<Manifest, 'apiVersion' | 'kind'>): string => `${apiVersion} ${kind}`;

/** All but the kustomizations. */
export const manifests: readonly Manifest[] = filesWith('.yaml')
  .filter((file) => !file.endsWith('kustomization.yaml'))
  .flatMap((file) => parseAllDocuments(textOf(file)).map((document) => ({ ...Head.parse(document.toJS()), file })));

function textOf(file: string): string {
  return readFileSync(`${folder}/${file}`, 'utf8');
}

function filesWith(end: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(end));
}

/** The files that `kubectl apply --kustomize infra/operations/kubernetes` applies. */
export function appliedFiles(of = ''): string[] {
  return Kustomization.parse(parse(textOf(`${of}kustomization.yaml`))).resources.flatMap((name) =>
    name.endsWith('.yaml') ? [of + name] : appliedFiles(`${of}${name}/`),
  );
}

/** The manifests of one kind, without the file. Their shape is what the schemas check. */
export const ofKind = <Name extends keyof Kinds>(name: Name): readonly Kinds[Name][] =>
  manifests
    .filter((manifest) => kindOf(manifest) === name)
    .map(({ file: _, ...rest }) => rest as unknown as Kinds[Name]);

export interface Workload {
  readonly name: string;
  /** Undefined for a job. */
  readonly replicas: number | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly pod: PodSpec;
  /** Each pod has one. */
  readonly container: Container;
}

type Templated = { readonly metadata?: { readonly labels?: object }; readonly spec?: PodSpec } | undefined;

function workload(name: string | undefined, template: Templated, replicas?: number): Workload {
  const [container, other] = template?.spec?.containers ?? [];
  if (name === undefined || !template?.spec || !container || other) throw new Error(`${name} has not one container`);
  const labels = { ...template.metadata?.labels } as Record<string, string>;
  return { name, replicas, labels, pod: template.spec, container };
}

export const workloads: readonly Workload[] = [
  ...[...ofKind('apps/v1 Deployment'), ...ofKind('apps/v1 StatefulSet')].map(({ metadata, spec }) =>
    workload(metadata?.name, spec?.template, spec?.replicas),
  ),
  ...ofKind('batch/v1 Job').map(({ metadata, spec }) => workload(metadata?.name, spec?.template)),
  ...ofKind('batch/v1 CronJob').map(({ metadata, spec }) => workload(metadata?.name, spec?.jobTemplate.spec?.template)),
];

/** Those of the product's image. */
export const ours = workloads.filter(({ container }) => container.image?.includes('clinical-pharmacy') === true);

/** True if a selector of labels selects the pods. */
export function selects(selector: LabelSelector | undefined, labels: Workload['labels']): boolean {
  const { matchLabels = {}, matchExpressions = [] } = selector ?? {};
  return (
    Object.entries(matchLabels).every(([name, value]) => labels[name] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => operator === 'In' && values.includes(labels[key] ?? ''))
  );
}

/** Names of the settings map, and of the secret. */
export const settingsMap: Readonly<Record<string, string>> =
  ofKind('v1 ConfigMap').find(({ metadata }) => metadata?.name === 'clinical-pharmacy-settings')?.data ?? {};
export const secretNames: readonly string[] = [...textOf('secrets.example.env').matchAll(/^(\w+)=/gm)].flatMap(
  ([, name]) => name ?? [],
);

/**
 * The environment of a container as the cluster makes it: of the settings map, the secret and its own values.
 * @param secrets by name; one that is not there must be optional
 * @throws Error for a secret that is not there and must be
 */
export function environmentOf(
  { envFrom = [], env = [] }: Container,
  secrets: Readonly<Record<string, string>>,
): Record<string, string> {
  const values: Record<string, string> = envFrom.some(({ configMapRef }) => configMapRef) ? { ...settingsMap } : {};
  for (const { name, value = '', valueFrom } of env) {
    const secret = valueFrom?.secretKeyRef;
    const text = secret ? secrets[secret.key] : value;
    if (text === undefined && secret?.optional !== true) throw new Error(`${name} is not in the secret`);
    if (text !== undefined) values[name] = text.replaceAll(/\$\((\w+)\)/g, (_, other: string) => values[other] ?? '');
  }
  return values;
}
