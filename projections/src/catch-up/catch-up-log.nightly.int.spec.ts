/** A dispatcher that was away catches up from pages of the log, without a wake-up for each stream. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EventLog } from 'service-kit/event-log/port';
import { appendUnreadable } from 'service-kit/event-log/testing';
import { type CaughtUp, catchUpLog } from './catch-up-log.ts';
import { admitted, entry, onPatient, reviewAdded, startTestEnvironment, type TestEnvironment } from '../testing.ts';

let environment: TestEnvironment;
beforeEach(async () => {
  environment = await startTestEnvironment();
});
afterEach(() => environment.stop());

const append = (id: string, ...events: Parameters<TestEnvironment['append']>[1]) =>
  environment.append(`admission-${id}`, events, onPatient(`p-${id}`));

async function caughtUp(log: EventLog, after: CaughtUp['last'], eventsTogether?: number): Promise<CaughtUp[]> {
  const all: CaughtUp[] = [];
  const part = { after: after?.position, ...(eventsTogether !== undefined && { eventsTogether }) };
  for await (const one of catchUpLog({ pool: environment.pool, log }, part)) all.push(one);
  return all;
}

/** Counts the reads of single streams. */
const counting = (read: string[]): EventLog => ({
  ...environment.log,
  readStream(stream, options) {
    read.push(stream);
    return environment.log.readStream(stream, options);
  },
});

test('no stream is read alone, and its last place is where the next absence begins', async () => {
  for (const id of ['one', 'two']) await append(id, admitted(`p-${id}`), reviewAdded(`${id}.r`, [entry(`${id}-e`)]));
  const read: string[] = [];
  const first = await caughtUp(counting(read), undefined, 2);
  expect(first.map(({ errors, unfinished }) => [errors, unfinished])).toEqual([
    [[], []],
    [[], []],
  ]);
  expect(first.at(-1)?.heads).toEqual(new Map([['admission-two', 1n]]));
  await append('three', admitted('p-three'));
  await append('four', admitted('p-four'), reviewAdded('four.r'));
  const second = await caughtUp(counting(read), first.at(-1)?.last);
  expect(second.map(({ heads }) => [...heads])).toEqual([
    [
      ['admission-three', 0n],
      ['admission-four', 1n],
    ],
  ]);
  expect(read).toEqual([]);
  expect(await environment.rows('select admission_id from admission order by 1')).toHaveLength(4);
  expect(await environment.rows(`select stream from change order by id`)).toHaveLength(4);
});

test('a stream with an event that cannot be projected, or not be read, fails alone and is left to the worker', async () => {
  await append('good', admitted('p-good'));
  await append('poison', admitted('p-poison'), { type: 'FromTheFuture', data: {} });
  await append('broken', admitted('p-broken'));
  await appendUnreadable(environment.installation.eventstoreUrl, 'admission-broken', 'AdmissionEdited', 'p-broken');
  const [done] = await caughtUp(environment.log, undefined);
  expect(done?.errors.map(({ wakeUp: { projection, stream } }) => `${projection}/${stream}`).toSorted()).toEqual([
    'audit/admission-broken',
    'audit/admission-poison',
    'clinical/admission-broken',
    'clinical/admission-poison',
  ]);
  expect(
    await environment.rows(
      `select stream, revision from projection_checkpoint where projection = 'clinical' order by 1`,
    ),
  ).toEqual(['broken', 'good', 'poison'].map((id) => ({ stream: `admission-${id}`, revision: '0' })));
});
