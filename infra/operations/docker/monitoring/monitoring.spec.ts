/** The files of the profile `monitoring`, without Prometheus and Grafana. A real scrape: `start/process-layouts`. */
import { readFileSync } from 'node:fs';
import { startMetrics } from 'service-kit/telemetry/metrics';
import { readScrape } from 'service-kit/testing/scrape';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { alerts, dashboard, dataSources, expressions, metricNames, panels, prometheus } from './testing.ts';

const compose = z
  .object({
    services: z.record(
      z.string(),
      z.object({
        profiles: z.array(z.string()).optional(),
        ports: z.array(z.string()).optional(),
        volumes: z.array(z.string()).optional(),
        environment: z.record(z.string(), z.coerce.string()).optional(),
      }),
    ),
  })
  .parse(parse(readFileSync(new URL('../../../../docker-compose.yml', import.meta.url), 'utf8'), { merge: true }));

test('every metric that dashboard and alerts use is one of the product', async () => {
  const metrics = startMetrics({ process: 'spec', version: '1' });
  const { names } = readScrape(await metrics.text());
  metrics.stop();
  expect(metricNames().filter((name) => !names.has(name))).toEqual([]);
  // No metric is made for nothing: an operator sees each of the product's own.
  const shown = metricNames().map((name) => name.replace(/_(bucket|sum|count)$/, ''));
  const own = [...names]
    .filter((name) => name.startsWith('pharmacy_'))
    .map((name) => name.replace(/_(bucket|sum|count)$/, ''));
  expect([...new Set(own)].filter((name) => !shown.includes(name))).toEqual([]);
});

test('expressions are whole', () => {
  for (const expr of expressions())
    for (const [open, close] of ['()', '{}', '[]'].map((pair) => [...pair]))
      expect([expr, expr.split(open ?? '').length]).toEqual([expr, expr.split(close ?? '').length]);
});

test('each alert says what it means and what to do, in the words of the operations page', () => {
  const page = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
  const rows = alerts().map(
    ({ alert, annotations: { summary, description } }) => `| ${alert} | ${summary} | ${description} |`,
  );
  for (const row of rows) expect(page).toContain(`${row}\n`);
  expect(new Set(rows).size).toBe(rows.length);
  const inPage = [...page.matchAll(/^\| ([A-Z][a-z]+[A-Z]\w+) \| .* \| .* \|$/gm)].map(([, name]) => name);
  expect(inPage).toEqual(alerts().map(({ alert }) => alert));
});

test.each([
  ['Redis or the queue is away', 'absent(pharmacy_queue_jobs)'],
  ['every process of a service is gone', 'absent(pharmacy_service_ready{service="command-api"})'],
  ['a certificate ends', 'pharmacy_certificate_end_timestamp_seconds'],
  ['mails are not sent', 'pharmacy_mails_waiting_seconds'],
  ['sign-ins are refused', '/api/users/(login'],
  ['statements of anchors are not taken', 'pharmacy_anchor_statement_waiting_seconds'],
  ['an engine starts again', 'pharmacy_engine_start_timestamp_seconds'],
  ['there is no good backup', 'pharmacy_backup_timestamp_seconds'],
])('an alert says when %s', (_, part) => {
  expect(alerts().filter(({ expr }) => expr.includes(part))).not.toEqual([]);
});

test('panels do not overlap, and each has its data of the provisioned source', () => {
  const taken = new Set<string>();
  for (const {
    title,
    gridPos: { x, y, w, h },
  } of dashboard().panels) {
    expect(x + w, title).toBeLessThanOrEqual(24);
    for (let column = x; column < x + w; column += 1)
      for (let line = y; line < y + h; line += 1) {
        expect(taken.has(`${column},${line}`), title).toBe(false);
        taken.add(`${column},${line}`);
      }
  }
  const [source] = dataSources();
  for (const { datasource, targets } of panels())
    for (const { uid } of [datasource, ...targets.map((target) => target.datasource)]) expect(uid).toBe(source?.uid);
  const ids = dashboard().panels.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('Prometheus asks every service where it shows its metrics, and reads the alerts', () => {
  const [scraped] = prometheus().scrape_configs;
  const [found] = scraped?.dns_sd_configs ?? [];
  const showing = Object.entries(compose.services).filter(([, { environment }]) => environment?.['METRICS_PORT']);
  expect(found?.names.toSorted()).toEqual(showing.map(([name]) => name).toSorted());
  for (const [name, { environment }] of showing)
    expect([name, environment?.['METRICS_PORT'], environment?.['METRICS_HOST']]).toEqual([
      name,
      String(found?.port),
      '0.0.0.0',
    ]);
  const mounted = compose.services['prometheus']?.volumes ?? [];
  for (const file of prometheus().rule_files) expect(mounted.some((volume) => volume.includes(`:${file}:`))).toBe(true);
  for (const { expr } of alerts()) if (expr.includes('job=')) expect(expr).toContain(`job="${scraped?.job_name}"`);
});

test('they run when asked for only, and no other machine reaches them', () => {
  for (const name of ['prometheus', 'grafana']) {
    const { profiles, ports = [] } = compose.services[name] ?? {};
    expect([name, profiles]).toEqual([name, ['monitoring']]);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  }
});
