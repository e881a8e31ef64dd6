/**
 * `npm run rebuild` on the installation: makes every table of the read models again from the log, from position 0, and
 * compares it with the rows of the screens by a checksum a table. Equal rows are switched, which changes nothing.
 */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { root } from '../../../test/started-program.ts';

/** @param settings of a service of the product @returns the sentences of a rebuild that has refused to switch */
export async function rebuildFaults(settings: NodeJS.ProcessEnv): Promise<string[]> {
  const { NODE_OPTIONS: _hooks, ...own } = process.env;
  const { DATABASE_URL, EVENTSTORE_URL, MASTER_KEY, DATA_DIR } = settings;
  const child = spawn(process.execPath, ['--disable-warning=DEP0123', join(root, 'projections/dist/rebuild.js')], {
    // The program's own code, also where the product runs with another one (`../planted`).
    env: { ...own, DATABASE_URL, EVENTSTORE_URL, MASTER_KEY, DATA_DIR },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [said, code] = await Promise.all([text(child.stderr), ended]);
  return code === 0 ? [] : rebuildSentences(said, code);
}

/** Its last lines: the sentences, after those about its progress. */
export function rebuildSentences(said: string, code: number | null): string[] {
  const differing = said.split('\n').filter((line) => line.startsWith('The table '));
  return differing.length > 0 ? differing : [`The rebuild ended with ${code}: ${said.trim().split('\n').at(-1) ?? ''}`];
}
