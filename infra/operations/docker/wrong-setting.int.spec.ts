/** An engine of containers starts each process again that has ended, also after a wrong setting. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../verification/test/started-program.ts';

const start = (...args: string[]) =>
  spawn(process.execPath, [join(root, 'projections/dist/main.js'), ...args], {
    env: { PATH: process.env['PATH'], DATABASE_URL: 'no address' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });

test('a service of the compose file says once what is wrong, and waits until it is stopped', async () => {
  const child = start('--stay-after-wrong-setting');
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line);
    if (line.includes('waiting')) child.kill('SIGTERM');
  }
  if (child.exitCode === null) await once(child, 'exit');
  expect(said.filter((line) => line.includes('DATABASE_URL'))).toHaveLength(1);
  expect(child.exitCode).toBe(0);
});

test('without the argument it ends with 78', async () => {
  const child = start();
  child.stdout.resume();
  expect(await once(child, 'exit')).toEqual([78, null]);
});
