/** Renders an admission in the contract's shape. The query API answers the same from its rows. */
import type * as contract from '../entities.ts';
import { admissionFields, medicationFields } from '../../domain/admission/fields.ts';
import { admitted } from '../../domain/admission/lookup.ts';
import type { GalleryGroup } from '../../domain/admission/records.ts';
import type { Admission, AdmissionMedication } from '../../domain/admission/state.ts';
import type { TransferOffer } from '../../domain/admission/transfer.ts';
import { pick } from '../../domain/values/record-fields.ts';
import { revisionToJson } from '../../domain/values/revision.ts';
import { renderMoves, renderOrigin } from './moves.ts';

const noDischarge = { dischargeDate: null, dischargeStatus: null, dischargeNote: '' };

/** @throws Rejection `notFound` where the admission does not exist */
export function renderAdmission(admissionId: string, state: Admission): contract.Admission {
  const admission = admitted(state);
  return {
    _id: admissionId,
    patient: admission.patientId,
    team: admission.teamId,
    ...pick(admissionFields, { ...noDischarge, ...admission }),
    reviewsCount: admission.reviews.length,
    notesCount: admission.notes.length,
    gallery: admission.gallery.map(renderGroup),
    ...(admission.offer ? { transfer: renderOffer(admission.offer) } : {}),
    ...(admission.declined ? { transferDeclined: { ...admission.declined } } : {}),
    ...renderMoves(admission.moves),
    version: revisionToJson(admission.whole.version),
  };
}

const renderOffer = ({ offerId, toTeamId, ...offer }: TransferOffer): contract.OpenTransfer => ({
  offer: offerId,
  toTeam: toTeamId,
  ...offer,
});

export const renderGroup = ({ groupId, title, images, ...group }: GalleryGroup): contract.GalleryGroup => ({
  _id: groupId,
  title,
  images: images.map((image) => ({ image })),
  userId: group.authorId,
  createdAt: group.createdAt,
  ...renderOrigin(group),
});

export const renderMedications = (admissionId: string, state: Admission): contract.AdmissionMedication[] =>
  admitted(state).medications.map((medication, place) => renderMedication(admissionId, medication, place));

/** The list with its own version, which counts additions, removals and the order. */
export const renderList = (admissionId: string, state: Admission): contract.SortedMedications => ({
  _id: admissionId,
  medications: renderMedications(admissionId, state),
  version: revisionToJson(admitted(state).listTouch.version),
});

const renderMedication = (
  admissionId: string,
  { medicationId, touch, ...medication }: AdmissionMedication,
  place: number,
): contract.AdmissionMedication => ({
  _id: medicationId,
  admission: admissionId,
  ...pick(medicationFields, medication),
  hold: medication.hold && { ...medication.hold },
  doseChangedOn: [...medication.doseChangedOn],
  order: place + 1,
  version: revisionToJson(touch.version),
});
