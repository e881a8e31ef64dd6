/** Finds the parts of an admission, or throws the refusal `Not found`. */
import { notFound, patientErased } from '../refusals.ts';
import { Rejection } from '../command.ts';
import { refusal } from '../reasons/refusal.ts';
import type { MovedKind } from './events.ts';
import type { GalleryGroup, PhysicianNote, Review, ReviewEntry } from './records.ts';
import {
  type Admission,
  type AdmissionFinding,
  type AdmissionHomeMedication,
  type AdmissionMeasurement,
  type AdmissionMedication,
  type Admitted,
  type FindingIdentity,
  isSameFinding,
} from './state.ts';

/** @throws Rejection `notFound` where the admission does not exist or is deleted; `patient-is-erased` */
export function admitted(admission: Admission): Admitted {
  if (admission.status === 'deleted' && admission.isErased) throw patientErased();
  if (admission.status === 'none' || admission.status === 'deleted') throw notFound();
  return admission;
}

/** A thing that is not there may be in another chart: then the person is told so. */
const goneFrom = (admission: Admission, kind: MovedKind, id: string): Rejection =>
  admitted(admission).moves.some((move) => move.kind === kind && move.id === id && move.progress !== 'returned')
    ? new Rejection(refusal('moved-to-another-chart'))
    : notFound();

/** @throws Rejection `notFound` */
export function reviewOf(admission: Admission, reviewId: string): Review {
  const review = admitted(admission).reviews.find((candidate) => candidate.reviewId === reviewId);
  if (review === undefined) throw goneFrom(admission, 'review', reviewId);
  return review;
}

/** @throws Rejection `notFound`, also for a removed entry */
export function entryOf(admission: Admission, review: Review, entryId: string): ReviewEntry {
  const entry = review.entries.find((candidate) => candidate.entryId === entryId);
  if (entry === undefined) throw goneFrom(admission, 'entry', entryId);
  return entry;
}

/** @throws Rejection `notFound` */
export function noteOf(admission: Admission, noteId: string): PhysicianNote {
  const note = admitted(admission).notes.find((candidate) => candidate.noteId === noteId);
  if (note === undefined) throw goneFrom(admission, 'note', noteId);
  return note;
}

/** @throws Rejection `notFound` */
export function galleryGroupOf(admission: Admission, groupId: string): GalleryGroup {
  const group = admitted(admission).gallery.find((candidate) => candidate.groupId === groupId);
  if (group === undefined) throw goneFrom(admission, 'images', groupId);
  return group;
}

/** @throws Rejection `notFound` */
export function medicationOf(admission: Admission, medicationId: string): AdmissionMedication {
  const medication = admitted(admission).medications.find((candidate) => candidate.medicationId === medicationId);
  if (medication === undefined) throw notFound();
  return medication;
}

/** @throws Rejection `notFound` */
export function measurementOf(admission: Admission, measurementId: string): AdmissionMeasurement {
  const measurement = admitted(admission).measurements.find((candidate) => candidate.measurementId === measurementId);
  if (measurement === undefined) throw notFound();
  return measurement;
}

/** @throws Rejection `notFound` where no decision was made */
export function findingOf(admission: Admission, finding: FindingIdentity): AdmissionFinding {
  const found = admitted(admission).findings.find((one) => isSameFinding(one.finding, finding));
  if (found === undefined) throw notFound();
  return found;
}

/** @throws Rejection `notFound` */
export function homeMedicationOf(admission: Admission, id: string): AdmissionHomeMedication {
  const medication = admitted(admission).homeMedications.find(({ homeMedicationId }) => homeMedicationId === id);
  if (medication === undefined) throw notFound();
  return medication;
}
