import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { cpuTimeOf } from './cpu-time.ts';

const BUSY_MS = 200;
/** Until this has used so much, however long that takes on a busy machine. The start of Node does not count. */
const busy = `const before = process.cpuUsage();
for (let used = 0; used < ${BUSY_MS} * 1000;) {
  for (let n = 0; n < 1e6; n += 1);
  const { user, system } = process.cpuUsage(before);
  used = user + system;
}`;
const start = (program: string) => spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'inherit'] });
const child = (program: string): string =>
  `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(program)}]);`;
/** Works after the first byte of input, and says when it is done. Then it waits for the end of the input. */
const onRequest = (program: string): string =>
  `process.stdin.once('data', () => { ${program} process.stdout.write('done'); });`;
const SAY_STARTED = `process.stdout.write('started');`;

// Four starts of Node: seconds on a busy machine.
const SLOW = { timeout: 60_000 };

test('counts a process with the children that it has started and that have ended', SLOW, async () => {
  const worker = start(onRequest(busy + child(busy)) + SAY_STARTED);
  const idle = start(`process.stdin.resume(); ${SAY_STARTED}`);
  // The start of Node takes as much as the work on a busy machine.
  await Promise.all([worker, idle].map(({ stdout }) => once(stdout, 'data')));
  const used = await cpuTimeOf(
    [
      { name: 'worker', pid: worker.pid! },
      { name: 'idle', pid: idle.pid! },
    ],
    async () => {
      worker.stdin.write('go');
      await once(worker.stdout, 'data');
    },
  );
  worker.stdin.end();
  idle.stdin.end();
  expect([...used.keys()]).toEqual(['worker', 'idle']);
  expect(used.get('worker')! - used.get('idle')!).toBeGreaterThan(BUSY_MS);
});

test('a process with a name of its own does not count for its parent', SLOW, async () => {
  const parent = start(
    `const c = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(onRequest(busy))}]);
     process.stdout.write(String(c.pid));
     process.stdin.once('data', () => c.stdin.write('go'));
     c.stdout.once('data', () => process.stdout.write('done'));
     process.stdin.once('end', () => c.stdin.end());`,
  );
  const [pid] = (await once(parent.stdout, 'data')) as [Buffer];
  const used = await cpuTimeOf(
    [
      { name: 'parent', pid: parent.pid! },
      { name: 'child', pid: Number(pid.toString()) },
    ],
    async () => {
      parent.stdin.write('go');
      await once(parent.stdout, 'data');
    },
  );
  parent.stdin.end();
  expect(used.get('child')!).toBeGreaterThan(used.get('parent')!);
});
