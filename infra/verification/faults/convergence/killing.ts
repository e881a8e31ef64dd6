/** Sends SIGKILL to one service or engine after the other, each when the one before runs again. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { randomOf } from 'language/domain/testing/random';
import type { Product } from '../../test/product.ts';

/** The processes of each layout. */
export const processesOf = {
  shared: ['product', 'event-log', 'postgres'],
  separate: ['command-api', 'projections', 'query-api', 'event-log', 'gateway', 'postgres'],
} as const;
export type Killable = (typeof processesOf)['shared' | 'separate'][number];

const LOOK_MS = 100;

/**
 * The process id of the service or engine. For Postgres that of the server itself, not of the process that supervises
 * it. The backends end some time after the server.
 * @throws Error when it is not running
 */
export async function pidOf(product: Product, service: Killable): Promise<number> {
  if (service !== 'postgres') return product.processOf(service);
  const pid = Number((await readFile(join(product.dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
  // The file of a killed server may hold a number that another process has by now.
  if (!(await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes(product.dataDir))
    throw new Error('Postgres is not running');
  return pid;
}

/**
 * Waits for a service that is down because another service that it needs was killed.
 * @returns false when it is time to stop
 */
async function kill(product: Product, service: Killable, stopping: AbortSignal): Promise<boolean> {
  while (!stopping.aborted) {
    try {
      process.kill(await pidOf(product, service), 'SIGKILL');
      return true;
    } catch {
      await pause(LOOK_MS);
    }
  }
  return false;
}

/** Kills in turn until `stopping`, every 0.5 to 1.5 times `everySeconds`. @returns the killed services */
export async function keepKilling(
  product: Product,
  services: readonly Killable[],
  { everySeconds, seed, stopping }: { everySeconds: number; seed: number; stopping: AbortSignal },
): Promise<readonly Killable[]> {
  const killed: Killable[] = [];
  const random = randomOf(seed);
  for (let turn = 0; ; turn += 1) {
    await pause(1_000 * everySeconds * (0.5 + random.next()), undefined, { signal: stopping }).catch(() => undefined);
    const service = services[turn % services.length];
    if (service === undefined || !(await kill(product, service, stopping))) return killed;
    killed.push(service);
  }
}
