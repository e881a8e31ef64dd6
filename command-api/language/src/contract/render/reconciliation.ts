/** Renders a reconciliation in the contract's shape. The query API answers the same from its rows. */
import { homeMedicationFields, reconciledFields } from '../../domain/admission/fields.ts';
import { admitted } from '../../domain/admission/lookup.ts';
import type { Admission, AdmissionHomeMedication, Reconciled } from '../../domain/admission/state.ts';
import { pick } from '../../domain/values/record-fields.ts';
import { revisionToJson } from '../../domain/values/revision.ts';
import type { HomeMedication, ReconciledLine, Reconciliation } from '../reconciliation.ts';
import { type People, personOf } from './people.ts';

/** @throws Rejection `notFound` */
export async function renderReconciliation(
  people: People,
  admissionId: string,
  admission: Admission,
): Promise<Reconciliation> {
  const { homeMedications, reconciled, earlierStays } = admitted(admission);
  const rendered = {
    homeMedications: await Promise.all(homeMedications.map((one) => renderHomeMedication(people, admissionId, one))),
    decisions: await Promise.all(reconciled.map((one) => renderReconciled(people, one))),
  };
  return {
    _id: admissionId,
    transferDate: earlierStays.at(-1)?.transferDate ?? null,
    ...rendered,
    version: newestVersion(rendered),
  };
}

/** 0 where nothing is recorded. */
export const newestVersion = ({
  homeMedications,
  decisions,
}: Pick<Reconciliation, 'homeMedications' | 'decisions'>): number =>
  Math.max(0, ...[...homeMedications, ...decisions].map(({ version }) => version));

export async function renderHomeMedication(
  people: People,
  admissionId: string,
  medication: AdmissionHomeMedication,
): Promise<HomeMedication> {
  const { homeMedicationId, authorId, createdAt, touch } = medication;
  return {
    _id: homeMedicationId,
    admission: admissionId,
    ...pick(homeMedicationFields, medication),
    userId: authorId,
    userName: (await personOf(people, authorId)).name,
    createdAt,
    version: revisionToJson(touch.version),
  };
}

export async function renderReconciled(people: People, decision: Reconciled): Promise<ReconciledLine> {
  const { line, touch } = decision;
  return {
    ...pick(reconciledFields, decision),
    line: { ...line },
    userId: touch.changedBy,
    userName: (await personOf(people, touch.changedBy)).name,
    decidedAt: touch.changedAt,
    version: revisionToJson(touch.version),
  };
}
