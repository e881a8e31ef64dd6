/**
 * SQL of merged patients: rows keep the id of the patient that they were written under, and answers speak of the patient
 * who stays (docs/decisions/write-side/merged-patients.md). Others may be merged into a merged patient, so merges are
 * followed to their end. A patient's team is that of the patient who stays.
 */

/** Merges in a row that are followed. */
const MAX_STEPS = 100;

/**
 * The id of the patient who stays, of one id: for single rows and pages, by the index of merged patients.
 * @param table the merges, or those that were known at an instant
 */
export const survivorIdOf = (patientId: string, table = 'absorbed_patient'): string => /* sql */ `(
  with recursive up as (
    select ${patientId}::text as patient_id, 0 as steps
    union all
    select merge.survivor_id, up.steps + 1
    from up
    cross join lateral (
      select known.survivor_id from ${table} known
      where known.patient_id = up.patient_id order by known.since desc limit 1
    ) merge
    where up.steps < ${MAX_STEPS}
  )
  select up.patient_id from up order by up.steps desc limit 1)`;

/**
 * The row of the patient who stays, for each row of a page. With `limit 1` it is found by its index; a join without it
 * may read the patients of all teams.
 */
export const leftJoinSurvivor = (alias: string, patientId: string): string => /* sql */ `
left join lateral (
  select known.* from patient known where known.patient_id = ${survivorIdOf(patientId)} limit 1
) ${alias} on true`;

/** One row, `patient_id`, for the patient and for each of the merged patients. */
export const idsOfPatient = (patientId: string): string => /* sql */ `(
  with recursive down as (
    select ${patientId}::text as patient_id
    union
    select known.patient_id from down join absorbed_patient known on known.survivor_id = down.patient_id
  )
  select down.patient_id from down)`;

/**
 * Each merged patient with the patient who stays, `(patient_id, survivor_id)`: for statements over many rows, as one set.
 * @param table the merges, or those that were known at an instant
 */
export const survivors = (table = 'absorbed_patient'): string => /* sql */ `(
  with recursive merge as materialized (
    select distinct on (known.patient_id) known.patient_id, known.survivor_id
    from ${table} known order by known.patient_id, known.since desc
  ), chain as (
    select merge.patient_id, merge.survivor_id, 1 as steps from merge
    union all
    select chain.patient_id, merge.survivor_id, chain.steps + 1
    from chain join merge on merge.patient_id = chain.survivor_id
    where chain.steps < ${MAX_STEPS}
  )
  select distinct on (chain.patient_id) chain.patient_id, chain.survivor_id
  from chain order by chain.patient_id, chain.steps desc)`;

/** True if `patient` is a patient who was merged into another patient. */
export const isMerged = (patient: string): string => /* sql */ `exists (
  select from absorbed_patient known where ${patient}.patient_id = known.patient_id)`;

/**
 * The rows of `patient` by which a team's patients are found: its own, and those of other teams that were merged into a
 * patient who came to it by a transfer. Each branch can use the indexes of the table.
 */
export const findableIn = (teamId: string): string => /* sql */ `(
  select own.* from patient own where own.team_id = ${teamId}
  union all
  select other.* from ${survivors()} merged
  join patient stays on stays.patient_id = merged.survivor_id and stays.team_id = ${teamId}
  join patient other on other.patient_id = merged.patient_id and other.team_id <> ${teamId})`;
