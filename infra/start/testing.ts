/** Programs that refuse to start, as they are started, for specs. They need what is built. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { freePort } from 'service-kit/process/free-port';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Ended {
  readonly code: number | null;
  /** Both outputs. */
  readonly said: string;
}

/**
 * @param command a built program, from the root of the repository, and its arguments, separated by spaces
 * @param env all that it gets besides `PATH`, a free port and no sample data
 */
export async function runToEnd(command: string, env: NodeJS.ProcessEnv): Promise<Ended> {
  const started = spawn(process.execPath, command.split(' '), {
    cwd: root,
    env: { PATH: process.env['PATH'], PORT: String(await freePort()), SEED: 'none', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, errors] = await Promise.all([text(started.stdout), text(started.stderr), once(started, 'exit')]);
  return { code: started.exitCode, said: out + errors };
}

/** The tables of all schemas, and the rows that a start writes first. */
export const writtenAtStart = async (pool: Pool): Promise<unknown> =>
  (
    await pool.query(
      `select (select array_agg(schemaname || '.' || tablename order by schemaname, tablename) from pg_tables
               where schemaname not in ('pg_catalog', 'information_schema')) as tables,
              (select jsonb_agg(m order by step) from accounts.migration m) as steps,
              (select jsonb_agg(k) from accounts.master_key k) as keys,
              (select count(*)::int from accounts.master_key_holder) as holders,
              (select count(*)::int from accounts.security_line) as security_lines`,
    )
  ).rows;
