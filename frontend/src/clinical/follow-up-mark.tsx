/**
 * The day on which somebody is to look at an entry again, under a root that has `followUpColours`: said louder once it
 * has come.
 */
import { formatDate } from '../platform/time/dates.ts';
import { useToday } from '../platform/time/use-today.ts';
import { ClinicalText } from '../components/text/clinical-text.tsx';
import { uiText } from '../components/messages.ts';

/**
 * @param waiting the response is pending: with it there is nothing to be looked at any more, and the date is only told;
 * `on` the day that it is looked at, where that is not today
 */
export function FollowUpMark({ date, waiting, on }: { date: string; waiting: boolean; on?: string | undefined }) {
  const now = useToday();
  const today = on ?? now;
  const due = !waiting || date > today ? 'later' : date < today ? 'overdue' : 'today';
  return (
    <span className="follow-up" data-due={due}>
      <ClinicalText>{uiText.followUp[due](formatDate(date))}</ClinicalText>
    </span>
  );
}

/** To be spread under a styled root. */
export const followUpColours = {
  '& .follow-up': { fontSize: 'xs', color: 'fg.muted', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  '& .follow-up[data-due=today]': { color: 'amber.fg', fontWeight: 'semibold' },
  '& .follow-up[data-due=overdue]': { color: 'fg.error', fontWeight: 'semibold' },
};
