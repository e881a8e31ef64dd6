import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { AdmissionDetails, DrugErr, Review, Team } from 'command-api/contract/entities';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { MessageCircleQuestion } from 'lucide-react';
import { useCallback, useState } from 'react';
import { previousReview } from '../../features/entries/carry-forward.ts';
import { entryEditors, openNewEntry } from '../../features/entries/entry-editor.ts';
import { EntryFormAhead } from '../../features/entries/entry-form-lazy.tsx';
import { useNewEntryTarget } from '../../features/entries/use-new-entry-target.ts';
import { EntryList } from '../../features/entries/entry-list.tsx';
import type { TemplatesProps } from '../../features/entries/note-field.tsx';
import { reviewActionsStyle } from '../../features/reviews/review-actions-style.ts';
import { openNewReview } from '../../features/reviews/api.ts';
import { reviewText } from '../../features/reviews/messages.ts';
import { ReviewBody } from '../../features/reviews/review-body.tsx';
import { ReviewList } from '../../features/reviews/review-list.tsx';
import type { Arrival } from '../../sync/live/arrivals.ts';
import { policy } from '../../clinical/policy.ts';
import { chatQuery } from '../../sync/reads/chat-link.ts';
import { clinicalTextEditors } from '../../editing/clinical-text/clinical-text-editor.ts';
import { formatDate, today } from '../../platform/time/dates.ts';
import { bufferKeysUntil } from '../../platform/keyboard/key-buffer.ts';
import { personName } from '../../platform/text/names.ts';
import { playSuccess } from '../../platform/browser/sound.ts';
import { notify } from '../../components/toasts/toaster.tsx';
import { isPlaceholderId } from '../../outbox/pending-command.ts';
import { usePendingCommands } from '../../outbox/outbox-client.ts';
import type { SessionUser } from '../../platform/session/session.machine.ts';
import { shortcuts, useShortcut } from '../../platform/keyboard/shortcuts.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { lazyComponent } from '../../components/lazy-component.tsx';
import { AsyncBoundary } from '../../components/async-boundary.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import HistoryPanel from '../history/history-panel.tsx';

/** Loaded with the first wish for one, or behind what is read first. */
const TemplatesDialog = lazyComponent(() => import('../../features/templates/templates-dialog.tsx'));
const PrintedReview = lazyComponent(() => import('../../features/reviews/printed-review.tsx'));
const ReviewActions = lazyComponent(async () => ({
  default: (await import('../../features/reviews/review-actions.tsx')).ReviewActions,
}));
const NewReview = lazyComponent(async () => ({
  default: (await import('../../features/reviews/new-review.tsx')).NewReview,
}));
const WaitingReviews = lazyComponent(() => import('../../features/reviews/outbox-reviews.tsx'));
const AskDialog = lazyComponent(() => import('../../features/reviews/chat-dialog.tsx'));
function Templates(ask: TemplatesProps) {
  const [wanted, setWanted] = useState(false);
  if (ask.open && !wanted) setWanted(true);
  return wanted ? (
    <AsyncBoundary instead={<LoadFailed asks />}>
      <TemplatesDialog {...ask} />
    </AsyncBoundary>
  ) : null;
}

const onDeleted = (): void => {
  playSuccess();
  notify.removed(reviewText.toast.deleted);
};

interface Props {
  admission: AdmissionDetails;
  query: UseQueryResult<Review[]>;
  user: SessionUser;
  team: Team | undefined;
  open: readonly string[];
  onOpen: (ids: string[]) => void;
  arrivals: ReadonlyMap<string, Arrival>;
  editingAt: (reviewId: string) => readonly string[];
  /** A copy was made: it is opened and shown. */
  onCopied: (id: string) => void;
}

