import { randomUUID } from 'node:crypto';
import { aggregates } from 'command-api/domain/aggregates';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectEventLog } from '../event-log/eventstoredb.ts';
import type { EventLog } from '../event-log/port.ts';
import { noKeys, teamCreated } from '../event-log/testing.ts';
import { createLogger } from '../process/logger.ts';
import { freshInstallation, type Installation } from '../testing/installation.ts';
import { createFoldCache, sizeOfEvent } from './fold-cache.ts';

let installation: Installation;
let log: EventLog;
beforeAll(async () => {
  installation = await freshInstallation();
  log = connectEventLog({
    url: installation.eventstoreUrl,
    keys: noKeys,
    logger: createLogger('spec', 'silent'),
  });
});
afterAll(async () => {
  await log.close();
  await installation.stop();
});

/** A team whose first event has a text of this length. */
async function team(textLength: number): Promise<string> {
  const id = randomUUID();
  await log.append(`team-${id}`, 'no_stream', [teamCreated('x'.repeat(textLength))]);
  return id;
}

test('the size of an event grows with its texts, at any depth', () => {
  const small = sizeOfEvent({ data: { note: '' } });
  expect(sizeOfEvent({ data: { note: 'x'.repeat(1_000) } })).toBe(small + 1_000);
  expect(sizeOfEvent({ data: { tags: [{ name: 'x'.repeat(1_000) }] } })).toBeGreaterThan(small + 1_000);
  expect(sizeOfEvent({ data: undefined })).toBeLessThan(small);
});

test('large streams leave room for few others in the cache, and all are loaded nevertheless', async () => {
  const folds = createFoldCache(log, aggregates.team, { streams: 10, bytes: 20_000 });
  const small = [await team(100), await team(100), await team(100)];
  for (const id of small) await folds.load(id);
  expect(small.every((id) => folds.peek(id) !== undefined)).toBe(true);

  const large = await team(18_500);
  expect((await folds.load(large)).revision).toBe(0n);
  expect(folds.peek(large)).toBeDefined();
  expect(small.filter((id) => folds.peek(id) !== undefined).length).toBeLessThan(3);
  expect((await folds.load(small[0]!)).revision).toBe(0n);
});

test('a stream that is larger than the cache is read each time', async () => {
  const folds = createFoldCache(log, aggregates.team, { streams: 10, bytes: 5_000 });
  const id = await team(6_000);
  for (let times = 0; times < 2; times += 1) expect((await folds.load(id)).revision).toBe(0n);
  expect(folds.peek(id)).toBeUndefined();
});
