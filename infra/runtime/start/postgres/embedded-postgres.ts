/**
 * The embedded Postgres: a real server on the loopback interface, with its data below the data folder.
 * `<dataDir>/postgres` is the cluster, `<dataDir>/postgres.password` (0600) the password of its superuser.
 */
import { execFile, fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { Logger } from 'service-kit/process/logger';
import { Client } from 'pg';
import { postgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { stopOrphan } from './stop-orphan.ts';
import { postgresUser } from './postgres-user.ts';

const run = promisify(execFile);
/** The database of the product. `npm run event-log` uses it as well, so that it opens the product's log. */
export const DATABASE = 'clinical_pharmacy';

/** The folder of the database cluster, which holds the product's database and the event log. */
export const clusterFolder = (dataDir: string): string => join(dataDir, 'postgres');

const keeper = createRequire(import.meta.url).resolve('#postgres-keeper');

export interface EmbeddedPostgres {
  readonly port: number;
  /** The connection string of the superuser to a database. */
  url(database: string): string;
  /** Creates the database when it is missing. */
  ensureDatabase(database: string): Promise<void>;
  /** Resolves when the server has ended, for any reason. */
  readonly exited: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  /** Fast, clean shutdown. */
  stop(): Promise<void>;
}

/** Starts the server: after `initdb` the first time, after recovery when it was killed. @throws Error */
export async function startPostgres(options: {
  dataDir: string;
  port: number;
  logger: Logger;
  /** 200 are enough for all processes of one product. */
  maxConnections?: number;
}): Promise<EmbeddedPostgres> {
  const { port, logger, maxConnections = 200 } = options;
  const binaries = await postgresBinaries();
  const dataDir = resolve(options.dataDir);
  const cluster = clusterFolder(dataDir);
  const password = await passwordIn(join(dataDir, 'postgres.password'));
  if (!(await exists(cluster))) await initialise(binaries, cluster, password, logger);
  await stopOrphan(cluster);

  const user = await postgresUser(binaries, cluster);
  const [program, args] = user.command(binaries.postgres, ['-D', cluster, ...serverSettings(port, maxConnections)]);
  // Detached: Ctrl-C on the terminal reaches the launcher only, which stops all processes in order.
  const child = fork(keeper, [program, ...args], {
    execArgv: [],
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    cwd: '/',
    env: serverEnvironment(),
  });
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((ended) =>
    child.once('exit', (code, signal) => ended({ code, signal })),
  );
  const stop = async (): Promise<void> => {
    if (child.connected) child.disconnect();
    await exited;
  };
  await untilReady(child, logger);
  const url = (database: string): string => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
  return { port, url, exited, stop, ensureDatabase: (database) => ensureDatabase(url('postgres'), database) };
}

/**
 * Durable, and sized for a small machine that runs all processes. Errors go to the client and not to the log: their
 * texts may hold what people typed.
 */
const serverSettings = (port: number, maxConnections: number): string[] =>
  Object.entries({
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: maxConnections,
    shared_buffers: '128MB',
    synchronous_commit: 'on',
    jit: 'off',
    log_destination: 'stderr',
    log_line_prefix: '',
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    lc_messages: 'C',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** The environment without the machine's locale and without our secret. */
const serverEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  LC_ALL: 'C',
  MASTER_KEY: '',
  MASTER_KEY_PREVIOUS: '',
});

/**
 * Runs `initdb` in a temporary folder and renames the folder, so that a kill leaves no half-made cluster. The collation
 * is Postgres's own C.UTF-8, which is the same on every machine.
 */
async function initialise(
  binaries: PostgresBinaries,
  cluster: string,
  password: string,
  logger: Logger,
): Promise<void> {
  logger.info('making the database cluster');
  const unfinished = `${cluster}.new`;
  const passwordFile = `${cluster}.initdb-password`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  const user = await postgresUser(binaries, unfinished);
  await writeFile(passwordFile, password, { mode: 0o600 });
  await user.own(passwordFile);
  const [program, args] = user.command(binaries.initdb, [
    `--pgdata=${unfinished}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    // The password is 24 random bytes, which no one guesses. 4,096 rounds cost both sides milliseconds a connection.
    '--set=scram_iterations=1',
    '--data-checksums',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]);
  try {
    await run(program, args, { cwd: '/', env: serverEnvironment() });
  } catch (error) {
    throw new Error(
      `The database cluster could not be made: ${(error as { stderr?: string }).stderr?.trim() || String(error)}`,
      { cause: error },
    );
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(unfinished, cluster);
}

/** Forwards the lines of the server to the log. Resolves at the line that says that it accepts connections. */
function untilReady(child: ChildProcess, logger: Logger): Promise<void> {
  return new Promise((resolveReady, reject) => {
    let lastProblem = '';
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        const [, severity = 'LOG', text = line] = /^(LOG|FATAL|PANIC|ERROR|WARNING):\s+(.*)$/.exec(line) ?? [];
        const serious = severity === 'FATAL' || severity === 'PANIC';
        if (serious) lastProblem = text;
        // Postgres logs FATAL when a client connects during start or shutdown. That is no error of the server.
        logger[
          serious && !/starting up|shutting down|not yet accepting|administrator command/.test(text) ? 'error' : 'debug'
        ]({ severity }, text);
        if (text === 'database system is ready to accept connections') resolveReady();
      });
    }
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`Postgres did not start${lastProblem && `: ${lastProblem}`}`)));
  });
}

async function passwordIn(file: string): Promise<string> {
  const kept = await readFile(file, 'utf8').catch(() => undefined);
  if (kept) return kept;
  await mkdir(resolve(file, '..'), { recursive: true, mode: 0o700 });
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, password, { mode: 0o600 });
  return password;
}

async function ensureDatabase(adminUrl: string, database: string): Promise<void> {
  const client = new Client(adminUrl);
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
