/** The way to the event log is cut, for a moment and for long, while people save. */
import { setTimeout as pause } from 'node:timers/promises';
import { startTestEnvironment, type TestEnvironment } from 'command-api/testing/test-environment';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressesOf } from '../test/engine-address.ts';
import { Link } from './harness/link.ts';

/** Of a request that needs the log (`service-kit/event-log/restart-wait`). */
const WAIT_MS = 5_000;
/** Shorter than a restart of the log. */
const OUTAGE_MS = 1_000;
const TEAMS = 50;

let environment: TestEnvironment;
let link: Link;
let person: Awaited<ReturnType<TestEnvironment['signUp']>>;

beforeAll(async () => {
  environment = await startTestEnvironment();
  const url = new URL(environment.installation.eventstoreUrl);
  link = await Link.open(addressesOf(url.href)[0]!);
  url.port = String(link.port);
  await environment.restartOn(url.href);
  person = await environment.signUp('Mona');
});
afterAll(async () => {
  await environment?.stop();
  await link?.close();
});

async function saveTeam(name: string): Promise<{ status: number; tookMs: number }> {
  const began = performance.now();
  const { status } = await person.post('/api/teams', { name, specialty: 1, about: '' });
  return { status, tookMs: performance.now() - began };
}

test('commands that find the log away are saved when it is back, each once', async () => {
  const heal = link.impose({ kind: 'cut' });
  const saving = Promise.all(Array.from({ length: TEAMS }, (_, index) => saveTeam(`Team ${index}`)));
  await pause(OUTAGE_MS);
  heal();
  expect((await saving).map(({ status }) => status)).toEqual(Array.from({ length: TEAMS }, () => 201));
  const { events } = await environment.log.readAll({ prefixes: ['team-'], after: undefined, maxCount: 10 * TEAMS });
  const made = events.filter((event) => !(event instanceof Error) && event.type === 'TeamCreated');
  expect(made).toHaveLength(TEAMS);
});

test('in a long outage a command waits once, and the next ones are refused at once', async () => {
  const heal = link.impose({ kind: 'cut' });
  const first = await saveTeam('Late');
  const next = [await saveTeam('Refused'), await saveTeam('Refused too')];
  heal();
  expect([first, ...next].map(({ status }) => status)).toEqual([503, 503, 503]);
  expect(first.tookMs).toBeGreaterThan(WAIT_MS / 2);
  for (const { tookMs } of next) expect(tookMs).toBeLessThan(WAIT_MS / 2);
  await expect.poll(async () => (await saveTeam('Back')).status, { timeout: 20_000 }).toBe(201);
});
