/**
 * Patients who were deleted, so that nothing of them is kept. Their admissions have streams of their own, which are
 * projected on their own: whoever comes second finds what the first has left.
 */
import type { Transaction } from './projection.ts';

/** One at a time for a patient: each then sees what the other has written. */
const inTurn = (tx: Transaction, patientId: string): Promise<unknown> =>
  tx.query("select pg_advisory_xact_lock(hashtext('erased'), hashtext($1))", [patientId]);

/** Whether what an admission of the patient was may be kept. */
export async function canKeepPast(tx: Transaction, patientId: string | undefined): Promise<boolean> {
  if (patientId === undefined) return false;
  await inTurn(tx, patientId);
  return (await tx.query('select from erased_patient where patient_id = $1', [patientId])).rowCount === 0;
}

/** What the patient and their admissions were goes. */
export async function erase(
  tx: Transaction,
  { patientId, teamId, at }: { patientId: string; teamId: string; at: string },
): Promise<void> {
  await inTurn(tx, patientId);
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
