/**
 * Who records the response to an error (docs/product.md, "Handover"): the author, and the clinical pharmacist who has
 * taken the entry over. Neither command changes what the author wrote. The order of checks is that of `decide.ts`.
 */
import { isNoError, type Response } from '../values/codes.ts';
import { type Command, refuseIfChanged, Rejection } from '../command.ts';
import { refusal } from '../reasons/refusal.ts';
import { invalidField, refuseUnless } from '../refusals.ts';
import { isAuthor } from './decide-review.ts';
import type { AdmissionEvent } from './events.ts';
import { entryOf, reviewOf } from './lookup.ts';
import type { Admission } from './state.ts';

export interface TakeOverEntry {
  readonly reviewId: string;
  readonly entryId: string;
}
/** Null takes the response back. */
export interface RecordResponse {
  readonly reviewId: string;
  readonly entryId: string;
  readonly errRes: Response | null;
}

/** By every clinical pharmacist of the team, also from a person who has taken it over before. */
export function takeOverEntry(admission: Admission, command: Command<TakeOverEntry>): AdmissionEvent[] {
  const { reviewId, entryId, actor } = command;
  const review = reviewOf(admission, reviewId);
  refuseUnless(actor.canEdit);
  const entry = entryOf(admission, review, entryId);
  if ((entry.responsible ?? review.authorId) === actor.id) return [];
  if (entry.errRes !== null || isNoError(entry.errType)) throw new Rejection(refusal('entry-not-pending'));
  refuseIfChanged(command, { kind: 'entry', id: entryId }, entry.touch);
  return [{ type: 'EntryTakenOver', data: { reviewId, entryId } }];
}

/** By the review's author, and by the person who has taken the entry over, while a clinical pharmacist of the team. */
export function recordResponse(admission: Admission, command: Command<RecordResponse>): AdmissionEvent[] {
  const { reviewId, entryId, errRes, actor } = command;
  const review = reviewOf(admission, reviewId);
  const entry = entryOf(admission, review, entryId);
  refuseUnless(isAuthor(actor, review) || (actor.canEdit && entry.responsible === actor.id));
  if (entry.errRes === errRes) return [];
  if (isNoError(entry.errType)) throw invalidField('errRes', refusal('no-response-without-error'));
  refuseIfChanged(command, { kind: 'entry', id: entryId }, entry.touch);
  return [{ type: 'ResponseRecorded', data: { reviewId, entryId, errRes } }];
}
