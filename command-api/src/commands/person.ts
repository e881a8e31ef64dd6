/** A person over several streams: a patient, those who were merged into them, and the admissions of all. */
import type { FoldCaches } from 'service-kit/aggregates/fold-cache';
import { patientIdsOf } from 'language/domain/patient/merged-patients';
import type { Stay } from 'language/domain/patient/stays';

export interface Person {
  /** The patient first, then those who were merged into the patient. Each has a key. */
  readonly patientIds: readonly string[];
  /** In the order of `patientIds`, and of registration. */
  readonly stays: readonly Stay[];
  /** The number of events of the stream of each merged patient. */
  readonly merged: ReadonlyMap<string, bigint>;
}

/** The one place that says what belongs to a person. @param patientId of the patient who stays */
export async function personOf({ folds }: { readonly folds: FoldCaches }, patientId: string): Promise<Person> {
  const patientIds = await patientIdsOf(async (id) => (await folds.patient.load(id)).state, patientId);
  const patients = await Promise.all(patientIds.map(async (id) => ({ id, ...(await folds.patient.load(id)) })));
  const stays = await Promise.all(
    patients.flatMap(({ id, state }) =>
      state.status === 'registered' ? state.admissions.map(({ admissionId }) => stayOf(folds, admissionId, id)) : [],
    ),
  );
  const merged = new Map(patients.slice(1).map(({ id, revision }) => [id, eventsUpTo(revision)]));
  return { patientIds, stays, merged };
}

async function stayOf(folds: FoldCaches, admissionId: string, patientId: string): Promise<Stay> {
  const { state, revision } = await folds.admission.load(admissionId);
  const events = eventsUpTo(revision);
  // Registered on the patient's stream: its own begins in a moment.
  if (state.status === 'none') return { admissionId, patientId, teamId: undefined, status: 'open', events };
  return { admissionId, patientId, teamId: state.teamId, status: state.status, events };
}

const eventsUpTo = (revision: bigint | undefined): bigint => (revision ?? -1n) + 1n;
