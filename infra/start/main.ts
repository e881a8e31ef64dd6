/** `npm start`: the whole product on this machine, one line `ready <url>` when everything is up, a clean stop on SIGINT, SIGTERM and SIGHUP. */
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SettingsError } from 'command-api/service/settings';
import { InUse, lockDataDir } from './data-dir.ts';
import { launch, takeDown } from './launcher.ts';
import { openLogStream } from './log-stream.ts';
import { runSeed } from './seed-process.ts';
import { settings } from './settings.ts';
import { DidNotStart, SETTINGS_MISTAKE, type Supervised } from './supervise.ts';

const READY_STEP_MS = 100;
const stream = openLogStream(process.env['LOG_LEVEL'] || 'info');
const log = stream.logger('launcher');
const stopping = new AbortController();
let exitCode = 0;

function stop(why: string, code: number): void {
  if (stopping.signal.aborted) return;
  exitCode = code;
  log.info({ why }, 'stopping');
  stopping.abort(new Error(why));
}

/** Mistakes that whoever started the product can mend are told as a sentence, everything else with its trace. */
function fail(error: unknown): void {
  if (stopping.signal.aborted) return;
  const code = error instanceof SettingsError || (error instanceof DidNotStart && error.code === SETTINGS_MISTAKE) ? SETTINGS_MISTAKE : 1;
  if (error instanceof SettingsError || error instanceof InUse || error instanceof DidNotStart) log.fatal(error.message);
  else log.fatal({ error }, error instanceof Error ? error.message : 'could not start');
  stop('could not start', code);
}

async function main(): Promise<void> {
  const config = settings.read(process.env);
  const host = config.HOST ?? (config.SEED === 'demo' ? '127.0.0.1' : '0.0.0.0');
  const adminEmail = config.ADMIN_EMAIL ?? (config.SEED === 'demo' ? 'admin@demo.test' : undefined);
  const unlock = await lockDataDir(resolve(config.DATA_DIR));
  const opened: Supervised[][] = [];
  try {
    await portIsFree(host, config.PORT);
    await launch({ config, host, adminEmail, stream, log, stopping: stopping.signal, opened, giveUp: (why) => stop(why, 1) });
    const local = addressOf(host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host, config.PORT);
    await readyAt(local);
    const seeded = await runSeed({ BASE_URL: local, SEED: config.SEED, ADMIN_EMAIL: adminEmail ?? '' }, stream, stopping.signal);
    if (seeded === SETTINGS_MISTAKE) throw new DidNotStart('The seed', seeded);
    if (seeded !== 0) log.error('the sample data is not complete: the next start goes on with it');
    await readyAt(local);
    stream.say(`ready ${local.replace('//127.0.0.1:', '//localhost:')}`);
    await new Promise((aborted) => stopping.signal.addEventListener('abort', aborted, { once: true }));
  } catch (error) {
    fail(error);
  } finally {
    await takeDown(opened);
    await unlock();
  }
}

const addressOf = (host: string, port: number): string => `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Ready means that every service has what it needs and every projection has caught up. */
async function readyAt(url: string): Promise<void> {
  for (;;) {
    stopping.signal.throwIfAborted();
    const response = await fetch(`${url}/api/ready`, { signal: stopping.signal }).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.ok) return;
    await wait(READY_STEP_MS, undefined, { signal: stopping.signal });
  }
}

async function portIsFree(host: string, port: number): Promise<void> {
  const probe = createServer();
  await new Promise<void>((free, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => reject(new InUse(error.code === 'EADDRINUSE' ? `Port ${port} is in use: choose another with PORT.` : `Cannot listen on ${host} port ${port} (${error.code}): choose others with HOST and PORT.`)));
    probe.listen(port, host, () => probe.close(() => free()));
  });
}

// A second signal changes nothing: on Ctrl-C the terminal sends one and npm passes on another.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal, 0));
await main().catch(fail);
process.exit(exitCode);
