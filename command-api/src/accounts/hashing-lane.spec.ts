import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { createHashingLane, type HashingBounds, type HashingLane } from './hashing-lane.ts';

const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 };
const expensive = { memoryCost: 64 * 1024, timeCost: 4, parallelism: 1 };
const REFUSED = {
  problem: { code: 'unavailable', reason: 'too-many-signing-in' },
  retryAfterSeconds: 1,
};

let lane: HashingLane | undefined;
afterEach(() => lane?.stop());
const open = (bounds: Partial<HashingBounds> = {}): HashingLane =>
  (lane = createHashingLane({ threads: 2, waitingMax: 3, waitMs: 60_000, ...bounds }));

test('past the threads and the queue, work is refused at once with a time to wait', async () => {
  const { run, requireRoom } = open();
  requireRoom();
  const accepted = Array.from({ length: 2 + 3 }, (_, n) => run({ password: `${n}`, cost: cheap }));
  await expect(run({ password: 'one more', cost: cheap })).rejects.toMatchObject(REFUSED);
  expect(() => requireRoom()).toThrow('Too many people are signing in at once');
  requireRoom(true);
  expect(await Promise.all(accepted)).toHaveLength(5);
  expect(await run({ password: 'later', cost: cheap })).toMatch(/^\$argon2id/);
});

test('work that has waited too long is refused, and the work under way is not', async () => {
  const { run } = open({ threads: 1, waitMs: 1 });
  const first = run({ password: 'first', cost: expensive });
  await expect(run({ password: 'second', cost: cheap })).rejects.toMatchObject(REFUSED);
  expect(await first).toMatch(/^\$argon2id/);
});

test('people at a device that they have signed in on come first, and have a queue of their own', async () => {
  const { run } = open({ threads: 1 });
  const order: string[] = [];
  const note = (name: string, isKnown: boolean) =>
    run({ password: name, cost: cheap }, isKnown).then(() => order.push(name));
  const all = ['running', 'stranger 1', 'stranger 2', 'stranger 3'].map((name) => note(name, false));
  await expect(run({ password: 'stranger 4', cost: cheap })).rejects.toMatchObject(REFUSED);
  await Promise.all([...all, note('known', true)]);
  expect(order).toEqual(['running', 'known', 'stranger 1', 'stranger 2', 'stranger 3']);
});

test('a stopped lane refuses what waits and what comes', async () => {
  const { run, stop } = open({ threads: 1 });
  const running = run({ password: 'running', cost: expensive });
  const waiting = run({ password: 'waiting', cost: cheap });
  const outcomes = Promise.allSettled([running, waiting]);
  await stop();
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(run({ password: 'late', cost: cheap })).rejects.toMatchObject(REFUSED);
});

test.runIf(process.platform === 'linux')(
  'a product that was started with less priority keeps it while it hashes',
  () => {
    const program = `
    const { Worker } = require('node:worker_threads');
    const { readdirSync, readFileSync } = require('node:fs');
    const thread = new Worker(process.argv[1], { execArgv: [] });
    thread.postMessage({ password: 'x', cost: ${JSON.stringify(cheap)} });
    thread.once('message', () => {
      // Field 19 is the priority; the name in field 2 may hold spaces.
      const stats = readdirSync('/proc/self/task').map((id) => readFileSync('/proc/self/task/' + id + '/stat', 'utf8'));
      console.log(Math.min(...stats.map((stat) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]))));
      process.exit();
    });`;
    const thread = fileURLToPath(new URL('./hashing-thread.mjs', import.meta.url));
    const least = execFileSync('nice', ['-n', '10', process.execPath, '-e', program, thread], { encoding: 'utf8' });
    expect(Number(least)).toBeGreaterThanOrEqual(10);
  },
  // Beside others it waits for all that have more priority.
  60_000,
);