export function ReviewsTab({ admission, query, user, team, open, onOpen, arrivals, editingAt, onCopied }: Props) {
  const someWait = usePendingCommands().length > 0;
  const mayCreate = team !== undefined && policy.edit(user, team);
  const mayRate = team !== undefined && policy.rate(user, team);
  const mine = (query.data ?? []).filter((review) => policy.editReview(user, review));

  const [printing, setPrinting] = useState<Review>();
  const chatUrl = useQuery(chatQuery()).data ?? '';
  const [asking, setAsking] = useState<'never' | 'open' | 'closed'>('never');
  /** Only in the review at which one is today: on the older ones it would be in the way. */
  const current = mine.at(-1);
  const carryFrom = current && previousReview(query.data ?? [], current);

  const tools =
    chatUrl !== '' && team?.chatAllowed ? (
      <Button size="xs" variant="outline" onClick={() => setAsking('open')}>
        <MessageCircleQuestion size={14} aria-hidden />
        {reviewText.ask.open}
      </Button>
    ) : null;

  /** The review where the person is, else their newest that is open, else today's. */
  const newEntryTarget = (): string | undefined => {
    const here = document.activeElement?.closest('[data-review]')?.getAttribute('data-review');
    if (here && isPlaceholderId(here)) return here;
    return (
      mine.find(({ _id }) => _id === here) ??
      mine.findLast(({ _id }) => open.includes(_id)) ??
      mine.findLast(({ reviewDate }) => reviewDate === today())
    )?._id;
  };
  /** A new entry in that review; where there is none, a review for it. */
  const newEntry = () => {
    const target = newEntryTarget();
    if (target === undefined) {
      if (mayCreate) openNewReview(admission._id, { date: today(), html: '' });
      return;
    }
    if (!isPlaceholderId(target) && !open.includes(target)) onOpen([...open, target]);
    openNewEntry({ _id: target, admission: admission._id });
  };
  useNewEntryTarget(newEntryTarget);
  useShortcut(
    shortcuts.newEntry,
    () => {
      const [before, texts, entries] = [document.activeElement, clinicalTextEditors.all(), entryEditors.all()];
      newEntry();
      const isOpened = texts !== clinicalTextEditors.all() || entries !== entryEditors.all();
      // The review may be folded, and comes after a paint.
      if (isOpened) bufferKeysUntil((focused) => focused !== before && focused.matches('input, [role=textbox]'));
    },
    mine.length > 0 || mayCreate,
  );

  // Both stay the same functions while nothing of theirs changes: what is open is drawn anew with each new one.
  const renderHistory = useCallback(
    (entry: DrugErr) => (
      <HistoryPanel
        bare
        kind="admissions"
        id={admission._id}
        of={`entry:${entry._id}`}
        name={entry.errDrugLabel}
        team={team}
      />
    ),
    [admission._id, team],
  );
  const [currentId, userId] = [current?._id, user._id];
  const renderBody = useCallback(
    (review: Review) => {
      const isMine = policy.editReview({ _id: userId }, review);
      return (
        <>
          <ReviewBody review={review} user={userId} canEdit={isMine}>
            <EntryList
              review={review}
              user={userId}
              canEdit={isMine}
              canRate={mayRate}
              arrivals={arrivals}
              Templates={Templates}
              carryFrom={review._id === currentId ? carryFrom : undefined}
              renderHistory={renderHistory}
            />
          </ReviewBody>
          <AsyncBoundary waiting={<Box data-print="hide" css={reviewActionsStyle} />} instead={<LoadFailed />}>
            <ReviewActions
              review={review}
              isMine={isMine}
              canDuplicate={mayCreate}
              onPrint={setPrinting}
              onCopied={onCopied}
              onDeleted={onDeleted}
            >
              <HistoryPanel
                kind="admissions"
                id={admission._id}
                of={`review:${review._id}`}
                name={reviewText.of(formatDate(review.reviewDate))}
                team={team}
              />
            </ReviewActions>
          </AsyncBoundary>
        </>
      );
    },
    [
      admission._id,
      team,
      userId,
      mayRate,
      mayCreate,
      arrivals,
      currentId,
      carryFrom,
      renderHistory,
      onCopied,
      setPrinting,
    ],
  );

  return (
    <QueryBoundary query={query} waiting={<SkeletonRows rows={4} height="48px" label={reviewText.loading} />}>
      {(reviews) => (
        <>
          {reviews.length === 0 ? (
            <EmptyState title={reviewText.none.title}>
              {mayCreate ? reviewText.none.canEdit : reviewText.none.readOnly}
            </EmptyState>
          ) : (
            <ReviewList
              reviews={reviews}
              admissionDate={admission.admissionDate}
              open={open}
              onOpen={onOpen}
              arrivals={arrivals}
              editingAt={editingAt}
              tools={tools}
              renderBody={renderBody}
            />
          )}
          {someWait ? (
            <AsyncBoundary instead={<LoadFailed />}>
              <WaitingReviews
                admissionId={admission._id}
                user={user._id}
                renderEntries={(review) => (
                  <EntryList
                    review={review}
                    user={user._id}
                    canEdit
                    canRate={false}
                    arrivals={arrivals}
                    Templates={Templates}
                  />
                )}
              />
            </AsyncBoundary>
          ) : null}
          {printing ? (
            <AsyncBoundary instead={<LoadFailed asks />}>
              <PrintedReview
                key={printing._id}
                review={printing}
                admission={admission}
                by={personName(user)}
                onPrinted={() => setPrinting(undefined)}
              />
            </AsyncBoundary>
          ) : null}
          {asking === 'never' ? null : (
            <AsyncBoundary instead={<LoadFailed asks />}>
              <AskDialog
                chatUrl={chatUrl}
                admission={admission}
                reviews={reviews}
                open={asking === 'open'}
                onClose={() => setAsking('closed')}
              />
            </AsyncBoundary>
          )}
          {mayCreate ? (
            <AsyncBoundary instead={<LoadFailed />}>
              <NewReview admissionId={admission._id} user={user._id} />
            </AsyncBoundary>
          ) : null}
          {mayCreate ? <EntryFormAhead /> : null}
        </>
      )}
    </QueryBoundary>
  );
}
