/**
 * `npm run restore -- --from DIR`: an installation from a folder of backups. The steps are written down in the target,
 * so that a restore that was killed goes on with the next call; until the end no service starts on it.
 */
import { DatabaseError, Pool, type PoolClient } from 'pg';
import { ignoreLosses } from 'service-kit/postgres/lost-connections';
import { inTransaction } from 'service-kit/postgres/in-transaction';
import { grouped, Progress } from 'service-kit/process/progress';
import { migratePrivateSchema, RESTORING_SCHEMA } from 'service-kit/private-schema/migrate';
import { privateSchema } from 'service-kit/private-schema/steps';
import { openRootKey } from 'service-kit/security/master-keys';
import { productVersion } from 'service-kit/telemetry/product-version';
import { applyErasures, type Erasure, forgetKeyIds } from '../erasures.ts';
import { Failure } from '../failures.ts';
import { IMAGE_CONTENTS, IMAGE_TABLE, LOADED_TABLES } from '../private-tables.ts';
import { readImage } from '../repository/image-files.ts';
import { type Manifest, tablePath } from '../repository/manifest.ts';
import { allEvents } from '../repository/segments.ts';
import { loadTable } from '../repository/table-files.ts';
import { accessesWaitAgain, accountsAreUnfinished, imagesMoveBack, trimSeals } from './after-loading.ts';
import type { LogPart } from './cut.ts';
import { embeddedLog, type LogTarget, servedLog } from './log-target.ts';
import type { Target } from './target.ts';

/** 'restore' in ASCII: one at a time for each database. */
export const RESTORE_LOCK = '32199633891324517';
/** Postgres notices late that a killed restore has ended. */
const LOCK_MS = 5_000;
/** The schemas of any part of the product. */
const SCHEMAS = `nspname in ('accounts', 'images', 'event_log') or nspname like 'read\\_%'`;

export interface RestoreRun {
  readonly folder: string;
  readonly keysFolder: string;
  readonly manifest: Manifest;
  readonly part: LogPart;
  readonly erasures: readonly Erasure[];
  readonly target: Target;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

export interface Restored {
  /** Keys that the ledger has destroyed. */
  readonly erased: number;
  /** Accounts whose registration the log does not have. */
  readonly unfinished: number;
}

/** @throws Failure for a backup of a newer program, and where the keys are on another medium that is not named */
export function refuseUnusable(
  { product, privateSchema: { steps }, keys }: Pick<Manifest, 'product' | 'privateSchema' | 'keys'>,
  isKeysFolderNamed: boolean,
): void {
  if (steps > privateSchema.steps)
    throw new Failure(
      `Version ${product} of the program has made this backup, with ${steps} steps of the private tables. This is version ` +
        `${productVersion()}, which knows ${privateSchema.steps}. Install version ${product}, and restore with it.`,
    );
  if (keys.elsewhere && !isKeysFolderNamed)
    throw new Failure('The keys of this backup are on another medium. Name its folder with --keys-from.');
}

/** @throws Failure where the target is not empty, and this restore has not begun there */
export async function runRestore(run: RestoreRun): Promise<Restored> {
  const { target } = run;
  const pool = ignoreLosses(new Pool({ connectionString: target.databaseUrl, max: 4, application_name: 'restore' }));
  const log =
    target.eventstoreUrl === undefined ? embeddedLog(target.databaseUrl, pool) : servedLog(target.eventstoreUrl);
  const locked = await pool.connect();
  locked.on('error', () => undefined);
  try {
    await begin(run, locked, log);
    await migratePrivateSchema(pool, { steps: run.manifest.privateSchema.steps });
    const erased = await once(pool, 'tables', (tx) => loadTables(run, tx));
    run.signal.throwIfAborted();
    await loadLog(run, log);
    await loadImages(run, pool);
    // From here on the tables are those of this program.
    await migratePrivateSchema(pool, { steps: privateSchema.steps });
    await openRootKey(pool, target.keys);
    const unfinished = await once(pool, 'finish', async (tx) => {
      await forgetKeyIds(tx);
      await trimSeals(tx, run.part.leftOut);
      await imagesMoveBack(tx, run.part.leftOut);
      await accessesWaitAgain(tx, log);
      return accountsAreUnfinished(tx, log);
    });
    await pool.query('analyze');
    await pool.query(`drop schema ${RESTORING_SCHEMA} cascade`);
    return { erased, unfinished };
  } finally {
    locked.release(true);
    await log.close();
    await pool.end();
  }
}

/** The name decides the content: with another one, what was loaded so far is not part of the same installation. */
const nameOf = ({ manifest, part }: RestoreRun): string => `${manifest.id} ${manifest.number} ${part.count}`;

async function begin(run: RestoreRun, client: PoolClient, log: LogTarget): Promise<void> {
  await client.query(`set lock_timeout = ${LOCK_MS}`);
  await client.query(`select pg_advisory_lock(${RESTORE_LOCK})`).catch((error: unknown) => {
    if (error instanceof DatabaseError && error.code === '55P03')
      throw new Failure('Another restore into this database is running.');
    throw error;
  });
  await client.query('reset lock_timeout');
  const progress = `${RESTORING_SCHEMA}.progress`;
  const { rows: begun } = await client.query<{ there: boolean }>(
    `select to_regclass('${progress}') is not null as there`,
  );
  if (begun[0]?.there) {
    const { rows: names } = await client.query<{ backup: string }>(`select backup from ${progress} limit 1`);
    if (names[0]?.backup === nameOf(run)) return run.say('A restore has begun here: going on with it.');
    throw new Failure('A restore of another backup, or to another position, has begun here. Empty the target first.');
  }
  const { rows: used } = await client.query<{ name: string }>(
    `select nspname as name from pg_namespace where ${SCHEMAS} order by nspname limit 1`,
  );
  if (used[0])
    throw new Failure(`The database is not empty: it has the schema ${used[0].name}. Restore into an empty one.`);
  await log.refuseUsed();
  await client.query('begin');
  await client.query(`create schema ${RESTORING_SCHEMA}`);
  await client.query(`create table ${progress} (step text primary key, backup text not null, result integer not null)`);
  await client.query(`insert into ${progress} (step, backup, result) values ('begin', $1, 0)`, [nameOf(run)]);
  await client.query('commit');
}

/** A step that is done as a whole, once. @returns its result, also of the call that did it */
function once(pool: Pool, step: string, work: (tx: PoolClient) => Promise<number>): Promise<number> {
  const progress = `${RESTORING_SCHEMA}.progress`;
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ result: number }>(`select result from ${progress} where step = $1`, [step]);
    if (rows[0]) return rows[0].result;
    const result = await work(tx);
    await tx.query(`insert into ${progress} (step, backup, result) select $1, backup, $2 from ${progress} limit 1`, [
      step,
      result,
    ]);
    return result;
  });
}

