/**
 * Whom an entry is asked of, and the physician's own answer (docs/product.md, "The physician's answer"). Neither changes
 * what the author wrote. The order of checks is that of `decide.ts`.
 */
import { isNoError, type PhysicianAnswer } from '../values/codes.ts';
import { type Command, refuseIfChanged, Rejection } from '../command.ts';
import { refusal } from '../reasons/refusal.ts';
import { invalidField, refuseUnless } from '../refusals.ts';
import { isAuthor } from './decide-review.ts';
import type { AdmissionEvent } from './events.ts';
import { responseOf } from './evolve-answers.ts';
import { entryOf, reviewOf } from './lookup.ts';
import type { ReviewEntry } from './records.ts';
import type { Admission } from './state.ts';

type AddressData = Extract<AdmissionEvent, { type: 'EntryAddressed' }>['data'];
/** The caller looks up the physicians of the team. */
export interface AddressEntry extends AddressData {
  /** Their ids, without the disabled ones. */
  readonly physicians: readonly string[];
}
/** The caller looks up the rules of the team. */
export interface AnswerEntry {
  readonly reviewId: string;
  readonly entryId: string;
  readonly answer: PhysicianAnswer;
  readonly text: string;
  readonly reason: string;
  readonly refusalReasons: readonly string[];
  readonly changeMinutes: number;
}

/** By those who record the response, while the entry waits for one. */
export function addressEntry(admission: Admission, command: Command<AddressEntry>): AdmissionEvent[] {
  const { reviewId, entryId, to, physicians, actor } = command;
  const review = reviewOf(admission, reviewId);
  const entry = entryOf(admission, review, entryId);
  refuseUnless(isAuthor(actor, review) || (actor.canEdit && entry.responsible === actor.id));
  if (isSameAddress(entry, to)) return [];
  if (entry.errRes !== null || isNoError(entry.errType)) throw new Rejection(refusal('entry-not-pending'));
  if (to.kind === 'physician' && !physicians.includes(to.userId))
    throw invalidField('to.userId', refusal('physician-not-in-team'));
  refuseIfChanged(command, { kind: 'entry', id: entryId }, entry.touch);
  return [{ type: 'EntryAddressed', data: { reviewId, entryId, to } }];
}

function isSameAddress({ asked: { address } }: ReviewEntry, to: AddressData['to']): boolean {
  if (address === null || to.kind === 'default') return address === null && to.kind === 'default';
  if (address.kind === 'physician' && to.kind === 'physician') return address.userId === to.userId;
  return address.kind === to.kind;
}

/**
 * By the physicians of the team, also after the discharge, whomever it is asked of. "Seen" is for an entry that waits; it
 * also takes back an answer of one's own within the team's time.
 */
export function answerEntry(admission: Admission, command: Command<AnswerEntry>): AdmissionEvent[] {
  const { reviewId, entryId, answer, text, reason, actor } = command;
  const review = reviewOf(admission, reviewId);
  refuseUnless(actor.isPhysic);
  const entry = entryOf(admission, review, entryId);
  if (isSameAnswer(entry, command)) return [];
  if (isNoError(entry.errType)) throw invalidField('answer', refusal('no-response-without-error'));
  if (entry.errRes === 3 || entry.errRes === 4) throw new Rejection(refusal('outcome-recorded'));
  const corrects = isWithinTime(entry, command);
  if (answer === 'seen' && entry.errRes !== null && !(corrects && entry.asked.reportedBy === null))
    throw new Rejection(refusal('entry-not-pending'));
  refuseIncomplete(command);
  refuseIfChanged(command, { kind: 'entry', id: entryId }, entry.touch);
  const data = { reviewId, entryId, answer, text, reason };
  return [{ type: 'EntryAnswered', data: corrects ? { ...data, corrects } : data }];
}

/** The person's own answer, of the text as it is, with no response reported over it. */
function isSameAnswer(
  { asked: { answer: last, reportedBy }, errRes }: ReviewEntry,
  { answer, text, reason, actor }: Command<AnswerEntry>,
): boolean {
  const isLast = last?.answer === answer && last.text === text && last.reason === reason && last.userId === actor.id;
  return isLast && !last.isOfEarlierText && reportedBy === null && errRes === responseOf[answer];
}

function isWithinTime(
  { asked: { answer: last } }: ReviewEntry,
  { actor, at, changeMinutes }: Pick<Command<AnswerEntry>, 'actor' | 'at' | 'changeMinutes'>,
): true | undefined {
  if (last?.userId !== actor.id) return undefined;
  return Date.parse(at) - Date.parse(last.at) <= changeMinutes * 60_000 ? true : undefined;
}

function refuseIncomplete({ answer, text, reason, refusalReasons }: AnswerEntry): void {
  if (reason !== '' && answer !== 'refused') throw invalidField('reason', refusal('reason-without-refusal'));
  if (reason !== '' && !refusalReasons.includes(reason))
    throw invalidField('reason', refusal('refusal-reason-unknown'));
  if (answer === 'refused' && reason === '' && text === '')
    throw invalidField('text', refusal('refusal-reason-required'));
  if (answer === 'changed' && text === '') throw invalidField('text', refusal('answer-change-required'));
}
