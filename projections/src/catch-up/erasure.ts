/**
 * The rows of other streams, and of query-api, that an event ends. Streams are projected
 * independently of each other, so the order in which the streams of a patient and of an admission
 * are projected must not matter. These events are rare; their transactions take locks in statements
 * of their own, so that later statements see what the other transaction has written.
 */
import type { PoolClient } from 'pg';
import { idOf, type Projection } from '../read-models/projection.ts';
import type { SharedChange } from '../read-models/row-change.ts';
import type { StreamWrites } from '../read-models/stream-rows.ts';
import type { Table } from '../read-models/table.ts';
import { CHART_SEEN } from '../schema/chart-seen.ts';
import { FINDING_SHOWN } from '../schema/finding-shown.ts';

type Transaction = Pick<PoolClient, 'query'>;

/** True if the stream needs a transaction of its own. */
export const endsSharedRows = ({ shared }: StreamWrites): boolean =>
  shared.some(({ kind }) => kind !== 'patient known');

/**
 * Applies the shared changes, after the guard and before the stream's rows.
 * @returns the writes that are left: an erased patient keeps no past states
 */
export async function endSharedRows(
  tx: Transaction,
  projection: Projection,
  stream: string,
  writes: StreamWrites,
): Promise<StreamWrites> {
  let { rows } = writes;
  for (const change of writes.shared) {
    if (change.kind === 'past ends') {
      if (await canKeepPast(tx, change.patientId)) continue;
      rows = rows.filter(({ table }) => !table.isPast);
      await forgetPast(tx, projection, stream);
    } else if (change.kind === 'stream erased') {
      await forgetErased(tx, projection, stream);
      await tx.query('delete from change where stream = $1', [stream]);
    } else if (!projection.isSilent || !isSeen(change)) await endOne(tx, change);
  }
  return { ...writes, rows };
}

/**
 * Rows of `reading.chart_seen` and `reading.finding_shown`, which are not made from the log: the workers have ended them when the event was new. A
 * rebuild that repeats the event leaves what a person has seen since.
 */
const isSeen = ({ kind }: SharedChange): boolean => kind === 'chart seen ends' || kind === 'member has seen';

async function endOne(
  tx: Transaction,
  change: Exclude<SharedChange, { kind: 'past ends' | 'stream erased' }>,
): Promise<unknown> {
  switch (change.kind) {
    case 'patient known':
      return;
    case 'patient erased':
      return erasePast(tx, change.patientId);
    case 'audit erased':
      return eraseAudit(tx, change.patientId);
    case 'chart seen ends':
      await tx.query(`delete from ${FINDING_SHOWN} where admission_id = $1`, [change.admissionId]);
      return tx.query(`delete from ${CHART_SEEN} where admission_id = $1`, [change.admissionId]);
    case 'member has seen':
      return tx.query(`delete from ${CHART_SEEN} where team_id = $1 and user_id = $2`, [change.teamId, change.userId]);
    default:
      return change satisfies never;
  }
}

/**
 * Serialises the transactions of a patient, so that each sees what the other has written: the second of the two removes
 * what the first wrote.
 */
const lockPatient = (tx: Transaction, patientId: string): Promise<unknown> =>
  tx.query("select pg_advisory_xact_lock(hashtext('erased'), hashtext($1))", [patientId]);

/** True if past states of the patient's admissions may be kept: not if the patient was deleted. */
async function canKeepPast(tx: Transaction, patientId: string | undefined): Promise<boolean> {
  if (patientId === undefined) return false;
  await lockPatient(tx, patientId);
  return (await tx.query('select from erased_patient where patient_id = $1', [patientId])).rowCount === 0;
}

/** Removes the past states of a deleted patient and of their admissions. */
async function erasePast(tx: Transaction, patientId: string): Promise<void> {
  await lockPatient(tx, patientId);
  for (const table of ['past_patient', 'past_allergy', 'past_allergy_list'])
    await tx.query(`delete from ${table} where patient_id = $1`, [patientId]);
  await tx.query('delete from past_absorbed_patient where survivor_id = $1', [patientId]);
  for (const table of ['past_review_entry', 'past_review'])
    await tx.query(
      `delete from ${table} where admission_id in (select admission_id from past_admission where patient_id = $1)`,
      [patientId],
    );
  for (const table of ['past_admission', 'transferred_stay'])
    await tx.query(`delete from ${table} where patient_id = $1`, [patientId]);
}

/** The patient's row comes first, for its lock: `not_erased` of `statement.ts`. */
async function eraseAudit(tx: Transaction, patientId: string): Promise<void> {
  await tx.query(
    /* sql */ `
    insert into audited_patient (patient_id, erased) values ($1, true)
    on conflict (patient_id) do update set erased = true`,
    [patientId],
  );
  await tx.query('delete from error_change where patient_id = $1', [patientId]);
}

/** SQL: the rows of the stream in $1, an id or a name. */
export function ownedRows({ owner, key }: Table, rows: string): string {
  if ('column' in owner && 'parent' in owner)
    return `${rows}.${owner.column} in (select ${owner.column} from ${owner.parent.name} parent where ${ownedRows(owner.parent, 'parent')})`;
  if ('column' in owner) return `${rows}.${owner.column} = $1`;
  const [column] = key;
  return owner.allBut === undefined || column === undefined
    ? '$1::text is not null'
    : `$1::text is not null and ${rows}.${column} <> '${owner.allBut}'`;
}

/** The stream as `ownedRows` takes it. */
export const ownerOf = ({ owner }: Table, stream: string): string =>
  'holds' in owner && owner.holds === 'name' ? stream : idOf(stream);

const forgetTable = (tx: Transaction, table: Table, stream: string): Promise<unknown> =>
  tx.query(`delete from ${table.name} owned where ${ownedRows(table, 'owned')}`, [ownerOf(table, stream)]);

/** Removes the past states of the stream's rows. */
async function forgetPast(tx: Transaction, projection: Projection, stream: string): Promise<void> {
  for (const { past } of projection.tablesOf(stream)) if (past) await forgetTable(tx, past, stream);
}

/** Removes what an erased stream does not keep: past states, and the changes for the auditor. */
async function forgetErased(tx: Transaction, projection: Projection, stream: string): Promise<void> {
  await forgetPast(tx, projection, stream);
  for (const table of projection.tablesOf(stream)) if (table.unlessErased) await forgetTable(tx, table, stream);
}

/** Removes every row of the stream. */
export async function forget(tx: Transaction, projection: Projection, stream: string): Promise<void> {
  for (const table of projection.tablesOf(stream)) {
    await forgetTable(tx, table, stream);
    if (table.past) await forgetTable(tx, table.past, stream);
  }
  // If this log does not delete the patient, the admissions' streams bring the changes back.
  if (projection.name === 'audit' && projection.tablesOf(stream).length === 0)
    await tx.query('update audited_patient set erased = false where patient_id = $1', [idOf(stream)]);
}
