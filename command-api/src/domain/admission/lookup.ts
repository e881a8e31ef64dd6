/** Finds the parts of an admission, or throws the refusal `Not found`. */
import { notFound, patientErased } from '../refusals.ts';
import type {
  Admission,
  AdmissionMedication,
  Admitted,
  GalleryGroup,
  PhysicianNote,
  Review,
  ReviewEntry,
} from './state.ts';

/** @throws Rejection `notFound` where the admission does not exist or is deleted; `patient-is-erased` */
export function admitted(admission: Admission): Admitted {
  if (admission.status === 'deleted' && admission.isErased) throw patientErased();
  if (admission.status === 'none' || admission.status === 'deleted') throw notFound();
  return admission;
}

/** @throws Rejection `notFound` */
export function reviewOf(admission: Admission, reviewId: string): Review {
  const review = admitted(admission).reviews.find((candidate) => candidate.reviewId === reviewId);
  if (review === undefined) throw notFound();
  return review;
}

/** @throws Rejection `notFound`, also for a removed entry */
export function entryOf(review: Review, entryId: string): ReviewEntry {
  const entry = review.entries.find((candidate) => candidate.entryId === entryId);
  if (entry === undefined) throw notFound();
  return entry;
}

/** @throws Rejection `notFound` */
export function noteOf(admission: Admission, noteId: string): PhysicianNote {
  const note = admitted(admission).notes.find((candidate) => candidate.noteId === noteId);
  if (note === undefined) throw notFound();
  return note;
}

/** @throws Rejection `notFound` */
export function galleryGroupOf(admission: Admission, groupId: string): GalleryGroup {
  const group = admitted(admission).gallery.find((candidate) => candidate.groupId === groupId);
  if (group === undefined) throw notFound();
  return group;
}

/** @throws Rejection `notFound` */
export function medicationOf(admission: Admission, medicationId: string): AdmissionMedication {
  const medication = admitted(admission).medications.find((candidate) => candidate.medicationId === medicationId);
  if (medication === undefined) throw notFound();
  return medication;
}
