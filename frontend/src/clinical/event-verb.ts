/** A change in words: a verb for each type of event in a history. */
import type { HistoryEvent } from 'language/contract/history';
import type { HistoryEventType } from 'language/contract/history-event-types';
import { HOSPITAL_INTERFACE } from 'language/domain/values/codes';
import { isMessageId, translate, type MessageId } from '../platform/language/language.ts';

/** The compiler finds a type of event that has no words. */
const eventVerbId = (type: HistoryEventType): MessageId => `eventVerb.${type}`;

/** `ReviewHeadEdited` → "review head edited", for a type of a newer server. */
const splitWords = (type: string): string => type.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

const hasWords = (type: string): type is HistoryEventType => isMessageId(`eventVerb.${type}`);

export function eventVerbOf({ type, of }: Pick<HistoryEvent, 'type' | 'of'>): string {
  // An entry that was added or deleted with its review.
  const withReview = `eventVerbWithReview.${type}`;
  if (of.startsWith('entry:') && isMessageId(withReview)) return translate(withReview);
  return hasWords(type) ? translate(eventVerbId(type)) : splitWords(type);
}

/** The person of a change. Reminders are the product's own. */
export function actorNameOf({ actorId, actorName }: Pick<HistoryEvent, 'actorId' | 'actorName'>): string {
  if (actorId === PRODUCT) return translate('people.product');
  if (actorId === HOSPITAL_INTERFACE) return translate('people.hospitalInterface');
  return actorName || translate('people.unknown');
}
/** The actor of events that no person has caused (`command-api/src/processes/reminders/answer-reminders.ts`). */
const PRODUCT = 'product';
