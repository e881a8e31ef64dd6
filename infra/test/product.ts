/** The whole product as its user starts it: the launcher on a folder and a port of its own, for tests that cross every room. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from '../start/free-port.ts';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), import.meta.url.includes('/dist/') ? '../../..' : '../..');
const READY_MS = 120_000;

export interface Product {
  readonly url: string;
  readonly dataDir: string;
  /** The process id of a service, such as `projections`. @throws Error when it is not running. */
  processOf(service: string): Promise<number>;
  /** The last lines that the product logged, for a failing test's message. */
  log(): string;
  /** Every process of this product that is alive, the launcher and Postgres among them. */
  processes(): Promise<number[]>;
  /** SIGKILL to the launcher alone, as when the machine runs out of memory. */
  kill(): Promise<void>;
  /** SIGTERM, and waits for the end. @returns the exit code. */
  stop(): Promise<number | null>;
}

/**
 * Starts the built product (`npm run build` first) and waits for its `ready` line.
 * `dataDir` is kept when given; otherwise a temporary folder goes with `stop()`.
 */
export async function startProduct(options: { env?: NodeJS.ProcessEnv; dataDir?: string; port?: number } = {}): Promise<Product> {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'clinical-pharmacy-')));
  const port = options.port ?? (await freePort());
  const launcher = spawn(process.execPath, [path.join(root, 'infra/dist/start/main.js')], {
    cwd: root,
    env: { ...process.env, SEED: 'none', LOG_LEVEL: 'info', DATA_DIR: dataDir, PORT: String(port), ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const url = await readyUrl(launcher, lines);
  return {
    url,
    dataDir,
    processOf: (service) => childOf(launcher.pid ?? 0, `${service}/`),
    log: () => lines.slice(-60).join('\n'),
    processes: () => processesWith(`DATA_DIR=${dataDir}\0`),
    kill: async () => void (await ended(launcher, 'SIGKILL')),
    async stop() {
      const code = await ended(launcher, 'SIGTERM');
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

function readyUrl(launcher: ChildProcess, lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      launcher.kill('SIGTERM');
      reject(new Error(`Not ready after ${READY_MS / 1000} s:\n${lines.slice(-60).join('\n')}`));
    }, READY_MS);
    launcher.once('exit', (code) => {
      clearTimeout(late);
      reject(new Error(`The product ended with ${code} before it was ready:\n${lines.slice(-60).join('\n')}`));
    });
    for (const stream of [launcher.stdout, launcher.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        if (lines.length > 500) lines.splice(0, 250);
        const ready = /^ready (http\S+)/.exec(line)?.[1];
        if (!ready) return;
        clearTimeout(late);
        resolve(ready);
      });
    }
  });
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exit = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  child.kill(signal);
  return exit;
}

/** Finds a child by what it was started with (Linux: /proc). */
async function childOf(parent: number, commandPart: string): Promise<number> {
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const [stat, command] = await Promise.all([readFile(`/proc/${entry}/stat`, 'utf8'), readFile(`/proc/${entry}/cmdline`, 'utf8')]).catch(() => ['', '']);
    const parentOf = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (parentOf === parent && command.includes(commandPart)) return Number(entry);
  }
  throw new Error(`No process of ${commandPart} below ${parent}`);
}

/** Finds processes by a variable of their environment (Linux: /proc). One that is ending has none any more. */
async function processesWith(variable: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry));
  const environments = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')));
  return pids.filter((_, index) => environments[index]?.includes(variable)).map(Number);
}
