/** Runs a built program of this package as a user would, and finds the processes that it starts. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const root = path.resolve(
  path.dirname(fileURLToPath(import.meta.url)),
  import.meta.url.includes('/dist/') ? '../../../..' : '../../..',
);
const READY_MS = 240_000;
const LINES = 500;
/** Error lines that are kept. */
const ERRORS = 1_000;

export interface StartedProgram {
  /** The address in its line `ready <url>`. */
  readonly url: string;
  readonly pid: number;
  /** Its last lines of output, for the message of a failing test. */
  log(): string;
  /** Its lines that report an error or a crash, the first thousand. */
  errors(): readonly string[];
  /** SIGKILL to this process alone, as when the machine runs out of memory. */
  kill(): Promise<void>;
  /** Sends the signal and waits for the end. @returns the exit code, null if a signal ended the process */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * For tests that also run without `npm test`, which builds first.
 * @throws Error with the output of the build
 */
export async function buildWhatChanged(): Promise<void> {
  await promisify(execFile)(process.execPath, [path.join(root, 'infra/runtime/start/build.mjs'), '--if-changed']);
}

/**
 * Starts `infra/dist/<entry>` (`npm run build` first) and waits for its `ready` line.
 * @throws Error with its last lines if it ends before
 */
export async function startProgram(
  entry: string,
  env: NodeJS.ProcessEnv,
  { checkout = root, node = process.execPath }: { checkout?: string | undefined; node?: string | undefined } = {},
): Promise<StartedProgram> {
  const child = spawn(node, [path.join(checkout, 'infra/dist', entry)], {
    cwd: checkout,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const errors: string[] = [];
  const url = await readyUrl(child, lines, errors);
  return {
    url,
    pid: child.pid ?? 0,
    log: () => lines.slice(-60).join('\n'),
    errors: () => errors,
    kill: async () => void (await ended(child, 'SIGKILL')),
    stop: (signal = 'SIGTERM') => ended(child, signal),
  };
}

function readyUrl(child: ChildProcess, lines: string[], errors: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill('SIGTERM');
      reject(new Error(`Not ready after ${READY_MS / 1000} s:\n${lines.slice(-60).join('\n')}`));
    }, READY_MS);
    child.once('exit', (code) => {
      clearTimeout(late);
      reject(new Error(`The program ended with ${code} before it was ready:\n${lines.slice(-60).join('\n')}`));
    });
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        if (lines.length > LINES) lines.splice(0, LINES / 2);
        if (errors.length < ERRORS && isError(line)) errors.push(line);
        const ready = /^ready (\S+)/.exec(line)?.[1];
        if (!ready) return;
        clearTimeout(late);
        resolve(ready);
      });
    }
  });
}

/** By number in a line of an older version. */
const ERROR_LEVEL = 50;
const ERROR_LEVELS = ['error', 'fatal'];

/** A log entry of an error, or one with the trace of a crash: the launcher makes a warning of it. */
export function isError(line: string): boolean {
  const level = /^\{"level":"?(\w+)/.exec(line)?.[1];
  if (level === undefined) return /^\s*(Uncaught |[A-Z]\w*Error\b)/.test(line);
  // A line break in a text of JSON, as before each place of a trace.
  const isError = ERROR_LEVELS.includes(level) || Number(level) >= ERROR_LEVEL;
  return isError || (!line.includes('"error":') && /\\n\s+at /.test(line));
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exit = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  child.kill(signal);
  return exit;
}

export interface Ended {
  readonly code: number | null;
  /** Standard output, then the error lines. */
  readonly output: string;
}

/** Runs `infra/dist/<entry>` to its end. */
export const runProgramToEnd = (entry: string, env: NodeJS.ProcessEnv, args: readonly string[] = []): Promise<Ended> =>
  runToEnd([`infra/dist/${entry}`, ...args], { ...process.env, ...env });

/**
 * Runs a built program to its end.
 * @param program its place from the root, before its arguments
 * @param env all that it gets besides `PATH`
 */
export async function runToEnd(
  [program = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  cwd = root,
): Promise<Ended> {
  const child = spawn(process.execPath, [path.join(root, program), ...args], {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, output: out + errors };
}

/** Finds processes by a variable of their environment (Linux: /proc). An ending process has no environment. */
export async function processesWith(variable: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry));
  const environments = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')));
  return pids.filter((_, index) => environments[index]?.includes(`${variable}\0`)).map(Number);
}

/** Finds a child process by its command line (Linux: /proc). @throws Error if there is none */
export async function childOf(parent: number, commandPart: string): Promise<number> {
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const [stat, command] = await Promise.all([
      readFile(`/proc/${entry}/stat`, 'utf8'),
      readFile(`/proc/${entry}/cmdline`, 'utf8'),
    ]).catch(() => ['', '']);
    const parentOf = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (parentOf === parent && command.includes(commandPart)) return Number(entry);
  }
  throw new Error(`No process of ${commandPart} below ${parent}`);
}
