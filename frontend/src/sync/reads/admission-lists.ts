/**
 * The reviews and notes of an admission as this tab holds them: read once, then moved by live notes and by the answers
 * of own commands.
 */
import { queryOptions } from '@tanstack/react-query';
import type {
  AdmissionMedication,
  Answer,
  PhysicianNote,
  Review,
  ReviewPart,
  Written,
} from 'command-api/contract/entities';
import { askedParts, wholeReviews } from 'command-api/contract/review-parts';
import { endpoint } from '../../platform/http/api.ts';
import { api } from '../client.ts';
import { newestKnownRevision } from '../live/live-connection.ts';
import { queryClient } from '../cache/query-client.ts';
import { queryKeys, type QueryKey } from '../cache/query-keys.ts';

const listReviews = endpoint<Review[]>()('GET', '/api/reviews/listAdmissionReviews/:admissionId');
const listParts = endpoint<ReviewPart[]>()('GET', '/api/reviews/listAdmissionReviews/:admissionId');
const listNotes = endpoint<PhysicianNote[]>()('GET', '/api/physicNotes/listAdmNotes/:admissionId');

/** Some reviews of a chart, of which the entries that are held as they are need not come. */
async function readReviews(
  admissionId: string,
  team: string,
  ids: readonly string[],
  held: readonly Review[],
): Promise<Review[]> {
  const parts = await api(listParts, { params: { admissionId }, team, query: { ids: askedParts(ids, held) } });
  return wholeReviews(parts, held) ?? api(listReviews, { params: { admissionId }, team, query: { ids: ids.join() } });
}

/** Ascending by date; of one day, in the order they were written (the sort is stable). */
const byDate = <T>(list: readonly T[], date: (item: T) => string): T[] =>
  [...list].sort((a, b) => date(a).localeCompare(date(b)));

export const reviewsQuery = (admissionId: string, team: string) =>
  queryOptions({
    queryKey: queryKeys.reviewsOf(admissionId),
    queryFn: ({ signal }) => api(listReviews, { params: { admissionId }, team, signal }),
    meta: { readPart: (ids, held) => readReviews(admissionId, team, ids, held as readonly Review[]) },
    select: (reviews) => byDate(reviews, ({ reviewDate }) => reviewDate),
  });
export const notesQuery = (admissionId: string, team: string) =>
  queryOptions({
    queryKey: queryKeys.notesOf(admissionId),
    queryFn: ({ signal }) => api(listNotes, { params: { admissionId }, team, signal }),
    select: (notes) => byDate(notes, ({ noteDate }) => noteDate),
  });

/** Replaces the item of the same id, else appends it. */
export const upsertItem = <T extends { _id: string }>(list: readonly T[], item: T): T[] =>
  list.some(({ _id }) => _id === item._id)
    ? list.map((held) => (held._id === item._id ? item : held))
    : [...list, item];

/**
 * What a command answered is on the screen at once. A read that was under way could bring back what was before: it is
 * begun anew, since it may have been for something else that has moved. So is the list where the answer comes after
 * news of what happened later (`written`).
 */
export async function updateCachedQuery<T>(
  queryKey: QueryKey,
  change: (held: T) => T,
  written?: Written,
): Promise<void> {
  const wasRead = queryClient.isFetching({ queryKey, exact: true }) > 0;
  await queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData<T>(queryKey, (held) => held && change(held));
  if (wasRead || (written && written.revision < newestKnownRevision(written.stream)))
    void queryClient.invalidateQueries({ queryKey, exact: true });
  // The lists are told in a task of their own; what was typed must not be gone before it stands in the list.
  await new Promise((told) => setTimeout(told, 0));
}
export const updateCachedList = <T>(
  queryKey: QueryKey,
  change: (held: readonly T[]) => T[],
  written?: Written,
): Promise<void> => updateCachedQuery<readonly T[]>(queryKey, change, written);
export const withoutItem =
  (gone: string) =>
  <T extends { _id: string }>(held: readonly T[]): T[] =>
    held.filter(({ _id }) => _id !== gone);

export const cacheReview = ({ stream, revision, ...review }: Answer<Review>): Promise<void> =>
  updateCachedList<Review>(queryKeys.reviewsOf(review.admission), (held) => upsertItem(held, review), {
    stream,
    revision,
  });
export const cacheNote = ({ stream, revision, ...note }: Answer<PhysicianNote>): Promise<void> =>
  updateCachedList<PhysicianNote>(queryKeys.notesOf(note.admissionId), (held) => upsertItem(held, note), {
    stream,
    revision,
  });
export const cacheMedication = ({ stream, revision, ...medication }: Answer<AdmissionMedication>): Promise<void> =>
  updateCachedList<AdmissionMedication>(
    queryKeys.medicationsOf(medication.admission),
    (held) => upsertItem(held, medication),
    {
      stream,
      revision,
    },
  );

const has = <T>(value: unknown, ...fields: (keyof T & string)[]): value is T =>
  typeof value === 'object' && value !== null && fields.every((field) => field in value);
/** What a command of the chart has answered, whichever it was. */
export async function cacheCommandAnswer(answer: unknown): Promise<void> {
  if (has<Answer<Review>>(answer, 'drugErrs', 'reviewDate', 'admission')) await cacheReview(answer);
  else if (has<Answer<PhysicianNote>>(answer, 'noteDate', 'admissionId')) await cacheNote(answer);
  else if (has<Answer<AdmissionMedication>>(answer, 'drugLabel', 'frequency', 'admission'))
    await cacheMedication(answer);
}

/** What was deleted leaves its list. */
export const removeCachedReview = ({ _id, admission }: Review): Promise<void> =>
  updateCachedList<Review>(queryKeys.reviewsOf(admission), withoutItem(_id));
export const removeCachedNote = ({ _id, admissionId }: PhysicianNote): Promise<void> =>
  updateCachedList<PhysicianNote>(queryKeys.notesOf(admissionId), withoutItem(_id));
export const removeCachedItem = <T extends { _id: string }>(queryKey: QueryKey, gone: string): Promise<void> =>
  updateCachedList<T>(queryKey, withoutItem(gone));
