/** Describes a change of a medication error in a sentence. */
import type { EntryChange, EntryStep } from 'command-api/contract/history';
import { responseLabel, type Response } from 'command-api/domain/values/codes';
import { changedFields, type ChangedField } from '../../clinical/change-fields.ts';
import { entryHistoryText as text } from './messages.ts';

/** Such as `changed the severity from C to D, recorded the response Accept`. */
export function describeStep({
  what,
  type,
  before,
  after,
}: Pick<EntryStep, 'what' | 'type' | 'before' | 'after'>): string {
  const values = (field: string): [unknown, unknown] => [before?.[field], after?.[field]];
  const describe = (change: EntryChange): string => {
    switch (change) {
      case 'added':
        return text.added;
      case 'copied':
        return text.copied;
      case 'removed':
        return type === 'ReviewDeleted' ? text.removedWithReview : text.removed;
      case 'severity': {
        const [was, is] = values('errSeverity');
        return typeof is !== 'string'
          ? text.ungraded
          : typeof was === 'string'
            ? text.severity(was, is)
            : text.graded(is);
      }
      case 'response': {
        const [was, is] = values('errRes');
        return typeof is !== 'number'
          ? text.unresponded
          : typeof was === 'number'
            ? text.response(responseName(was), responseName(is))
            : text.responded(responseName(is));
      }
      case 'rating':
        return text.rated(Number(values('rating')[1]));
      case 'followUp': {
        const [, is] = values('followUpDate');
        return typeof is === 'string' ? text.followUp(is) : text.noFollowUp;
      }
      case 'drug':
      case 'type':
      case 'note':
      case 'tags':
        return text[change];
      default:
        return change satisfies never;
    }
  };
  return what.length === 0
    ? text.saved
    : order
        .filter((change) => what.includes(change))
        .map(describe)
        .join(text.and);
}
/** The order of the form, with the note and the tags last. */
const order: readonly EntryChange[] = [
  'added',
  'copied',
  'removed',
  'drug',
  'type',
  'severity',
  'response',
  'rating',
  'followUp',
  'note',
  'tags',
];
const responseName = (code: number): string => responseLabel(code as Response);

/** The changed fields that the sentence does not name. */
export const remainingFields = (step: Pick<EntryStep, 'before' | 'after'>): ChangedField[] =>
  changedFields(step).filter(
    ({ name }) =>
      step.before === null ||
      step.after === null ||
      !['errSeverity', 'errRes', 'rating', 'followUpDate'].includes(name),
  );
