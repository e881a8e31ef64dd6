/** Global setup: the folder of the demo hospital. The first test file creates it, and each file uses a copy. */
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
