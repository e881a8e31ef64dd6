/** The reviews and notes of an admission as this tab holds them: read once, then moved by live notes and by the answers of own commands. */
import { queryOptions } from '@tanstack/react-query';
import type { Answer, PhysicianNote, Review } from 'command-api/contract/entities';
import { endpoint } from './api.ts';
import { api } from './client.ts';
import { queryClient } from './queries.ts';
import { keys } from './query-keys.ts';

const listReviews = endpoint<Review[]>()('GET', '/api/reviews/listAdmissionReviews/:admissionId');
const listNotes = endpoint<PhysicianNote[]>()('GET', '/api/physicNotes/listAdmNotes/:admissionId');

/** Ascending by date; of one day, in the order they were written (the sort is stable). */
const byDate = <T,>(list: readonly T[], date: (item: T) => string): T[] => [...list].sort((a, b) => date(a).localeCompare(date(b)));

export const reviewsQuery = (admissionId: string, team: string) =>
  queryOptions({
    queryKey: keys.reviewsOf(admissionId),
    queryFn: ({ signal }) => api(listReviews, { params: { admissionId }, team, signal }),
    select: (reviews) => byDate(reviews, ({ reviewDate }) => reviewDate),
  });
export const notesQuery = (admissionId: string, team: string) =>
  queryOptions({
    queryKey: keys.notesOf(admissionId),
    queryFn: ({ signal }) => api(listNotes, { params: { admissionId }, team, signal }),
    select: (notes) => byDate(notes, ({ noteDate }) => noteDate),
  });

/** Replaces the item of the same id, else appends it. */
export const withItem = <T extends { _id: string }>(list: readonly T[], item: T): T[] =>
  list.some(({ _id }) => _id === item._id) ? list.map((held) => (held._id === item._id ? item : held)) : [...list, item];

/** What a command answered is on the screen at once. A read that was under way could bring back what was before: it is dropped. */
async function show<T extends { _id: string }>(queryKey: readonly string[], item: T): Promise<void> {
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<T[]>(queryKey, (held) => held && withItem(held, item));
  // The lists are told in a task of their own; what was typed must not be gone before it stands in the list.
  await new Promise((told) => setTimeout(told, 0));
}
export async function showReview({ stream: _stream, revision: _revision, ...review }: Answer<Review>): Promise<void> {
  await show(keys.reviewsOf(review.admission), review);
}
export async function showNote({ stream: _stream, revision: _revision, ...note }: Answer<PhysicianNote>): Promise<void> {
  await show(keys.notesOf(note.admissionId), note);
}
