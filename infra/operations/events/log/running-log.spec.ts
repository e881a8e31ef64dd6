import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeConnections } from '../../../runtime/start/program/connections-file.ts';
import { runningLog } from './running-log.ts';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'running-log-'))));
afterEach(() => rm(folder, { recursive: true }));

test('the address is that of the log on DATA_DIR', async () => {
  await writeConnections(folder, { EVENTSTORE_URL: 'esdb://admin:secret@127.0.0.1:2113' });
  expect(await runningLog({ DATA_DIR: folder })).toBe('esdb://admin:secret@127.0.0.1:2113');
});

test.each([
  ['no log was started', undefined],
  ['its log is another server, whose address is not kept', {}],
])('a folder has a sentence where %s', async (_, connections) => {
  if (connections) await writeConnections(folder, connections);
  await expect(runningLog({ DATA_DIR: folder })).rejects.toThrow(`No event log was started by this user on ${folder}.`);
});
