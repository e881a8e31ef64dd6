/**
 * For a run of the browser tests: the folder where the first of them makes the demo hospital, and each begins with a
 * copy of it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export default async function setUp(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'clinical-pharmacy-demo-'));
  process.env['DEMO_FOLDER'] = folder;
  return async () => {
    delete process.env['DEMO_FOLDER'];
    await rm(folder, { recursive: true, force: true });
  };
}
