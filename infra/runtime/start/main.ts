/** `npm start`: the whole product on this machine. It prints `ready <url>` and stops cleanly on a signal. */
import http from 'node:http';
import https from 'node:https';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SettingsError } from 'service-kit/process/settings';
import { withClient } from 'service-kit/postgres/with-client';
import { warnOfDemoAccounts } from 'service-kit/private-schema/demo-accounts';
import { listenOnPort, type PortListener } from './port/port-listener.ts';
import { checkedSettings, describedSettings } from './check-settings.ts';
import { lockDataFolder } from './program/data-folder.ts';
import { launch, takeDown } from './launcher.ts';
import { runProgram, untilStopped, type Program } from './program/program.ts';
import { noteDemo } from './demo-installation.ts';
import { clusterFolder } from './postgres/embedded-postgres.ts';
import { EarlyServices } from './processes/early-services.ts';
import { isSeeded, runSeed } from './processes/seed-process.ts';
import type { Connections, ProductSettings } from './service-environments.ts';
import type { Supervised } from './processes/supervise.ts';
import { DidNotStart, NOT_UNDERSTOOD, SETTINGS_MISTAKE } from './program/start-errors.ts';

const READY_POLL_MS = 100;

async function main({ stream, logger, stopping, stop, fail }: Program): Promise<void> {
  const product = checkedSettings(process.env, fileNames);
  const { config, host, localUrl, shownUrl } = product;
  const unlock = await lockDataFolder(product.dataDir);
  const opened: Supervised[][] = [];
  let port: PortListener | undefined;
  try {
    port = await listenOnPort({ host, port: config.PORT, logger, isSecure: config.TLS_CERT !== undefined });
    const giveUp = (why: string): void => stop(why, 1);
    const seededFile = seededFileOf(product);
    const isSeedNeeded = config.SEED !== 'none' && !(await isSeeded(seededFile, config.SEED));
    const early = new EarlyServices();
    opened.push([early]);
    if (isSeedNeeded) early.load('command-api');
    const onEngines = async (connections: Connections): Promise<void> => {
      const { databaseUrl } = connections;
      await noteDemo(databaseUrl, { isDemo: config.SEED === 'demo', adminEmail: config.ADMIN_EMAIL });
      if (isSeedNeeded) await writeSampleData(connections);
      const address = { host, publicUrl: process.env['PUBLIC_URL'] || undefined };
      await withClient(databaseUrl, (client) => warnOfDemoAccounts(client, address, logger));
    };
    const writeSampleData = async (connections: Connections): Promise<void> => {
      logger.info('starting the seed');
      const code = await runSeed({ product, connections, early, stream, logger, stopping, giveUp, seededFile });
      if (code === SETTINGS_MISTAKE) throw new DidNotStart('The seed', code);
      if (code !== 0) logger.error('the sample data is not complete: the next start continues it');
    };
    await launch({ product, stream, logger, stopping, opened, early, onEngines, port, giveUp });
    await readyAt(localUrl, stopping);
    stream.print(`ready ${shownUrl}`);
    await untilStopped(stopping);
  } catch (error) {
    fail(error);
  } finally {
    await port?.close();
    await takeDown(opened);
    await unlock();
  }
}

/**
 * In the folder of the cluster, which holds the event log and the database: the file goes where they go. Undefined if one
 * of them is elsewhere.
 */
const seededFileOf = ({ config, dataDir }: ProductSettings): string | undefined =>
  config.DATABASE_URL === undefined && config.EVENTSTORE_URL === undefined
    ? join(clusterFolder(dataDir), 'sample-data')
    : undefined;

/** Ready means that every service has what it needs and every projection has caught up. */
async function readyAt(url: string, stopping: AbortSignal): Promise<void> {
  for (;;) {
    stopping.throwIfAborted();
    if ((await statusOf(`${url}/api/ready`, stopping)) === 200) return;
    await wait(READY_POLL_MS, undefined, { signal: stopping });
  }
}

/** The status of an answer; 0 without one. The certificate is not for the loopback address, so it is not checked. */
const statusOf = (url: string, signal: AbortSignal): Promise<number> =>
  new Promise((resolve) => {
    const options = { signal, agent: false, rejectUnauthorized: false };
    (url.startsWith('https:') ? https : http)
      .get(url, options, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
      .on('error', () => resolve(0));
  });

const USAGE = `Usage: npm start [-- --check | --help]

  --check  checks the settings and starts nothing: exit code 0 if they can be used, else 78
  --help   this page

Settings are environment variables (docs/operations.md, "Settings"):
`;
/** The names in an installed release's file of settings: `bin/clinical-pharmacy` passes them on. */
const fileNames = (process.env['CLINICAL_PHARMACY_NAMES'] ?? '').split(' ').filter((name) => name !== '');

const [option, ...more] = process.argv.slice(2);
if (option === undefined) await runProgram('launcher', main);
else if (option === '--check' && more.length === 0) process.exitCode = check();
else {
  const lines = describedSettings().map(({ name, about }) => `  ${name.padEnd(30)}${about}\n`);
  const isHelp = option === '--help' && more.length === 0;
  (isHelp ? process.stdout : process.stderr).write(isHelp ? USAGE + lines.join('') : USAGE);
  process.exitCode = isHelp ? 0 : NOT_UNDERSTOOD;
}

function check(): number {
  try {
    checkedSettings(process.env, fileNames);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return SETTINGS_MISTAKE;
  }
  process.stdout.write('The settings can be used.\n');
  return 0;
}
