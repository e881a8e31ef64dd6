/**
 * `npm run event-log`: the embedded event log without the product. It prints `ready <url>` when it answers, without the
 * password, which is in `<DATA_DIR>/connections.json`, and stops cleanly on SIGINT, SIGTERM and SIGHUP. Without DATABASE_URL it starts its own Postgres, which always ends with it.
 */
import { resolve } from 'node:path';
import { refuseNewerDataAt } from 'service-kit/private-schema/check-data';
import type { Logger } from 'service-kit/process/logger';
import { hostAndPort, portIsFree, reachableHost } from '../start/program/address.ts';
import { connectionsFile, writeConnections } from '../start/program/connections-file.ts';
import { lockDataFolder } from '../start/program/data-folder.ts';
import { freePort } from 'service-kit/process/free-port';
import { DATABASE, startPostgres } from '../start/postgres/embedded-postgres.ts';
import { runProgram, untilStopped, type Program } from '../start/program/program.ts';
import { supervise } from '../start/processes/supervise.ts';
import { CannotStart } from '../start/program/start-errors.ts';
import { growHeapFaster } from './node-options.ts';
import { startEventLog, type EventLogServer } from './server.ts';
import { standaloneSettings } from './settings.ts';
import { LogInUse } from './store/write/writer-session.ts';

type Close = () => Promise<void>;

async function main(program: Program): Promise<void> {
  const { PORT, HOST, DATABASE_URL, DATA_DIR } = standaloneSettings.read(process.env);
  const opened: Close[] = [];
  try {
    await portIsFree(HOST, PORT);
    const dataDir = resolve(DATA_DIR);
    const databaseUrl = DATABASE_URL ?? (await ownDatabase(dataDir, program, opened));
    program.stopping.throwIfAborted();
    const server = await serve({ databaseUrl, dataDir, host: HOST, port: PORT, logger: program.logger });
    opened.push(server.stop);
    await writeConnections(dataDir, { EVENTSTORE_URL: server.url });
    const address = hostAndPort(reachableHost(HOST), server.port);
    program.stream.print(`ready esdb://${address} (with name and password: ${connectionsFile(dataDir)})`);
    await untilStopped(program.stopping);
  } catch (error) {
    program.fail(error);
  } finally {
    for (const close of opened.toReversed()) await close();
  }
}

/** Starts the embedded Postgres and keeps it running. @returns the connection string */
async function ownDatabase(
  dataDir: string,
  { stream, logger, stopping, stop }: Program,
  opened: Close[],
): Promise<string> {
  opened.push(await lockDataFolder(dataDir));
  const port = await freePort();
  const postgresLog = stream.logger('postgres');
  let url = '';
  const postgres = await supervise({
    name: 'postgres',
    async start() {
      const running = await startPostgres({ dataDir, port, logger: postgresLog });
      await running.ensureDatabase(DATABASE);
      url = running.url(DATABASE);
      return running;
    },
    stopping,
    logger,
    giveUp: (why) => stop(why, 1),
  });
  opened.push(postgres.stop);
  return url;
}

/**
 * @throws CannotStart when another server has the log, or DATABASE_URL cannot be used; its text has no password
 * @throws SettingsError when a newer version of the program has made the data
 */
async function serve(options: {
  databaseUrl: string;
  dataDir: string;
  host: string;
  port: number;
  logger: Logger;
}): Promise<EventLogServer> {
  try {
    await refuseNewerDataAt(options.databaseUrl);
    return await startEventLog(options);
  } catch (error) {
    if (error instanceof LogInUse)
      throw new CannotStart(`${error.message}: stop that one first, or choose another with DATABASE_URL.`, {
        cause: error,
      });
    const { code } = error as { code?: unknown };
    if (typeof code === 'string')
      throw new CannotStart(
        `DATABASE_URL: this Postgres cannot be used (${[code, (error as Error).message].filter(Boolean).join(', ')}).`,
        { cause: error },
      );
    throw error;
  }
}

growHeapFaster();
await runProgram('event-log', main);
