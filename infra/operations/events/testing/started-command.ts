/** Starts the built command line as a user does. */
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { root } from '../../../verification/test/started-program.ts';

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningCommand {
  readonly child: ChildProcess;
  /** The output so far. */
  stdout(): string;
  stderr(): string;
  readonly ended: Promise<CommandResult>;
}

const running = new Set<ChildProcess>();

/** Called after each test, so that a failed one leaves no process. */
export function endCommands(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** @param url the address of the event log */
export function startCommand(url: string, args: readonly string[], input?: string): RunningCommand {
  const program = ['--disable-warning=DEP0123', path.join(root, 'infra/dist/operations/events/main.js')];
  const child = spawn(process.execPath, [...program, ...args], {
    env: { ...process.env, EVENTSTORE_URL: url },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  // A command that ends early does not read all of its input.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input ?? '');
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    ended: new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr }))),
  };
}

export const runCommand = (url: string, args: readonly string[], input?: string): Promise<CommandResult> =>
  startCommand(url, args, input).ended;
