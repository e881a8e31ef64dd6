import { useQuery } from '@tanstack/react-query';
import type { PendingEntry } from 'command-api/contract/handover';
import { reviewsQuery } from '../../sync/reads/admission-lists.ts';
import { ResponseMark } from '../../clinical/response-mark.tsx';
import { handoverText as text } from './messages.ts';

/** What has become of an entry that waits no longer, as its chart knows it. */
export function AnsweredElsewhere({ entry, team }: { entry: PendingEntry; team: string }) {
  const reviews = useQuery(reviewsQuery(entry.admission, team));
  const now = reviews.data?.find(({ _id }) => _id === entry.review)?.drugErrs.find(({ _id }) => _id === entry._id);
  return (
    <div className="aside" role="status">
      <span>{reviews.data && !now ? text.goneAway : text.gone}</span>
      {now && now.errRes !== null ? (
        <span>
          <ResponseMark response={now.errRes} /> {text.by} <bdi>{entry.userName}</bdi>
        </span>
      ) : null}
    </div>
  );
}
