/** Sends SIGKILL to one service or engine after the other, each when the one before runs again. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from 'language/domain/testing/random';
import { addressesOf, isLoopback } from '../../test/engine-address.ts';
import { processListeningOn } from '../../test/listening-process.ts';
import type { Product } from '../../test/product.ts';

export const restartable = [
  'product',
  'command-api',
  'projections',
  'query-api',
  'event-log',
  'gateway',
  'postgres',
  'redis',
] as const;
export type Restartable = (typeof restartable)[number];

/** The processes of each layout. */
export const restartableOf: Readonly<Record<'shared' | 'separate', readonly Restartable[]>> = {
  shared: ['product', 'event-log', 'postgres'],
  separate: ['command-api', 'projections', 'query-api', 'event-log', 'gateway', 'postgres'],
};

/** The addresses of engines that the product does not start itself. What has started them must start them again. */
export type GivenEngines = Partial<Record<Restartable, string | undefined>>;

export interface Restart {
  readonly service: Restartable;
  /** performance.now() */
  readonly at: number;
}

const LOOK_MS = 100;

/**
 * The process id of the service or engine. For Postgres that of the server itself, not of the process that supervises
 * it. The backends end some time after the server.
 * @throws Error when it is not running
 */
export async function pidOf(product: Product, service: Restartable, given: GivenEngines = {}): Promise<number> {
  const url = given[service];
  if (url !== undefined) {
    const [address] = addressesOf(url);
    // The port of another machine may be that of another program on this one.
    if (!address || !isLoopback(address)) throw new Error(`${service} is not on this machine`);
    const listener = await processListeningOn(address.port);
    if (listener === undefined) throw new Error(`${service} is not running`);
    return listener;
  }
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
async function kill(
  product: Product,
  service: Restartable,
  given: GivenEngines,
  stopping: AbortSignal,
): Promise<boolean> {
  while (!stopping.aborted) {
    try {
      process.kill(await pidOf(product, service, given), 'SIGKILL');
      return true;
    } catch {
      await pause(LOOK_MS);
    }
  }
  return false;
}

/** Kills until `stopping`, every 0.5 to 1.5 times `everySeconds`. */
export async function keepRestarting(
  product: Product,
  options: {
    services: readonly Restartable[];
    given?: GivenEngines;
    everySeconds: number;
    random: Random;
    stopping: AbortSignal;
  },
): Promise<Restart[]> {
  const { services, given = {}, everySeconds, random, stopping } = options;
  const restarts: Restart[] = [];
  for (let turn = 0; ; turn += 1) {
    await pause(1_000 * everySeconds * (0.5 + random.next()), undefined, { signal: stopping }).catch(() => undefined);
    const service = services[turn % services.length];
    if (service === undefined || !(await kill(product, service, given, stopping))) return restarts;
    restarts.push({ service, at: performance.now() });
  }
}
