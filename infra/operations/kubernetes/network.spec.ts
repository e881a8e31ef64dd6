/** The network policies allow each connection that the product needs, and no other between pods. */
import type { NetworkPolicyPeer, NetworkPolicyPort } from 'kubernetes-types/networking/v1.d.ts';
import { expect, test } from 'vitest';
import { environmentOf, ofKind, ours, selects, type Workload, workloads } from './testing/manifests.ts';

const policies = ofKind('networking.k8s.io/v1 NetworkPolicy').map(({ spec }) => spec);
const secrets = { MASTER_KEY: 'k', POSTGRES_PASSWORD: 'p', EVENTSTORE_PASSWORD: 'e', REDIS_PASSWORD: 'r' };

/** A rule without ports or peers is for all. */
const hasPort = (ports: readonly NetworkPolicyPort[] | undefined, port: number): boolean =>
  ports === undefined || ports.some((allowed) => allowed.port === port);
const hasPeer = (peers: readonly NetworkPolicyPeer[] | undefined, { labels }: Workload): boolean =>
  peers === undefined ||
  peers.some(({ podSelector, namespaceSelector }) => !namespaceSelector && selects(podSelector, labels));

const mayLeave = (from: Workload, to: Workload, port: number): boolean =>
  policies
    .filter((policy) => selects(policy?.podSelector, from.labels))
    .flatMap((policy) => policy?.egress ?? [])
    .some((rule) => hasPeer(rule.to, to) && hasPort(rule.ports, port));
const mayArrive = (from: Workload, to: Workload, port: number): boolean =>
  policies
    .filter((policy) => selects(policy?.podSelector, to.labels))
    .flatMap((policy) => policy?.ingress ?? [])
    .some((rule) => hasPeer(rule.from, from) && hasPort(rule.ports, port));

const portsOf = ({ name }: Workload): number[] =>
  ofKind('v1 Service').flatMap(({ metadata, spec }) =>
    metadata?.name === name ? (spec?.ports ?? []).map(({ port }) => port) : [],
  );

/** The addresses in the settings of each workload, as `from > to:port`. */
const needed = ours.flatMap((from) =>
  Object.values(environmentOf(from.container, secrets)).flatMap((value) =>
    workloads.flatMap((to) =>
      portsOf(to).flatMap((port) =>
        value.includes(`${to.name}:${port}`) ? [`${from.name} > ${to.name}:${port}`] : [],
      ),
    ),
  ),
);

const allowed = workloads.flatMap((from) =>
  workloads.flatMap((to) =>
    from === to
      ? []
      : portsOf(to).flatMap((port) =>
          mayLeave(from, to, port) && mayArrive(from, to, port) ? [`${from.name} > ${to.name}:${port}`] : [],
        ),
  ),
);

test('each pod reaches the addresses of its settings, and no other pod', () => {
  expect(needed).toContain('gateway > command-api:3000');
  expect([...new Set(allowed)].toSorted()).toEqual([...new Set(needed)].toSorted());
});

test('nothing is allowed that no policy names', () => {
  expect(policies).toContainEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
});

test('every policy is for pods that are there', () => {
  for (const policy of policies)
    expect(workloads.filter(({ labels }) => selects(policy?.podSelector, labels))).not.toEqual([]);
});
