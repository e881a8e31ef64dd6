/** Renders reviews and their entries in the contract's shapes. The query API answers the same from its rows. */
import type * as contract from '../entities.ts';
import { ratedEntryFields, reviewFields } from '../../domain/admission/fields.ts';
import { admitted, reviewOf } from '../../domain/admission/lookup.ts';
import type { ReviewEntry } from '../../domain/admission/records.ts';
import type { Admission } from '../../domain/admission/state.ts';
import { pick } from '../../domain/values/record-fields.ts';
import { revisionToJson } from '../../domain/values/revision.ts';
import { renderOrigin } from './moves.ts';
import { type People, personOf } from './people.ts';

export const renderEntry = ({ entryId, touch, ...entry }: ReviewEntry): contract.DrugErr => ({
  _id: entryId,
  ...(entry.copiedFrom === undefined ? {} : { copiedFrom: entry.copiedFrom }),
  ...(entry.firstId === undefined ? {} : { firstId: entry.firstId }),
  ...pick(ratedEntryFields, entry),
  ...(entry.responsible === undefined ? {} : { responsible: entry.responsible }),
  asked: entry.asked,
  ...renderOrigin(entry),
  version: revisionToJson(touch.version),
});

/** @throws Rejection `notFound` where the admission has no such review */
export async function renderReview(
  people: People,
  admissionId: string,
  admission: Admission,
  reviewId: string,
): Promise<contract.Review> {
  const { patientId } = admitted(admission);
  const review = reviewOf(admission, reviewId);
  const author = await personOf(people, review.authorId);
  return {
    _id: reviewId,
    ...(review.copiedFrom === undefined ? {} : { copiedFrom: review.copiedFrom }),
    admission: admissionId,
    patient: patientId,
    team: review.teamId,
    ...pick(reviewFields, review),
    drugErrs: review.entries.map(renderEntry),
    userId: review.authorId,
    userEmail: author.email,
    userName: author.name,
    userPhone: author.phone,
    createdAt: review.createdAt,
    version: revisionToJson(review.whole.version),
    headVersion: revisionToJson(review.touch.version),
    ...renderOrigin(review),
  };
}
