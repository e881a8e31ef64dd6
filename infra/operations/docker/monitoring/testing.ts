/** The files of the compose profile `monitoring`, read and checked by their shapes: for specs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import * as z from 'zod';

const folder = fileURLToPath(new URL('.', import.meta.url));
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

const Alerts = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^[A-Z][A-Za-z]+$/),
          expr: z.string(),
          for: z.string().regex(/^\d+[mh]$/),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({ summary: z.string(), description: z.string() }),
        }),
      ),
    }),
  ),
});

const Source = z.object({ type: z.literal('prometheus'), uid: z.string() });
const Panel = z.object({
  id: z.int(),
  title: z.string(),
  gridPos: z.object({ x: z.int().min(0), y: z.int().min(0), w: z.int().min(1).max(24), h: z.int().min(1) }),
});
const Dashboard = z.object({
  uid: z.string(),
  title: z.string(),
  panels: z.array(
    z.discriminatedUnion('type', [
      Panel.extend({ type: z.literal('row') }),
      Panel.extend({
        type: z.enum(['timeseries', 'stat']),
        datasource: Source,
        targets: z.array(z.object({ expr: z.string(), legendFormat: z.string(), datasource: Source })).min(1),
      }),
    ]),
  ),
});

export const alerts = () => Alerts.parse(parse(read('alerts.yml'))).groups.flatMap(({ rules }) => rules);

export const dashboard = () => Dashboard.parse(JSON.parse(read('grafana/dashboards/clinical-pharmacy.json')));

/** The panels of the dashboard without its rows. */
export const panels = () => dashboard().panels.flatMap((panel) => (panel.type === 'row' ? [] : [panel]));

const Prometheus = z.looseObject({
  rule_files: z.array(z.string()),
  scrape_configs: z.array(
    z.looseObject({
      job_name: z.string(),
      dns_sd_configs: z.array(z.object({ names: z.array(z.string()), type: z.literal('A'), port: z.int() })),
    }),
  ),
});
export const prometheus = () => Prometheus.parse(parse(read('prometheus.yml')));

export const dataSources = () =>
  z
    .object({ datasources: z.array(z.object({ uid: z.string(), url: z.string() })) })
    .parse(parse(read('grafana/datasources/prometheus.yml'))).datasources;

export const expressions = (): string[] => [
  ...alerts().map(({ expr }) => expr),
  ...panels().flatMap(({ targets }) => targets.map(({ expr }) => expr)),
];

/** The metrics of the product and of Node that dashboard and alerts use. */
export const metricNames = (): string[] => [
  ...new Set(expressions().flatMap((expr) => expr.match(/\b(?:pharmacy|process|nodejs)_\w+/g) ?? [])),
];