/** @returns how many keys the ledger has destroyed */
async function loadTables(
  { folder, keysFolder, manifest, erasures, say }: RestoreRun,
  tx: PoolClient,
): Promise<number> {
  say('Loading accounts, keys and seals');
  for (const name of LOADED_TABLES) {
    const here = manifest.tables.find(({ table }) => table === name);
    const key = manifest.keys.tables.find(({ table }) => table === name);
    if (here) await loadTable(tx, tablePath(folder, 'tables', manifest.number, name), here);
    if (key) await loadTable(tx, tablePath(keysFolder, 'keys', manifest.number, name), key);
  }
  return applyErasures(tx, erasures);
}

async function loadLog({ folder, manifest, part, say, signal }: RestoreRun, log: LogTarget): Promise<void> {
  async function* events(skip: number) {
    let number = skip;
    if (number >= part.count) return;
    for await (const event of allEvents(folder, manifest.segments, skip)) {
      yield event;
      number += 1;
      if (number === part.count) return;
    }
  }
  say(`Loading ${grouped(part.count)} events`);
  const first = BigInt(manifest.segments[0]?.first.position ?? 0);
  await log.load({ count: part.count, first, events }, new Progress(say), signal);
}

/** Rows without their contents go to a table of the same columns first: the rows of the real one are whole. */
async function loadImages({ folder, manifest, say, signal }: RestoreRun, pool: Pool): Promise<void> {
  const table = manifest.tables.find((one) => one.table === IMAGE_TABLE);
  if (!table) return;
  const client = await pool.connect();
  try {
    await client.query(`create temporary table image_row (like ${IMAGE_TABLE})`);
    await client.query('begin');
    await loadTable(client, tablePath(folder, 'tables', manifest.number, IMAGE_TABLE), table, 'image_row');
    await client.query('commit');
    const columns = table.columns.join(', ');
    const isErased = `exists (select from accounts.patient_key key
      where key.patient_id = row.patient_id and key.destroyed_at is not null)`;
    await client.query(
      `insert into ${IMAGE_TABLE} (${columns}) select ${columns} from image_row row
       where address is not null and not ${isErased} on conflict do nothing`,
    );
    const { rows } = await client.query<{ id: string }>(
      `select image_id as id from image_row row where address is null and not ${isErased}
         and not exists (select from ${IMAGE_TABLE} there where there.image_id = row.image_id)`,
    );
    const progress = new Progress(say);
    for (const [index, { id }] of rows.entries()) {
      signal.throwIfAborted();
      const { content, thumbnail } = await readImage(folder, id);
      await client.query(
        `insert into ${IMAGE_TABLE} (${columns}, ${IMAGE_CONTENTS.join(', ')})
         select ${columns}, $2::bytea, $3::bytea from image_row where image_id = $1`,
        [id, content, thumbnail],
      );
      progress.report(() => `${grouped(index + 1)} of ${grouped(rows.length)} images`);
    }
  } finally {
    // The temporary table ends with the connection.
    client.release(true);
  }
}
