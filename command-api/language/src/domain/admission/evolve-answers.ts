/** How an entry is asked and answered: the fold of these events, for the state and for the rows of reads. */
import { isNoError, type PhysicianAnswer, type Response } from '../values/codes.ts';
import type { Recorded } from '../command.ts';
import type { AdmissionEvent, Asked, Entry } from './events.ts';

type EventOf<Type extends AdmissionEvent['type']> = Recorded<Extract<AdmissionEvent, { type: Type }>>;

/** The response that an answer gives; null: the entry waits. */
export const responseOf: Readonly<Record<PhysicianAnswer, Response | null>> = {
  accepted: 1,
  changed: 1,
  refused: 2,
  seen: null,
};

const notAsked = { address: null, answer: null, reportedBy: null };

/** Whom a new entry is asked of: the default. A copy has the response of its original, which its person does not report. */
export const newlyAsked = (
  { errRes, copiedFrom }: Pick<Entry, 'errRes'> & { readonly copiedFrom?: string },
  { metadata }: Pick<Recorded<AdmissionEvent>, 'metadata'>,
): Asked => ({
  ...notAsked,
  at: metadata.occurredAt,
  reportedBy: errRes === null || copiedFrom !== undefined ? null : metadata.actorId,
});

/** An answer moves with its entry. Events of older versions have none. @param at when it came, ISO 8601 UTC */
export const askedAfterMove = ({ asked }: { readonly asked?: Asked }, at: string): Asked =>
  asked ?? { ...notAsked, at };

/** A pharmacist has recorded the response, or has taken it back. The physician's answer stays. */
export const afterResponse = (
  asked: Asked,
  errRes: Response | null,
  { metadata }: Pick<Recorded<AdmissionEvent>, 'metadata'>,
): Asked => ({ ...asked, reportedBy: errRes === null ? null : metadata.actorId });

type Judged = Pick<Entry, 'errType' | 'errDrug' | 'errNote' | 'errRes'>;
/** Also as a row has it. */
type JudgedBefore = Omit<Judged, 'errRes'> & { readonly errRes: number | null };
/**
 * The author has changed the entry. An answer to the earlier text stays, and is marked. "No error" asks no one; an error
 * that was "No error" begins to wait.
 */
export function afterEntryUpdate(
  asked: Asked,
  before: JudgedBefore,
  after: Judged,
  event: Pick<Recorded<AdmissionEvent>, 'metadata'>,
): Asked {
  if (isNoError(before.errType) || isNoError(after.errType)) return newlyAsked(after, event);
  const isOtherText =
    before.errType !== after.errType || before.errDrug !== after.errDrug || before.errNote !== after.errNote;
  const answer = asked.answer && isOtherText ? { ...asked.answer, isOfEarlierText: true as const } : asked.answer;
  const read = { ...asked, answer };
  return before.errRes === after.errRes ? read : afterResponse(read, after.errRes, event);
}

/** The clock begins again. */
export const afterAddress = (asked: Asked, { data, metadata }: EventOf<'EntryAddressed'>): Asked => ({
  ...asked,
  at: metadata.occurredAt,
  address: data.to.kind === 'default' ? null : data.to,
});

/** The persons of the steps before, since the entry was asked, were reminded as well. */
export function afterReminder(asked: Asked, { data, metadata }: EventOf<'AnswerReminded'>): Asked {
  const { step, nextAt, to } = data;
  const before = asked.reminded && asked.reminded.at >= asked.at ? asked.reminded.to : [];
  return { ...asked, reminded: { step, nextAt, at: metadata.occurredAt, to: [...new Set([...before, ...to])] } };
}

/** Replaces the answer before, and the response that was reported. */
export function afterAnswer(asked: Asked, { data, metadata }: EventOf<'EntryAnswered'>): Asked {
  const { answer, text, reason } = data;
  return {
    ...asked,
    answer: { answer, text, reason, userId: metadata.actorId, at: metadata.occurredAt },
    reportedBy: null,
  };
}
