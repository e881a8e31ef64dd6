/**
 * The erasure ledger: which keys of patients and persons were destroyed, and when; no names. With an older backup it keeps
 * them erased.
 */
import { rename, readFile, writeFile } from 'node:fs/promises';
import type { ClientBase, Pool } from 'pg';
import * as z from 'zod';
import { Failure } from './failures.ts';

const FORMAT = 'erasure-ledger-1';
const Ledger = z.object({
  format: z.literal(FORMAT),
  madeAt: z.iso.datetime(),
  /** `id`: of a patient, or of a person's stream (`user-…`). */
  erased: z.array(z.object({ id: z.string().min(1), at: z.iso.datetime() })),
});
export type Erasure = z.infer<typeof Ledger>['erased'][number];

export async function erasuresOf(db: Pick<Pool | ClientBase, 'query'>): Promise<readonly Erasure[]> {
  const { rows } = await db.query<{ id: string; at: Date }>(
    `select patient_id as id, destroyed_at as at from accounts.patient_key
     where destroyed_at is not null order by destroyed_at, patient_id`,
  );
  return rows.map(({ id, at }) => ({ id, at: at.toISOString() }));
}

/** Takes the place of an older file at once. */
export async function writeErasures(file: string, erased: readonly Erasure[]): Promise<void> {
  const ledger = { format: FORMAT, madeAt: new Date().toISOString(), erased };
  await writeFile(`${file}.new`, `${JSON.stringify(ledger, null, 1)}\n`, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
}

/** @throws Failure where the file is no ledger */
export async function readErasures(file: string): Promise<readonly Erasure[]> {
  const text = await readFile(file, 'utf8');
  try {
    return Ledger.parse(JSON.parse(text)).erased;
  } catch {
    throw new Failure(`${file} is no erasure ledger. npm run backup -- --erasures FILE writes one.`);
  }
}

/**
 * Destroys these keys, in a database in which nothing else works, and which may be of an older version: `key_id` is left to
 * `forgetKeyIds`.
 * @returns how many keys
 */
export async function applyErasures(client: ClientBase, erased: readonly Erasure[]): Promise<number> {
  const { rowCount } = await client.query(
    `insert into accounts.patient_key as kept (patient_id, wrapped_key, destroyed_at)
     select id, null, at from unnest($1::text[], $2::timestamptz[]) as ledger (id, at)
     on conflict (patient_id) do update
       set wrapped_key = null, destroyed_at = excluded.destroyed_at
       where kept.destroyed_at is null`,
    [erased.map(({ id }) => id), erased.map(({ at }) => at)],
  );
  return rowCount ?? 0;
}

/** Forgets the ids of the master keys of destroyed keys: no master key is needed for them. */
export const forgetKeyIds = async (client: ClientBase): Promise<void> =>
  void (await client.query(
    'update accounts.patient_key set key_id = null where wrapped_key is null and key_id is not null',
  ));
