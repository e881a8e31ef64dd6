/** The follow-up date of an entry, emphasised from that day on. Needs a root with `followUpStyle`. */
import { formatDate, useToday } from '../platform/time/dates.ts';
import { ClinicalText } from '../components/text/clinical-text.tsx';
import { markText } from './messages.ts';

/**
 * @param waiting true while the response is pending. With a response there is nothing to follow up: the date is plain.
 * @param on the day of the view; default today
 */
export function FollowUpMark({ date, waiting, on }: { date: string; waiting: boolean; on?: string | undefined }) {
  const now = useToday();
  const today = on ?? now;
  const due = !waiting || date > today ? 'later' : date < today ? 'overdue' : 'today';
  return (
    <span className="follow-up" data-due={due}>
      <ClinicalText>{markText.followUp[due](formatDate(date))}</ClinicalText>
    </span>
  );
}

/** Spread into the styles of the root. */
export const followUpStyle = {
  '& .follow-up': { fontSize: 'xs', color: 'fg.muted', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  '& .follow-up[data-due=today]': { color: 'amber.fg', fontWeight: 'semibold' },
  '& .follow-up[data-due=overdue]': { color: 'fg.error', fontWeight: 'semibold' },
};
