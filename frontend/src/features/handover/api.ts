import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { Answer, DrugErr, Review } from 'command-api/contract/entities';
import type { PendingEntry, PendingPage } from 'command-api/contract/handover';
import type { Response } from 'command-api/domain/codes';
import { ApiError, endpoint } from '../../platform/http/api.ts';
import { showReview } from '../../sync/reads/admission-lists.ts';
import { api } from '../../sync/client.ts';
import type { IdempotencyKeys } from '../../platform/http/idempotency-key.ts';
import { keys, type PendingFilters } from '../../sync/cache/query-keys.ts';
import { sendCommand } from '../../sync/send-command.ts';
import { writeFilters } from './filters.ts';

type EntryBody = Pick<DrugErr, '_id' | 'errDrug' | 'errType' | 'errNote' | 'errRes' | 'errSeverity' | 'drugTags'>;

const listPending = endpoint<PendingPage>()('GET', '/api/handover/:team');
const updateEntry = endpoint<Answer<Review>, { reviewId: string; drugErr: EntryBody }>()(
  'PUT',
  '/api/reviews/updateRevMed/:reviewId',
);
const planFollowUp = endpoint<Answer<Review>, { reviewId: string; errId: string; followUpDate: string | null }>()(
  'PUT',
  '/api/reviews/:reviewId/followUp',
);

/** 20 a page. What was shown stays while others are on their way. */
export const pendingQuery = (team: string, day: string, filters: PendingFilters) =>
  infiniteQueryOptions({
    queryKey: keys.pending(team, day, filters),
    queryFn: ({ pageParam, signal }) =>
      api(listPending, { params: { team }, team, query: { ...writeFilters(filters), pageNumber: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  });

/** What the person is looking at: the entry, and the review that it is in. */
export type ShownEntry = DrugErr & Pick<PendingEntry, 'review'>;

/**
 * Where only something else of the entry has changed since it was shown, the change goes on top of that.
 * @throws ApiError
 */
async function retryOnNewerVersion(
  shown: ShownEntry,
  isAsShown: (theirs: DrugErr) => boolean,
  put: (entry: DrugErr) => Promise<Answer<Review>>,
): Promise<DrugErr> {
  const entryIn = (review: Answer<Review>): DrugErr => {
    const entry = review.drugErrs.find(({ _id }) => _id === shown._id);
    if (!entry) throw new ApiError(0, 'The server did not say what became of this entry. Reload to see.');
    return entry;
  };
  try {
    return entryIn(await put(shown));
  } catch (error) {
    const theirs = ApiError.from(error).conflict?.current as DrugErr | undefined;
    if (theirs?._id !== shown._id || !isAsShown(theirs)) throw error;
    return entryIn(await put(theirs));
  }
}

/**
 * `null`: pending again. A response speaks of an error type and its severity: where these have changed, it is not
 * recorded.
 * @throws ApiError
 */
export const recordResponse = (
  intentions: IdempotencyKeys,
  shown: ShownEntry,
  errRes: Response | null,
): Promise<DrugErr> =>
  retryOnNewerVersion(
    shown,
    (theirs) =>
      theirs.errType === shown.errType && theirs.errSeverity === shown.errSeverity && theirs.errRes === shown.errRes,
    async ({ _id, errDrug, errType, errNote, errSeverity, drugTags, version }) => {
      const body = {
        reviewId: shown.review,
        drugErr: { _id, errDrug, errType, errNote, errRes, errSeverity, drugTags },
      };
      const review = await sendCommand(intentions, [body, version], (intention) =>
        api(updateEntry, { params: { reviewId: shown.review }, body, ifVersion: version, intention }),
      );
      await showReview(review);
      return review;
    },
  );

/** `null` takes it away. @throws ApiError */
export const setFollowUp = (
  intentions: IdempotencyKeys,
  shown: ShownEntry,
  followUpDate: string | null,
): Promise<DrugErr> =>
  retryOnNewerVersion(
    shown,
    (theirs) => theirs.followUpDate === shown.followUpDate,
    async ({ _id, version }) => {
      const body = { reviewId: shown.review, errId: _id, followUpDate };
      const review = await sendCommand(intentions, [body, version], (intention) =>
        api(planFollowUp, { params: { reviewId: shown.review }, body, ifVersion: version, intention }),
      );
      await showReview(review);
      return review;
    },
  );
