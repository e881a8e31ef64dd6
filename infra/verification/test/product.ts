/** The whole product as its user starts it: the launcher on a folder and a port of its own. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from 'service-kit/process/free-port';
import { childOf, processesWith, startProgram } from './started-program.ts';

export interface Product {
  readonly url: string;
  readonly dataDir: string;
  /** The launcher's. */
  readonly pid: number;
  /**
   * The process id of a service, such as `event-log`, or `product` for the shared process. `command-api`, `projections`,
   * `query-api` and `gateway` have one with `PROCESSES=separate`. @throws Error when it is not running.
   */
  processOf(service: string): Promise<number>;
  /** The last log lines of the product, for the message of a failing test. */
  log(): string;
  /** The log lines of the product that report an error or a crash. */
  errors(): readonly string[];
  /** All running processes of this product, with the launcher and Postgres. */
  processes(): Promise<number[]>;
  /** SIGKILL to the launcher alone, as when the machine runs out of memory. */
  kill(): Promise<void>;
  /** SIGTERM, and waits for the end. @returns the exit code. */
  stop(): Promise<number | null>;
}

/**
 * Starts the built product (`npm run build` first) and waits for its `ready` line. A given `dataDir` is kept. Otherwise
 * the product runs on a temporary folder, which `stop()` deletes. It begins as a copy of `copyOf`, a folder that no
 * running product uses. `checkout` is the folder of another version of the product, built; its own by default. `node`
 * is the program that runs all of its processes.
 */
export async function startProduct(
  options: {
    env?: NodeJS.ProcessEnv;
    dataDir?: string;
    copyOf?: string;
    port?: number;
    checkout?: string;
    node?: string;
  } = {},
): Promise<Product> {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'clinical-pharmacy-')));
  // Keeps the owners: Postgres checks them.
  if (options.copyOf !== undefined) await promisify(execFile)('cp', ['-a', `${options.copyOf}/.`, dataDir]);
  const port = options.port ?? (await freePort());
  const launcher = await startProgram(
    'runtime/start/main.js',
    { SEED: 'none', LOG_LEVEL: 'info', DATA_DIR: dataDir, PORT: String(port), ...options.env },
    { checkout: options.checkout, node: options.node },
  );
  return {
    url: launcher.url,
    dataDir,
    pid: launcher.pid,
    processOf: (service) => childOf(launcher.pid, `${service}/`),
    log: launcher.log,
    errors: launcher.errors,
    processes: () => processesWith(`DATA_DIR=${dataDir}`),
    kill: launcher.kill,
    async stop() {
      const code = await launcher.stop();
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}
