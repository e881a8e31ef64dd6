import type { UseQueryResult } from '@tanstack/react-query';
import type { AdmissionDetails, Review, Team } from 'command-api/contract/entities';
import { openFreshEntry } from '../features/entries/entry-editor.ts';
import { EntryList } from '../features/entries/entry-list.tsx';
import { openNewReview } from '../features/reviews/api.ts';
import { reviewText } from '../features/reviews/messages.ts';
import { NewReview } from '../features/reviews/new-review.tsx';
import { ReviewList } from '../features/reviews/review-list.tsx';
import type { Arrival } from '../lib/arrivals.ts';
import { can } from '../lib/can.ts';
import { today } from '../lib/dates.ts';
import type { SessionUser } from '../lib/session.machine.ts';
import { shortcuts, useShortcut } from '../lib/shortcuts.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Read } from '../ui/read.tsx';
import { SkeletonRows } from '../ui/waiting.tsx';

interface Props {
  admission: AdmissionDetails;
  query: UseQueryResult<Review[]>;
  user: SessionUser;
  team: Team | undefined;
  open: readonly string[];
  onOpen: (ids: string[]) => void;
  arrivals: ReadonlyMap<string, Arrival>;
  editingAt: (reviewId: string) => readonly string[];
}

export function ReviewsTab({ admission, query, user, team, open, onOpen, arrivals, editingAt }: Props) {
  const mayCreate = team !== undefined && can.edit(user, team);
  const mayRate = team !== undefined && can.rate(user, team);
  const mine = (query.data ?? []).filter((review) => can.editReview(user, review));

  /** A new entry in the review where the person is, else in their newest that is open, else in today's; where there is none, a review for it. */
  const newEntry = () => {
    const here = document.activeElement?.closest('[data-review]')?.getAttribute('data-review');
    const review = mine.find(({ _id }) => _id === here) ?? mine.findLast(({ _id }) => open.includes(_id)) ?? mine.findLast(({ reviewDate }) => reviewDate === today());
    if (!review) {
      if (mayCreate) openNewReview(admission._id, { date: today(), html: '' });
      return;
    }
    if (!open.includes(review._id)) onOpen([...open, review._id]);
    openFreshEntry(review._id);
  };
  useShortcut(shortcuts.newEntry, newEntry, mine.length > 0 || mayCreate);

  return (
    <Read query={query} waiting={<SkeletonRows rows={4} height="48px" label={reviewText.loading} />}>
      {(reviews) => (
        <>
          {reviews.length === 0 ? (
            <EmptyState title={reviewText.none.title}>{mayCreate ? reviewText.none.canEdit : reviewText.none.readOnly}</EmptyState>
          ) : (
            <ReviewList
              reviews={reviews} admissionDate={admission.admissionDate} user={user._id} open={open} onOpen={onOpen} arrivals={arrivals} editingAt={editingAt}
              canEdit={(review) => can.editReview(user, review)}
              renderEntries={(review) => <EntryList review={review} user={user._id} canEdit={can.editReview(user, review)} canRate={mayRate} arrivals={arrivals} />}
            />
          )}
          {mayCreate ? <NewReview admissionId={admission._id} user={user._id} /> : null}
        </>
      )}
    </Read>
  );
}
