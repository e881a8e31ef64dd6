/** The calls of reviews and their entries. */
import type {
  AddReview,
  AddressEntry,
  AddReviewMedication,
  AnswerEntry,
  DuplicateReview,
  EditReviewHead,
  RateError,
  RecordResponse,
  RemoveReviewMedication,
  SetFollowUpDate,
  TakeOverEntry,
  UpdateReviewMedication,
} from '../bodies/reviews.ts';
import type { Answer, Review, ReviewPart } from '../entities.ts';
import type { MedicationDashboard } from '../reports.ts';
import type { Message } from './answers.ts';
import { call, type Body, type Nothing, type Query } from './call.ts';

/**
 * The reviews of an admission, by date. `ids`: at most 50 of them, separated by commas; of one that is asked for as
 * `<id>@<version>`, the entries that no later event has touched come as `_id` and `version` alone
 */
export const listReviews = call<'members of the team', ReviewPart[], Query<'ids'>>()(
  'GET',
  '/api/reviews/listAdmissionReviews/:admissionId',
);
/** Medicines by day */
export const getMedicationDashboard = call<'members of the team', MedicationDashboard>()(
  'GET',
  '/api/reviews/revMedDashboard/:admissionId',
);
/** Add a review with its entries */
export const addReview = call<'clinical pharmacists of the team', Answer<Review>, Body<typeof AddReview>>()(
  'POST',
  '/api/reviews/addReview',
);
/** Copy a review and its entries, for today unless another day is said */
export const duplicateReview = call<'clinical pharmacists of the team', Answer<Review>, Body<typeof DuplicateReview>>()(
  'POST',
  '/api/reviews/:reviewId/duplicate',
);
/** Change the date and the clinical note */
export const editReviewHead = call<'the author', Answer<Review>, Body<typeof EditReviewHead>>()(
  'PUT',
  '/api/reviews/updateRevHead/:reviewId',
);
/** Delete a review */
export const deleteReview = call<'the author', Answer<Review>>()('DELETE', '/api/reviews/:reviewId');
/** Add a medication entry */
export const addEntry = call<'the author', Answer<Review>, Body<typeof AddReviewMedication>>()(
  'POST',
  '/api/reviews/addRevMed/:reviewId',
);
/** Change a medication entry */
export const updateEntry = call<'the author', Answer<Review>, Body<typeof UpdateReviewMedication>>()(
  'PUT',
  '/api/reviews/updateRevMed/:reviewId',
);
/** Remove a medication entry */
export const removeEntry = call<'the author', Answer<Review>, Body<typeof RemoveReviewMedication>>()(
  'POST',
  '/api/reviews/remRevMed/:reviewId',
);
/** Rate a medication entry */
export const rateEntry = call<"the team's admin", Answer<Review>, Body<typeof RateError>>()(
  'PUT',
  '/api/reviews/:reviewId/editRating',
);
/** Rate a medication entry (the same call under another path) */
export const rateEntryByOtherPath = call<"the team's admin", Answer<Review>, Body<typeof RateError>>()(
  'PUT',
  '/api/reviews/editRating/:reviewId',
);
/** Set, move or take away the day on which an entry is to be looked at again; its author may whatever their role */
export const planFollowUp = call<'clinical pharmacists of the team', Answer<Review>, Body<typeof SetFollowUpDate>>()(
  'PUT',
  '/api/reviews/:reviewId/followUp',
);
/** Become responsible for the response to an error that waits for one; review and entry stay their author’s */
export const takeOverEntry = call<'clinical pharmacists of the team', Answer<Review>, Body<typeof TakeOverEntry>>()(
  'PUT',
  '/api/reviews/:reviewId/takeOver',
);
/**
 * Record the response to an error, or take it back with null; a clinical pharmacist who has taken the entry over may
 * too
 */
export const respondToEntry = call<'the author', Answer<Review>, Body<typeof RecordResponse>>()(
  'PUT',
  '/api/reviews/:reviewId/response',
);
/**
 * Address an error to one physician of the team, to all of them, or to the default again: the consultant of the stay, or
 * the team's physicians; a clinical pharmacist who has taken the entry over may too
 */
export const addressEntry = call<'the author', Answer<Review>, Body<typeof AddressEntry>>()(
  'PUT',
  '/api/reviews/:reviewId/address',
);
/**
 * Answer a recommendation in one's own name: accepted, accepted with a change (`text`), refused (`reason` or `text`), or
 * seen; a later answer replaces it
 */
export const answerEntry = call<'physicians of the team', Answer<Review>, Body<typeof AnswerEntry>>()(
  'PUT',
  '/api/reviews/:reviewId/answer',
);
/** Record in the access log that a review was printed */
export const recordReviewPrinted = call<'members of the team', Message, Nothing>()(
  'POST',
  '/api/reviews/:reviewId/printed',
);
