/** Where things stand in an admission, or the refusal `Not found`. */
import { notFound } from '../refusals.ts';
import type { Admission, DischargedAdmission, OpenAdmission, PhysicianNote, Review, ReviewEntry } from './state.ts';

/** @throws Rejection `notFound` where nobody was admitted. */
export function admitted(admission: Admission): OpenAdmission | DischargedAdmission {
  if (admission.status === 'none') throw notFound();
  return admission;
}

/** @throws Rejection `notFound` */
export function reviewOf(admission: Admission, reviewId: string): Review {
  const review = admitted(admission).reviews.find((candidate) => candidate.reviewId === reviewId);
  if (review === undefined) throw notFound();
  return review;
}

/** @throws Rejection `notFound`, also for an entry that has been removed. */
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
