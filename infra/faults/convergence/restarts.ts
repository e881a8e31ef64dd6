/** SIGKILL to one service after the other, each when the last is back. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../../seed/random.ts';
import type { Product } from '../../test/product.ts';

export const restartable = ['command-api', 'projections', 'query-api', 'event-log', 'gateway', 'postgres'] as const;
export type Restartable = (typeof restartable)[number];

export interface Restart {
  readonly service: Restartable;
  /** performance.now() */
  readonly at: number;
}

const LOOK_MS = 100;

/**
 * What the kernel calls the service: of Postgres the server itself, whose backends find out by and by, and not the
 * process that keeps it company.
 */
async function pidOf(product: Product, service: Restartable): Promise<number> {
  if (service !== 'postgres') return product.processOf(service);
  const pid = Number((await readFile(join(product.dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
  // What a killed one has left behind may be anybody's number by now.
  if (!(await readFile(`/proc/${pid}/cmdline`, 'utf8')).includes(product.dataDir))
    throw new Error('Postgres is not running');
  return pid;
}

/**
 * One that is away at the moment, since something that it needs was killed, is waited for.
 * @returns false when it is time to stop
 */
async function kill(product: Product, service: Restartable, stopping: AbortSignal): Promise<boolean> {
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

/** Kills until `stopping`; the next one falls `everySeconds` after the last, half of that sooner or later. */
export async function keepRestarting(
  product: Product,
  options: { services: readonly Restartable[]; everySeconds: number; random: Random; stopping: AbortSignal },
): Promise<Restart[]> {
  const { services, everySeconds, random, stopping } = options;
  const restarts: Restart[] = [];
  for (let turn = 0; ; turn += 1) {
    await pause(1_000 * everySeconds * (0.5 + random.next()), undefined, { signal: stopping }).catch(() => undefined);
    const service = services[turn % services.length];
    if (service === undefined || !(await kill(product, service, stopping))) return restarts;
    restarts.push({ service, at: performance.now() });
  }
}
