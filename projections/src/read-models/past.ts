/**
 * Past states of rows, for reports as known at an instant (docs/decisions/read-side/as-known-on.md). A row has `since`,
 * the start of its state. Earlier states are in `past_<table>`, with the instant and the revision of the event that
 * ended them. The instants are those at which the log recorded the events, because an event was not known before that.
 * A row that is only added costs nothing.
 */
import { recordedAtOf } from 'command-api/domain/command';
import { RowMissing, type Transaction } from './projection.ts';
import type { TableWithPast } from '../schema/past.ts';

/** The event that ends the old state and begins the new one. */
export interface EndingEvent {
  readonly metadata: { readonly occurredAt: string; readonly recordedAt?: string };
  readonly revision: bigint;
}

/** A state never ends before it begins, although the clocks of several processes differ by milliseconds. */
const keepPast = (table: TableWithPast, where: string): string => /* sql */ `
  insert into past_${table}
  select greatest(kept.since, $1::timestamptz), $2::bigint, kept.* from ${table} kept where ${where}`;

const run = async (
  tx: Transaction,
  sql: string,
  { metadata, revision }: EndingEvent,
  values: readonly unknown[],
): Promise<number> => (await tx.query(sql, [recordedAtOf(metadata), revision, ...values])).rowCount ?? 0;

/**
 * Updates rows and keeps their old state. In `set` and `where`, $1 is the event's instant, $2 its revision, and
 * `values` begin at $3.
 * @returns how many rows were updated
 */
export const updateKeepingPast = (
  tx: Transaction,
  table: TableWithPast,
  event: EndingEvent,
  set: string,
  where: string,
  values: readonly unknown[],
): Promise<number> =>
  run(
    tx,
    /* sql */ `
    with was as (${keepPast(table, where)})
    update ${table} set ${set}, since = greatest(since, $1::timestamptz) where ${where}`,
    event,
    values,
  );

/** As {@link updateKeepingPast}. @throws RowMissing unless exactly one row was updated */
export const updateOneKeepingPast = async (...changed: Parameters<typeof updateKeepingPast>): Promise<void> =>
  expectOne(await updateKeepingPast(...changed));

/** Deletes rows and keeps their last state; parameters as of {@link updateKeepingPast}. */
export const deleteKeepingPast = (
  tx: Transaction,
  table: TableWithPast,
  event: EndingEvent,
  where: string,
  values: readonly unknown[],
): Promise<number> =>
  run(tx, /* sql */ `with was as (${keepPast(table, where)}) delete from ${table} where ${where}`, event, values);

/** As {@link deleteKeepingPast}. @throws RowMissing unless exactly one row was deleted */
export const deleteOneKeepingPast = async (...removed: Parameters<typeof deleteKeepingPast>): Promise<void> =>
  expectOne(await deleteKeepingPast(...removed));

function expectOne(count: number): void {
  if (count !== 1) throw new RowMissing(`${count} rows changed where one was expected`);
}

/**
 * Serialises the transactions of a patient, so that each sees what the other has written. Admissions have streams of
 * their own, which are projected independently of the patient's: the second of the two removes what the first wrote.
 */
const lockPatient = (tx: Transaction, patientId: string): Promise<unknown> =>
  tx.query("select pg_advisory_xact_lock(hashtext('erased'), hashtext($1))", [patientId]);

/** Whether past states of the patient's admissions may be kept: not if the patient was deleted. */
export async function canKeepPast(tx: Transaction, patientId: string | undefined): Promise<boolean> {
  if (patientId === undefined) return false;
  await lockPatient(tx, patientId);
  return (await tx.query('select from erased_patient where patient_id = $1', [patientId])).rowCount === 0;
}

/** Removes the past states of a deleted patient and of their admissions. */
export async function erasePast(
  tx: Transaction,
  { patientId, teamId, at }: { patientId: string; teamId: string; at: string },
): Promise<void> {
  await lockPatient(tx, patientId);
  await tx.query('insert into erased_patient (patient_id, team_id, at) values ($1, $2, $3)', [patientId, teamId, at]);
  await tx.query('delete from past_patient where patient_id = $1', [patientId]);
  for (const table of ['past_review_entry', 'past_review']) {
    await tx.query(
      `delete from ${table} where admission_id in (select admission_id from past_admission where patient_id = $1)`,
      [patientId],
    );
  }
  await tx.query('delete from past_admission where patient_id = $1', [patientId]);
}
