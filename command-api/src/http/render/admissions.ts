/** An admission in the contract's shape (specification §3), the same that the query API answers with from its rows. */
import type * as contract from '../../contract/entities.ts';
import { admitted } from '../../domain/admission/lookup.ts';
import type { Admission } from '../../domain/admission/state.ts';
import { revisionToJson } from '../../domain/revision.ts';

/** @throws Rejection `notFound` where nobody was admitted */
export function renderAdmission(admissionId: string, state: Admission): contract.Admission {
  const admission = admitted(state);
  return {
    _id: admissionId,
    patient: admission.patientId,
    team: admission.teamId,
    admissionDate: admission.admissionDate,
    admissionDetails: admission.admissionDetails,
    ...(admission.status === 'discharged'
      ? { dischargeDate: admission.dischargeDate, dischargeStatus: admission.dischargeStatus, dischargeNote: admission.dischargeNote }
      : { dischargeDate: null, dischargeStatus: null, dischargeNote: '' }),
    reviewsCount: admission.reviews.length,
    notesCount: admission.notes.length,
    gallery: [],
    version: revisionToJson(admission.touch.version),
  };
}
