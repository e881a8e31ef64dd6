/** A Postgres for one test, which the test may crash: it holds no other database. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from 'service-kit/process/logger';
import { freePort } from 'service-kit/process/free-port';
import { startPostgres, type EmbeddedPostgres } from '../../../runtime/start/postgres/embedded-postgres.ts';
import { within } from '../harness/faults/waiting.ts';

const DATABASE = 'log';
const PATIENCE_MS = 20_000;
const logger = createLogger('postgres', 'silent');

export class CrashingPostgres {
  readonly dataDir: string;
  readonly #port: number;
  #postgres: EmbeddedPostgres;

  private constructor(dataDir: string, port: number, postgres: EmbeddedPostgres) {
    this.dataDir = dataDir;
    this.#port = port;
    this.#postgres = postgres;
  }

  static async start(): Promise<CrashingPostgres> {
    const dataDir = await mkdtemp(join(tmpdir(), 'event-log-faults-'));
    const port = await freePort();
    const postgres = await startPostgres({ dataDir, port, logger });
    await postgres.ensureDatabase(DATABASE);
    return new CrashingPostgres(dataDir, port, postgres);
  }

  get url(): string {
    return this.#postgres.url(DATABASE);
  }

  /**
   * Ends Postgres without a checkpoint and starts it again, so that it recovers from the write-ahead log. SIGKILL ends
   * the postmaster alone: its backends notice it later and may commit in between. SIGQUIT, the "immediate" shutdown,
   * ends all of them at once.
   */
  async crash(how: 'SIGKILL' | 'SIGQUIT'): Promise<void> {
    const pid = Number((await readFile(join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
    process.kill(pid, how);
    await this.#postgres.exited;
    // A new postmaster refuses to start while a backend of the old one lives.
    const again = await within(PATIENCE_MS, () => startPostgres({ dataDir: this.dataDir, port: this.#port, logger }));
    if (!again) throw new Error(`Postgres does not start ${PATIENCE_MS / 1_000} s after ${how}`);
    this.#postgres = again;
  }

  async stop(): Promise<void> {
    await this.#postgres.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
