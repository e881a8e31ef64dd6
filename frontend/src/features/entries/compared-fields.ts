/** The rows of the comparison of an entry with a change of a teammate. */
import { errorTypeLabel, responseLabel } from '../../clinical/code-labels.ts';
import type { ComparedField } from '../../editing/conflict.tsx';
import { translate } from '../../platform/language/language.ts';
import { formatDate } from '../../platform/time/dates.ts';
import type { EntryDraft } from './entry-draft.ts';

export const comparedFields = (): readonly ComparedField<EntryDraft>[] => [
  { label: translate('entry.fields.drug'), of: ['errDrug'], show: ({ errDrugLabel }) => ({ text: errDrugLabel }) },
  {
    label: translate('entry.fields.type'),
    of: ['errType'],
    show: ({ errType, errTypeLabel }) => ({ text: errorTypeLabel(errType, errTypeLabel) }),
  },
  {
    label: translate('entry.fields.severity'),
    of: ['errSeverity'],
    show: ({ errSeverity }) => ({ text: errSeverity ?? translate('mark.notGraded') }),
  },
  {
    label: translate('entry.fields.response'),
    of: ['errRes'],
    show: ({ errRes }) => ({ text: errRes === null ? translate('mark.pending') : responseLabel(errRes) }),
  },
  {
    label: translate('entry.fields.followUp'),
    of: ['followUpDate'],
    show: ({ followUpDate }) => ({ text: formatDate(followUpDate) || translate('entry.noFollowUp') }),
  },
  { label: translate('entry.fields.note'), of: ['errNote'], show: ({ errNote }) => ({ html: errNote }) },
];
