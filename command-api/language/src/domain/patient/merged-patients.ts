/** Which ids belong to one person after merges, from the streams (docs/decisions/write-side/merged-patients.md). */
import type { Patient } from './state.ts';

type Load = (patientId: string) => Promise<Patient>;

/** Merges of a person that are followed. More are not expected. */
const MAX_MERGES = 1_000;

/**
 * The ids of a patient and of all patients who were merged into the patient, also over several merges: the patient's
 * own id first. Each has a key and admissions of its own. An erasure takes all of them; it asks before it deletes,
 * because a deleted patient's stream does not tell.
 */
export async function patientIdsOf(load: Load, patientId: string): Promise<readonly string[]> {
  const ids = [patientId];
  for (let next = 0; next < ids.length && ids.length < MAX_MERGES; next += 1) {
    const patient = await load(ids[next] ?? '');
    if (patient.status !== 'registered') continue;
    for (const one of patient.absorbed) if (!ids.includes(one.patientId)) ids.push(one.patientId);
  }
  return ids;
}

/** The id of the patient who stays: the given one where it was not merged. */
export async function survivorOf(load: Load, patientId: string): Promise<string> {
  const ids = [patientId];
  for (let id = patientId; ids.length < MAX_MERGES;) {
    const patient = await load(id);
    const into = patient.status === 'registered' ? patient.mergedInto?.patientId : undefined;
    // Two merges at once point to each other until they are declined.
    if (into === undefined || ids.includes(into)) break;
    ids.push(into);
    id = into;
  }
  return ids.at(-1) ?? patientId;
}
