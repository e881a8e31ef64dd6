/** The built event log server as a process of its own, always on the same port. It can be killed and started again. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from 'service-kit/process/free-port';
import { logCredentialsIn, logUrl } from '../../../runtime/event-log/access/log-credentials.ts';

const program = fileURLToPath(new URL('../../../dist/runtime/event-log/main.js', import.meta.url));

/** The database, and the folder with the credentials. */
interface DatabaseAndFolder {
  readonly url: string;
  readonly dataDir: string;
}

export class KillableServer {
  readonly url: string;
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;
  #wanted = true;
  #ready = false;
  /** The last log line of each process that ended before it was ready. */
  readonly refusals: string[] = [];

  private constructor(url: string, env: NodeJS.ProcessEnv) {
    [this.url, this.#env] = [url, env];
  }

  static async of({ url: DATABASE_URL, dataDir: DATA_DIR }: DatabaseAndFolder): Promise<KillableServer> {
    const [HOST, PORT] = ['127.0.0.1', String(await freePort())];
    const env = { ...process.env, DATABASE_URL, DATA_DIR, HOST, PORT, LOG_LEVEL: 'fatal' };
    return new KillableServer(logUrl(await logCredentialsIn(DATA_DIR), `${HOST}:${PORT}`), env);
  }

  /** The process lives and has reported that it is ready. */
  get ready(): boolean {
    return this.#ready;
  }

  /**
   * Resolves when the server is ready. If it ends before, because the database is down or another server writes to it,
   * it is started again.
   */
  async start(): Promise<void> {
    while (!this.#ready && this.#wanted) await this.#tryToStart();
  }

  /** Sends SIGKILL. Resolves when the process has ended. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Stops the process while `work` runs, as on a machine that hangs. */
  async freezeWhile(work: () => Promise<void>): Promise<void> {
    this.#child?.kill('SIGSTOP');
    try {
      await work();
    } finally {
      this.#child?.kill('SIGCONT');
    }
  }

  async stop(): Promise<void> {
    this.#wanted = false;
    await this.#end('SIGTERM');
  }

  async #tryToStart(): Promise<void> {
    const child = fork(program, { env: this.#env, execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    this.#child = child;
    let lastLine = '';
    for (const stream of [child.stdout, child.stderr])
      if (stream) createInterface({ input: stream }).on('line', (line) => (lastLine = line));
    const ended = once(child, 'exit').then(() => (this.#ready = false));
    this.#ready = await Promise.race([once(child, 'message').then(() => true), ended]);
    if (!this.#ready) this.refusals.push(lastLine);
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    this.#ready = false;
  }
}
