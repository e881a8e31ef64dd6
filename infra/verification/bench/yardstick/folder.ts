/** A generated data folder under the product: its sizes, and the people and the team that are measured. */
import { randomUUID } from 'node:crypto';
import type { SignedIn, Team } from 'language/contract/entities';
import { Pool } from 'pg';
import { visitor } from '../../../runtime/seed/api-client.ts';
import type { Product } from '../../test/product.ts';
import { settingsOf } from '../../test/settings-of.ts';
import { BENCH_PASSWORD } from '../generate/generate.ts';
import { callJson } from '../http-client.ts';

export interface Folder {
  readonly base: string;
  readonly product: Product;
  /** Finds the tables of the read models. */
  readonly pool: Pool;
  /** The first team. */
  readonly team: string;
  readonly admin: string;
  readonly auditor: string;
}

/** An account of the generator. @returns the session's token */
export async function signIn(base: string, email: string): Promise<string> {
  const body = { email, password: BENCH_PASSWORD };
  return (await visitor(base).send<SignedIn>('POST', '/api/users/login', randomUUID(), body)).token;
}

/** @throws Error if the log is no generated one, or if streams have no read models yet */
export async function openFolder(product: Product): Promise<Folder> {
  const { DATABASE_URL: databaseUrl = '' } = await settingsOf(product, 'query-api');
  const pool = new Pool({ connectionString: databaseUrl, max: 4, options: '-c search_path=read_v1' });
  pool.on('error', () => undefined);
  const { rows } = await pool.query<{ behind: number; scale: number }>(/* sql */ `
    select (select count(*)::int from stream_head h
            where not exists (select from projection_checkpoint c where c.stream = h.stream and c.revision >= h.revision)
           ) as behind, scale
    from bench.generated_log`);
  const [log] = rows;
  if (!log || log.behind > 0) {
    await pool.end();
    throw new Error(`${log?.behind} streams have no read models yet: wait, or run npm run rebuild on the folder.`);
  }
  const { url: base } = product;
  const admin = await signIn(base, 'team01-pharmacist1@bench.test');
  const auditor = await signIn(base, 'team01-pharmacist2@bench.test');
  const [team] = (await callJson<Team[]>(base, '/api/teams', { token: admin })).answer;
  if (!team) throw new Error('The folder has no team of team01-pharmacist1@bench.test');
  console.log(`scale ${log.scale}: ${await sizesOf(pool)}\nthe first team: ${await sizesOf(pool, team._id)}`);
  return { base, product, pool, team: team._id, admin, auditor };
}

/** In words. @param team undefined for all */
async function sizesOf(pool: Pool, team?: string): Promise<string> {
  const counted = async (table: string): Promise<string> => {
    const where = team === undefined ? '' : 'where team_id = $1';
    const { rows } = await pool.query<{ count: string }>(`select count(*) from ${table} ${where}`, team ? [team] : []);
    return `${Number(rows[0]?.count).toLocaleString('en')} ${table}`;
  };
  const tables = ['patient', 'admission', 'review', 'review_entry', 'error_change'];
  return (await Promise.all(tables.map(counted))).join(', ');
}
