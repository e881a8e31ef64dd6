/** The content of a generated data folder: its sizes, and the people and the team that are measured. */
import { randomUUID } from 'node:crypto';
import type { SignedIn, Team } from 'language/contract/entities';
import { addDays, calendarDate, type CalendarDate } from 'language/domain/values/calendar-date';
import { Pool } from 'pg';
import type { Product } from '../../test/product.ts';
import { visitor } from '../../../runtime/seed/api-client.ts';
import { settingsOf } from '../../test/settings-of.ts';
import { BENCH_PASSWORD } from '../generate/log-store.ts';
import { DAYS } from '../generate/size.ts';
import { callJson } from '../http-client.ts';

export interface Folder {
  readonly base: string;
  readonly product: Product;
  readonly databaseUrl: string;
  /** Finds the tables of the read models. */
  readonly pool: Pool;
  /** The first team. */
  readonly team: string;
  readonly admin: string;
  readonly auditor: string;
  readonly scale: number;
  /** The days of the log. */
  readonly firstDay: CalendarDate;
  readonly lastDay: CalendarDate;
}

/** An account of the generator. @returns the session's token */
export async function signIn(base: string, email: string): Promise<string> {
  const body = { email, password: BENCH_PASSWORD };
  return (await visitor(base).send<SignedIn>('POST', '/api/users/login', randomUUID(), body)).token;
}

/** @throws Error if the log is no complete generated one, or if streams have no read models yet */
export async function openFolder(product: Product): Promise<Folder> {
  const { DATABASE_URL: databaseUrl = '' } = await settingsOf(product, 'query-api');
  const pool = new Pool({
    connectionString: databaseUrl,
    max: 4,
    options: '-c search_path=read_v1 -c max_parallel_workers_per_gather=0',
  });
  pool.on('error', () => undefined);
  const { rows } = await pool.query<{ behind: number; until: string; scale: number }>(/* sql */ `
    select (select count(*)::int from stream_head h
            where not exists (select from projection_checkpoint c where c.stream = h.stream and c.revision >= h.revision)
           ) as behind, until, scale
    from bench.generated_log where complete`);
  const [log] = rows;
  if (!log || log.behind > 0) {
    await pool.end();
    throw new Error(
      log
        ? `${log.behind} streams have no read models yet: wait, or run npm run rebuild on the folder.`
        : 'The folder has no complete generated log (npm run bench:generate).',
    );
  }
  const lastDay = calendarDate(log.until);
  const [admin, auditor] = [
    await signIn(product.url, 'team01-pharmacist1@bench.test'),
    await signIn(product.url, 'team01-pharmacist2@bench.test'),
  ];
  const [team] = (await callJson<Team[]>(product.url, '/api/teams', { token: admin })).answer;
  if (!team) throw new Error('The folder has no team of team01-pharmacist1@bench.test');
  return {
    base: product.url,
    product,
    databaseUrl,
    pool,
    team: team._id,
    admin,
    auditor,
    scale: log.scale,
    firstDay: addDays(lastDay, 1 - DAYS),
    lastDay,
  };
}

/** The sizes in words, of the group and of the team that is measured. */
export async function sizesOf({ pool, team, scale }: Folder): Promise<string> {
  const counted = async (table: string, of?: string): Promise<string> => {
    const where = of === undefined ? '' : 'where team_id = $1';
    const { rows } = await pool.query<{ count: string }>(`select count(*) from ${table} ${where}`, of ? [of] : []);
    return Number(rows[0]?.count).toLocaleString('en');
  };
  const sizes = async (of?: string): Promise<string> =>
    `${await counted('patient', of)} patients, ${await counted('admission', of)} admissions, ` +
    `${await counted('review', of)} reviews, ${await counted('review_entry', of)} entries, ` +
    `${await counted('error_change', of)} changes of errors`;
  const { rows } = await pool.query<{ size: string }>(
    `select pg_size_pretty(pg_database_size(current_database())) as size`,
  );
  return (
    `scale ${scale}: ${await counted('team')} teams, ${await sizes()}, ${await counted('event_log.event')} events, ` +
    `database ${rows[0]?.size ?? ''}\nthe first team: ${await sizes(team)}`
  );
}
