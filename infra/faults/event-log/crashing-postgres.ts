/** A Postgres of the test's own, which may be crashed: nobody else's databases lie in it. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from 'service-kit/process/logger';
import { freePort } from '../../start/free-port.ts';
import { startPostgres, type EmbeddedPostgres } from '../../start/postgres.ts';

const DATABASE = 'log';
const PATIENCE_MS = 20_000;
const log = createLogger('postgres', 'silent');

export class CrashingPostgres {
  readonly #dataDir: string;
  readonly #port: number;
  #postgres: EmbeddedPostgres;

  private constructor(dataDir: string, port: number, postgres: EmbeddedPostgres) {
    this.#dataDir = dataDir;
    this.#port = port;
    this.#postgres = postgres;
  }

  static async start(): Promise<CrashingPostgres> {
    const dataDir = await mkdtemp(join(tmpdir(), 'event-log-faults-'));
    const port = await freePort();
    const postgres = await startPostgres({ dataDir, port, log });
    await postgres.ensureDatabase(DATABASE);
    return new CrashingPostgres(dataDir, port, postgres);
  }

  get url(): string {
    return this.#postgres.url(DATABASE);
  }

  /**
   * Ends it without a checkpoint and starts it again, which recovers from the write-ahead log. SIGKILL takes the
   * postmaster alone: its backends find out by and by, and may commit in between. SIGQUIT, Postgres's "immediate"
   * shutdown, takes them all at once.
   */
  async crash(how: 'SIGKILL' | 'SIGQUIT'): Promise<void> {
    const pid = Number((await readFile(join(this.#dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
    process.kill(pid, how);
    await this.#postgres.exited;
    this.#postgres = await this.#startAgain();
  }

  async stop(): Promise<void> {
    await this.#postgres.stop();
    await rm(this.#dataDir, { recursive: true, force: true });
  }

  /** A new postmaster refuses while a backend of the old one lives. */
  async #startAgain(): Promise<EmbeddedPostgres> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      try {
        return await startPostgres({ dataDir: this.#dataDir, port: this.#port, log });
      } catch (error) {
        if (Date.now() > deadline) throw error;
      }
    }
  }
}
