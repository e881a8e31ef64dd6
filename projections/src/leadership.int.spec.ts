import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshInstallation, type Installation } from 'command-api/service/testing';
import { type Line, openLine } from 'command-api/testing/line';
import { tryToLead } from './leadership.ts';

let installation: Installation;
let line: Line;
beforeAll(async () => {
  installation = await freshInstallation();
  line = await openLine(installation.databaseUrl);
});
afterAll(async () => {
  await line.close();
  await installation.stop();
});

test('one leads; the next does as soon as the first has left', async () => {
  const first = await tryToLead(installation.databaseUrl, 'dispatcher');
  expect(await tryToLead(installation.databaseUrl, 'dispatcher')).toBeUndefined();
  await first?.release();
  const next = await tryToLead(installation.databaseUrl, 'dispatcher');
  expect(next).toBeDefined();
  await next?.release();
});

test('who leads over a line that has fallen silent does not believe it for long, and can leave', async () => {
  const leadership = await tryToLead(line.databaseUrl, 'dispatcher', { everyMs: 20, answerMs: 200 });
  expect(leadership?.lost.aborted).toBe(false);
  line.fallSilent();
  await expect.poll(() => leadership?.lost.aborted, { timeout: 10_000 }).toBe(true);
  await leadership?.release();
});
