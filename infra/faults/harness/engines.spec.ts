import { expect, test } from 'vitest';
import { leftOutOf, targetsOf } from './engines.ts';
import { ordinaryClasses, privilegedClasses } from './fault.ts';
import { drawSchedule } from './schedule.ts';

const log = 'esdb://127.0.0.1:22113?tls=false';
const postgres = 'postgres://postgres:s@127.0.0.1:15432/clinical';
const redis = 'redis://127.0.0.1:26379';
const classes = [...ordinaryClasses, ...privilegedClasses];
const drawn = (engines: Parameters<typeof targetsOf>[0]) =>
  drawSchedule({ seed: 1, seconds: 600, perMinute: 60, classes, targets: targetsOf(engines) }).faults.map(
    ({ fault }) => fault,
  );

test('a run with the embedded engines has no faults of Redis', () => {
  const faults = drawn({});
  expect(faults).toContainEqual({ class: 'kill', service: 'event-log' });
  expect(faults).toContainEqual(expect.objectContaining({ class: 'link', link: 'log-postgres' }));
  expect(JSON.stringify(faults)).not.toContain('redis');
  expect(leftOutOf({})).toEqual([]);
});

test('engines with a command are ended, stopped and reached through links', () => {
  const faults = drawn({
    'event-log': { url: log, command: 'exec log' },
    redis: { url: redis, command: 'exec redis' },
  });
  for (const service of ['event-log', 'postgres', 'redis']) {
    expect(faults).toContainEqual({ class: 'kill', service });
    expect(faults).toContainEqual(expect.objectContaining({ class: 'pause', service }));
    expect(faults).toContainEqual(expect.objectContaining({ class: 'link', link: service }));
    expect(faults).toContainEqual(expect.objectContaining({ class: 'slow', link: service }));
  }
  // Only the embedded event log keeps its events in Postgres.
  expect(JSON.stringify(faults)).not.toContain('log-postgres');
});

test('an engine without a command is neither ended nor stopped, and its link is cut', () => {
  const engines = {
    'event-log': { url: log, command: undefined },
    postgres: { url: postgres, command: undefined },
    redis: { url: redis, command: undefined },
  };
  const faults = drawn(engines);
  const services = faults.flatMap((fault) => ('service' in fault ? [fault.service] : []));
  expect(new Set(services)).toEqual(new Set(['command-api', 'projections', 'query-api', 'gateway']));
  const classesDrawn = new Set(faults.map(({ class: name }) => name));
  expect(new Set(classes.filter((name) => !classesDrawn.has(name)))).toEqual(
    new Set(['postgres-crash', 'kill-at-sync', 'sync-error']),
  );
  for (const link of ['event-log', 'postgres', 'redis'])
    expect(faults).toContainEqual(expect.objectContaining({ class: 'link', link, how: 'cut' }));
  expect(leftOutOf(engines)).toHaveLength(3);
});
