/** `npm start`: the whole product on this machine, one line `ready <url>` when everything is up, a clean stop on SIGINT, SIGTERM and SIGHUP. */
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DEMO_PASSWORD } from '../seed/demo-people.ts';
import { hostAndPort, portIsFree, reachableHost } from './address.ts';
import { lockDataDir } from './data-dir.ts';
import { launch, takeDown } from './launcher.ts';
import { runProgram, untilStopped, type Program } from './program.ts';
import { runSeed } from './seed-process.ts';
import { settings } from './settings.ts';
import { DidNotStart, SETTINGS_MISTAKE, type Supervised } from './supervise.ts';

const READY_STEP_MS = 100;

async function main({ stream, log, stopping, stop, fail }: Program): Promise<void> {
  const config = settings.read(process.env);
  const host = config.HOST ?? (config.SEED === 'demo' ? '127.0.0.1' : '0.0.0.0');
  const adminEmail = config.ADMIN_EMAIL ?? (config.SEED === 'demo' ? 'admin@demo.test' : undefined);
  const adminPassword = config.ADMIN_PASSWORD ?? (config.SEED === 'demo' ? DEMO_PASSWORD : undefined);
  const local = `http://${hostAndPort(reachableHost(host), config.PORT)}`;
  const shown = local.replace('//127.0.0.1:', '//localhost:');
  const unlock = await lockDataDir(resolve(config.DATA_DIR));
  const opened: Supervised[][] = [];
  try {
    await portIsFree(host, config.PORT);
    const seedSecret = config.SEED === 'demo' ? randomBytes(32).toString('base64url') : undefined;
    const { commandApiUrl } = await launch({ config, host, adminEmail, adminPassword, localUrl: shown, stream, log, stopping, opened, giveUp: (why) => stop(why, 1), seedSecret });
    await readyAt(local, stopping);
    const variables = { BASE_URL: local, COMMAND_API_URL: commandApiUrl, SEED_SECRET: seedSecret ?? '', SEED: config.SEED, ADMIN_EMAIL: adminEmail ?? '', ADMIN_PASSWORD: adminPassword ?? '' };
    const seeded = await runSeed(variables, stream, stopping);
    if (seeded === SETTINGS_MISTAKE) throw new DidNotStart('The seed', seeded);
    if (seeded !== 0) log.error('the sample data is not complete: the next start goes on with it');
    await readyAt(local, stopping);
    stream.say(`ready ${shown}`);
    await untilStopped(stopping);
  } catch (error) {
    fail(error);
  } finally {
    await takeDown(opened);
    await unlock();
  }
}

/** Ready means that every service has what it needs and every projection has caught up. */
async function readyAt(url: string, stopping: AbortSignal): Promise<void> {
  for (;;) {
    stopping.throwIfAborted();
    const response = await fetch(`${url}/api/ready`, { signal: stopping }).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.ok) return;
    await wait(READY_STEP_MS, undefined, { signal: stopping });
  }
}

await runProgram('launcher', main);
