import { expect, test } from 'vitest';
import { targetsOf } from './engines.ts';

test('a run with the embedded engines has no faults of Redis', () => {
  expect(targetsOf({})).toEqual({
    services: ['command-api', 'projections', 'query-api', 'event-log', 'gateway', 'postgres'],
    links: ['gateway', 'event-log', 'postgres', 'log-postgres'],
  });
});

test('an engine of another machine is reached through a link, and is neither ended nor stopped', () => {
  const { services, links } = targetsOf({
    'event-log': 'esdb://log.hospital.example:2113?tls=false',
    redis: 'redis://127.0.0.1:26379',
  });
  expect(services).toEqual(['command-api', 'projections', 'query-api', 'gateway', 'postgres', 'redis']);
  // Only the embedded event log keeps its events in Postgres.
  expect(links).toEqual(['gateway', 'event-log', 'postgres', 'redis']);
});
