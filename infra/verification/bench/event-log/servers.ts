/** The event log as in production, and the stub. Each is a process of its own. */
import { eventLogEnv } from '../../../runtime/event-log/node-options.ts';
import { logCredentialsIn, logUrl } from '../../../runtime/event-log/access/log-credentials.ts';
import { freePort } from 'service-kit/process/free-port';
import { type Forked, startForked } from '../processes/forked.ts';

export interface RunningServer extends Forked {
  readonly url: string;
}

/** @param dataDir holds the credentials of server and stub */
export const startServer = (databaseUrl: string, dataDir: string): Promise<RunningServer> =>
  listening(
    '../../../runtime/event-log/main.js',
    dataDir,
    eventLogEnv({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' }),
  );
/** @param events the length of the log that the stub reports */
export const startStub = (events: number, dataDir: string): Promise<RunningServer> =>
  listening('./stub.js', dataDir, { EVENTS: String(events) });

async function listening(program: string, dataDir: string, env: NodeJS.ProcessEnv): Promise<RunningServer> {
  const port = await freePort();
  const url = logUrl(await logCredentialsIn(dataDir), `127.0.0.1:${port}`);
  const server = await startForked(
    new URL(program, import.meta.url),
    { ...process.env, ...env, PORT: String(port), DATA_DIR: dataDir },
    ['--disable-warning=DEP0123'],
  );
  return { ...server, url };
}
