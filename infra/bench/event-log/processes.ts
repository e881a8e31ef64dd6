/**
 * The processes of the benchmark: the server as in production, the stub, and those that make the load. Each ends with
 * this one.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { eventLogEnv } from '../../event-log/node-options.ts';
import { logCredentialsIn, logUrl } from '../../event-log/access/log-credentials.ts';
import { freePort } from 'service-kit/process/free-port';
import type { MeasurementAnswer, Measurements } from './load.ts';

interface Running {
  readonly pid: number;
  stop(): Promise<void>;
}
export interface RunningServer extends Running {
  readonly url: string;
}
export interface LoadProcess extends Running {
  /** The functions of load.ts. Each runs in that process, one at a time. */
  readonly measure: Measurements;
}

/** @param dataDir holds the credentials of server and stub */
export const startServer = (databaseUrl: string, dataDir: string, logLevel: string): Promise<RunningServer> =>
  listening('../../event-log/main.js', dataDir, eventLogEnv({ DATABASE_URL: databaseUrl, LOG_LEVEL: logLevel }));
/** @param events the length of the log that the stub reports */
export const startStub = (events: number, dataDir: string): Promise<RunningServer> =>
  listening('./stub.js', dataDir, { EVENTS: String(events) });

async function listening(program: string, dataDir: string, env: NodeJS.ProcessEnv): Promise<RunningServer> {
  const port = await freePort();
  const url = logUrl(await logCredentialsIn(dataDir), `127.0.0.1:${port}`);
  const child = start(program, { ...env, PORT: String(port), DATA_DIR: dataDir });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`${program} ended with ${code} before it was ready`);
  });
  await Promise.race([once(child, 'message'), failed]);
  failed.catch(() => undefined);
  return { ...running(child), url };
}

export function startLoad(): LoadProcess {
  const child = start('./load.js', {});
  let answer: (answered: MeasurementAnswer) => void = () => {};
  child.on('message', (answered: MeasurementAnswer) => answer(answered));
  child.on('exit', () => answer({ error: 'The process that makes the load has ended' }));
  const ask = async (name: string | symbol, options: unknown): Promise<unknown> => {
    const answered = await new Promise<MeasurementAnswer>((resolve) => {
      answer = resolve;
      child.send({ name, options });
    });
    if ('error' in answered) throw new Error(answered.error);
    return answered.result;
  };
  return {
    ...running(child),
    measure: new Proxy({} as Measurements, { get: (_, name) => (options: unknown) => ask(name, options) }),
  };
}

const start = (program: string, env: NodeJS.ProcessEnv): ChildProcess =>
  fork(fileURLToPath(new URL(program, import.meta.url)), {
    env: { ...process.env, ...env },
    execArgv: ['--disable-warning=DEP0123'],
  });

function running(child: ChildProcess): Running {
  const ended = once(child, 'exit');
  return {
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
