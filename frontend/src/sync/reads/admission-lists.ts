/** Queries for the reviews and notes of an admission, and updates of their cache by the answers of own commands. */
import * as admissionCalls from 'language/contract/calls/admissions';
import * as noteCalls from 'language/contract/calls/physician-notes';
import * as reviewCalls from 'language/contract/calls/reviews';
import { queryOptions } from '@tanstack/react-query';
import type { AdmissionMedication, Answer, PhysicianNote, Review, Written } from 'language/contract/entities';
import { hasUnknownPlace, requestedParts, wholeReviews } from 'language/contract/review-parts';
import { api } from '../client.ts';
import { mayHaveUnseenChanges, newestKnownRevision } from '../live/live-connection.ts';
import { hasNewItem } from '../cache/invalidation.ts';
import { queryClient } from '../cache/query-client.ts';
import { queryKeys, type QueryKey } from '../cache/query-keys.ts';

/**
 * Reads single reviews. The server omits entries that are cached already (docs/decisions/read-side/review-reads.md).
 * @returns undefined where the place of one among the others is not known
 */
async function readReviews(
  admissionId: string,
  team: string,
  ids: readonly string[],
  cached: readonly Review[],
): Promise<Review[] | undefined> {
  const parts = await api(reviewCalls.listReviews, {
    params: { admissionId },
    team,
    query: { ids: requestedParts(ids, cached) },
  });
  const reviews =
    wholeReviews(parts, cached) ??
    ((await api(reviewCalls.listReviews, { params: { admissionId }, team, query: { ids: ids.join() } })) as Review[]);
  return hasUnknownPlace(reviews, cached) ? undefined : reviews;
}

/** Ascending by date; within a day in the order of writing, because the sort is stable. */
const byDate = <T>(list: readonly T[], date: (item: T) => string): T[] =>
  [...list].sort((a, b) => date(a).localeCompare(date(b)));

export const reviewsQuery = (admissionId: string, team: string) =>
  queryOptions({
    queryKey: queryKeys.reviewsOf(admissionId),
    // Nothing is left out of what is asked for without versions.
    queryFn: async ({ signal }) =>
      (await api(reviewCalls.listReviews, { params: { admissionId }, team, signal })) as Review[],
    meta: { readItems: (ids, cached) => readReviews(admissionId, team, ids, cached as readonly Review[]) },
    select: (reviews) => byDate(reviews, ({ reviewDate }) => reviewDate),
  });
export const notesQuery = (admissionId: string, team: string) =>
  queryOptions({
    queryKey: queryKeys.notesOf(admissionId),
    queryFn: ({ signal }) => api(noteCalls.listNotes, { params: { admissionId }, team, signal }),
    select: (notes) => byDate(notes, ({ noteDate }) => noteDate),
  });
export const medicationsQuery = (admission: string, team: string) =>
  queryOptions({
    queryKey: queryKeys.medicationsOf(admission),
    queryFn: ({ signal }) => api(admissionCalls.listMedications, { params: { id: admission }, team, signal }),
  });

/** Replaces the item with the same id, or appends it. */
export const upsertItem = <T extends { _id: string }>(list: readonly T[], item: T): T[] =>
  list.some(({ _id }) => _id === item._id)
    ? list.map((cached) => (cached._id === item._id ? item : cached))
    : [...list, item];

/** Lists whose items are read alone. Other lists are read whole for each live note. */
const readsItems = (queryKey: QueryKey): boolean =>
  queryClient.getQueryCache().find({ queryKey, exact: true })?.meta?.readItems !== undefined;

/**
 * Shows the answer of a command at once. A running read could return the earlier state, so it is restarted: it may have
 * been for another change. The query is also read again if a live note with a later revision has arrived (`written`),
 * and if a new item may come after one that is not shown yet: another person wrote first, and only the whole list has
 * the order of writing.
 * @param needsWhole true if the list as it was shows that only a read of the whole has the place
 * of the change
 */
export async function updateCachedQuery<T>(
  queryKey: QueryKey,
  change: (cached: T) => T,
  written?: Written,
  needsWhole: (cached: T) => boolean = () => false,
): Promise<void> {
  const isReading = queryClient.isFetching({ queryKey, exact: true }) > 0;
  await queryClient.cancelQueries({ queryKey, exact: true });
  const before = queryClient.getQueryData<T>(queryKey);
  const after = queryClient.setQueryData<T>(queryKey, (cached) => cached && change(cached));
  const isOlder = written !== undefined && written.revision < newestKnownRevision(written.stream);
  const mayFollowUnseen =
    written !== undefined &&
    mayHaveUnseenChanges(written.stream, written.revision) &&
    readsItems(queryKey) &&
    Array.isArray(before) &&
    Array.isArray(after) &&
    hasNewItem(before, after);
  const isIncomplete = before !== undefined && needsWhole(before);
  if (isReading || isOlder || mayFollowUnseen || isIncomplete)
    void queryClient.invalidateQueries({ queryKey, exact: true });
  // The list renders in a task of its own. The form must not close before its text is in the list.
  await new Promise((resolve) => setTimeout(resolve, 0));
}
export const updateCachedList = <T>(
  queryKey: QueryKey,
  change: (cached: readonly T[]) => T[],
  written?: Written,
): Promise<void> => updateCachedQuery<readonly T[]>(queryKey, change, written);
export const withoutItem =
  (removedId: string) =>
  <T extends { _id: string }>(cached: readonly T[]): T[] =>
    cached.filter(({ _id }) => _id !== removedId);

export const cacheReview = ({ stream, revision, ...review }: Answer<Review>): Promise<void> =>
  updateCachedQuery<readonly Review[]>(
    queryKeys.reviewsOf(review.admission),
    (cached) => upsertItem(cached, review),
    { stream, revision },
    (cached) => hasUnknownPlace([review], cached),
  );
export const cacheNote = ({ stream, revision, ...note }: Answer<PhysicianNote>): Promise<void> =>
  updateCachedList<PhysicianNote>(queryKeys.notesOf(note.admissionId), (cached) => upsertItem(cached, note), {
    stream,
    revision,
  });
export const cacheMedication = ({ stream, revision, ...medication }: Answer<AdmissionMedication>): Promise<void> =>
  updateCachedList<AdmissionMedication>(
    queryKeys.medicationsOf(medication.admission),
    (cached) => upsertItem(cached, medication),
    {
      stream,
      revision,
    },
  );

const has = <T>(value: unknown, ...fields: (keyof T & string)[]): value is T =>
  typeof value === 'object' && value !== null && fields.every((field) => field in value);
/** Caches the answer of any command of the chart. */
export async function cacheCommandAnswer(answer: unknown): Promise<void> {
  if (has<Answer<Review>>(answer, 'drugErrs', 'reviewDate', 'admission')) await cacheReview(answer);
  else if (has<Answer<PhysicianNote>>(answer, 'noteDate', 'admissionId')) await cacheNote(answer);
  else if (has<Answer<AdmissionMedication>>(answer, 'drugLabel', 'frequency', 'admission'))
    await cacheMedication(answer);
}

export const removeCachedReview = ({ _id, admission }: Review): Promise<void> =>
  updateCachedList<Review>(queryKeys.reviewsOf(admission), withoutItem(_id));
export const removeCachedNote = ({ _id, admissionId }: PhysicianNote): Promise<void> =>
  updateCachedList<PhysicianNote>(queryKeys.notesOf(admissionId), withoutItem(_id));
export const removeCachedItem = <T extends { _id: string }>(queryKey: QueryKey, removedId: string): Promise<void> =>
  updateCachedList<T>(queryKey, withoutItem(removedId));
