import * as reviewCalls from 'language/contract/calls/reviews';
import * as wardCalls from 'language/contract/calls/ward';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Answer, DrugErr, Review } from 'language/contract/entities';
import type { PendingEntry } from 'language/contract/handover';
import { limits, type Response } from 'language/domain/values/codes';
import { ApiError } from '../../platform/http/api.ts';
import { cacheReview } from '../../sync/reads/admission-lists.ts';
import { api } from '../../sync/client.ts';
import { createIdempotencyKeys, type IdempotencyKeys } from '../../platform/http/idempotency-key.ts';
import { queryKeys, type PendingFilters } from '../../sync/cache/query-keys.ts';
import { sendCommand } from '../../sync/commands.ts';
import { translate } from '../../platform/language/language.ts';
import { noFilters, writeFilters } from './filters.ts';

/** Pages of 20. The previous rows stay while a read with other filters is under way. */
export const pendingQuery = (team: string, day: string, filters: PendingFilters) =>
  infiniteQueryOptions({
    queryKey: queryKeys.pending(team, day, filters),
    queryFn: ({ pageParam, signal }) =>
      api(wardCalls.listPendingEntries, {
        params: { teamId: team },
        team,
        query: { ...writeFilters(filters), pageNumber: pageParam },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  });

const PAGES_MAX = limits.pendingOnRoundList / limits.pageSize;

/** All pages, up to `PAGES_MAX`. */
async function readPages(team: string, filters: PendingFilters, signal: AbortSignal): Promise<PendingEntry[]> {
  const found = new Map<string, PendingEntry>();
  let pages = 1;
  for (let pageNumber = 1; pageNumber <= Math.min(pages, PAGES_MAX); pageNumber += 1) {
    const query = { ...writeFilters(filters), pageNumber };
    const page = await api(wardCalls.listPendingEntries, { params: { teamId: team }, team, query, signal });
    pages = page.pages;
    // An entry moves to the next page when another is added meanwhile.
    for (const entry of page.pending) found.set(entry._id, entry);
  }
  return [...found.values()];
}

/** The errors without a response in all open admissions, for paper. Read again with each printing. */
export const allPendingQuery = (team: string, day: string) =>
  queryOptions({
    queryKey: queryKeys.allPending(team, day),
    queryFn: ({ signal }) => readPages(team, noFilters, signal),
    staleTime: 0,
  });

/** The entry as the row shows it, with the id of its review. */
export type ShownEntry = DrugErr & Pick<PendingEntry, 'review'>;

/**
 * Sends a change of an entry with the version that was shown.
 * On a conflict in another field only, it sends the change again with the current version
 * (docs/decisions/browser/conflicts.md).
 * @param isAsShown true if the fields that matter are still as shown in the current entry
 * @throws ApiError
 */
async function retryOnNewerVersion(
  shown: ShownEntry,
  isAsShown: (current: DrugErr) => boolean,
  send: (entry: DrugErr) => Promise<Answer<Review>>,
): Promise<DrugErr> {
  const entryIn = (review: Answer<Review>): DrugErr => {
    const entry = review.drugErrs.find(({ _id }) => _id === shown._id);
    if (!entry) throw new ApiError(0, translate('handover.answeredWithoutEntry'));
    return entry;
  };
  try {
    return entryIn(await send(shown));
  } catch (error) {
    const current = ApiError.from(error).conflict?.current as DrugErr | undefined;
    if (current?._id !== shown._id || !isAsShown(current)) throw error;
    return entryIn(await send(current));
  }
}

/**
 * Records the response to an entry; `null` makes it pending again.
 * A response belongs to an error type and severity: it is not recorded where these have changed.
 * @throws ApiError
 */
export const recordResponse = (
  idempotencyKeys: IdempotencyKeys,
  shown: ShownEntry,
  errRes: Response | null,
): Promise<DrugErr> =>
  retryOnNewerVersion(
    shown,
    (current) =>
      current.errType === shown.errType && current.errSeverity === shown.errSeverity && current.errRes === shown.errRes,
    async ({ _id, version }) => {
      const body = { reviewId: shown.review, errId: _id, errRes };
      const review = await sendCommand(idempotencyKeys, [body, version], (idempotencyKey) =>
        api(reviewCalls.respondToEntry, {
          params: { reviewId: shown.review },
          body,
          ifVersion: version,
          idempotencyKey,
        }),
      );
      await cacheReview(review);
      return review;
    },
  );

/** The person who calls becomes responsible for the response, unless another has taken it over meanwhile. @throws ApiError */
export const takeOver = (idempotencyKeys: IdempotencyKeys, shown: ShownEntry): Promise<DrugErr> =>
  retryOnNewerVersion(
    shown,
    (current) => current.responsible === shown.responsible && current.errRes === null,
    async ({ _id, version }) => {
      const body = { reviewId: shown.review, errId: _id };
      const review = await sendCommand(idempotencyKeys, [body, version], (idempotencyKey) =>
        api(reviewCalls.takeOverEntry, {
          params: { reviewId: shown.review },
          body,
          ifVersion: version,
          idempotencyKey,
        }),
      );
      await cacheReview(review);
      return review;
    },
  );

/** The outcomes of the entries until now. */
export interface TakenOver {
  readonly taken: number;
  readonly refused: number;
  readonly total: number;
}

/** Answers that concern one entry: the next one may be taken over. */
const REFUSED: readonly number[] = [403, 404, 409];

/**
 * Takes over all entries that the filters match, also those that no page has shown: one command
 * after the other, until the server lists no further one.
 * @param mayTakeOver true if the person may take this entry over
 * @param signal ends it after the command that is under way
 * @throws ApiError where an answer says nothing about the entry, such as a lost connection. The
 * entries that were taken over stay so.
 */
export async function takeOverAll(
  team: string,
  filters: PendingFilters,
  mayTakeOver: (entry: PendingEntry) => boolean,
  signal: AbortSignal,
  onProgress: (until: TakenOver) => void,
): Promise<void> {
  const idempotencyKeys = createIdempotencyKeys();
  const tried = new Set<string>();
  let [taken, refused] = [0, 0];
  for (;;) {
    const entries = (await readPages(team, filters, signal)).filter(
      (entry) => !tried.has(entry._id) && mayTakeOver(entry),
    );
    const total = tried.size + entries.length;
    onProgress({ taken, refused, total });
    if (entries.length === 0) return;
    for (const entry of entries) {
      if (signal.aborted) return;
      tried.add(entry._id);
      try {
        await takeOver(idempotencyKeys, entry);
        taken += 1;
      } catch (error) {
        if (!REFUSED.includes(ApiError.from(error).status)) throw error;
        refused += 1;
      }
      onProgress({ taken, refused, total });
    }
  }
}

/** Sets the follow-up date of an entry; `null` removes it. @throws ApiError */
export const setFollowUp = (
  idempotencyKeys: IdempotencyKeys,
  shown: ShownEntry,
  followUpDate: string | null,
): Promise<DrugErr> =>
  retryOnNewerVersion(
    shown,
    (current) => current.followUpDate === shown.followUpDate,
    async ({ _id, version }) => {
      const body = { reviewId: shown.review, errId: _id, followUpDate };
      const review = await sendCommand(idempotencyKeys, [body, version], (idempotencyKey) =>
        api(reviewCalls.planFollowUp, { params: { reviewId: shown.review }, body, ifVersion: version, idempotencyKey }),
      );
      await cacheReview(review);
      return review;
    },
  );
