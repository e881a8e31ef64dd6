import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { AdmissionDetails, DrugErr, Review, Team } from 'command-api/contract/entities';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { MessageCircleQuestion } from 'lucide-react';
import { useCallback, useState } from 'react';
import { dayBefore } from '../../features/entries/carry-forward.ts';
import { entryEditors, openFreshEntry } from '../../features/entries/entry-editor.ts';
import { EntryFormAhead } from '../../features/entries/entry-form-later.tsx';
import { EntryList } from '../../features/entries/entry-list.tsx';
import { useNewEntryTarget } from '../../features/entries/new-entry-target.ts';
import type { TemplatesAsk } from '../../features/entries/note-field.tsx';
import { actionsLook } from '../../features/reviews/actions-look.ts';
import { openNewReview } from '../../features/reviews/api.ts';
import { reviewText } from '../../features/reviews/messages.ts';
import { ReviewBody } from '../../features/reviews/review-body.tsx';
import { ReviewList } from '../../features/reviews/review-list.tsx';
import type { Arrival } from '../../sync/live/arrivals.ts';
import { can } from '../../clinical/policy.ts';
import { chatQuery } from '../../sync/reads/chat-link.ts';
import { datedEditors } from '../../editing/clinical-text/clinical-text-editors.ts';
import { shownDate, today } from '../../platform/time/dates.ts';
import { holdKeysUntil } from '../../platform/keyboard/key-buffer.ts';
import { personName } from '../../platform/text/names.ts';
import { playSuccess } from '../../platform/browser/sound.ts';
import { notify } from '../../components/toasts/toaster.tsx';
import { isStandIn } from '../../outbox/pending-command.ts';
import { useWaiting } from '../../outbox/pending-commands.ts';
import type { SessionUser } from '../../platform/session/session.machine.ts';
import { shortcuts, useShortcut } from '../../platform/keyboard/shortcuts.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { lazyPart } from '../../components/lazy-component.tsx';
import { Part } from '../../components/async-boundary.tsx';
import { PartFailed } from '../../components/load-failed.tsx';
import { Read } from '../../components/query-boundary.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import InPlaceHistory from '../history/history-panel.tsx';

/** Loaded with the first wish for one, or behind what is read first. */
const TemplatesDialog = lazyPart(() => import('../../features/templates/templates-dialog.tsx'));
const PrintedReview = lazyPart(() => import('../../features/reviews/printed-review.tsx'));
const ReviewActions = lazyPart(async () => ({
  default: (await import('../../features/reviews/review-actions.tsx')).ReviewActions,
}));
const NewReview = lazyPart(async () => ({
  default: (await import('../../features/reviews/new-review.tsx')).NewReview,
}));
const WaitingReviews = lazyPart(() => import('../../features/reviews/waiting-reviews.tsx'));
const AskDialog = lazyPart(() => import('../../features/reviews/ask-dialog.tsx'));
function Templates(ask: TemplatesAsk) {
  const [wanted, setWanted] = useState(false);
  if (ask.open && !wanted) setWanted(true);
  return wanted ? (
    <Part instead={<PartFailed asks />}>
      <TemplatesDialog {...ask} />
    </Part>
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
  const someWait = useWaiting().length > 0;
  const mayCreate = team !== undefined && can.edit(user, team);
  const mayRate = team !== undefined && can.rate(user, team);
  const mine = (query.data ?? []).filter((review) => can.editReview(user, review));

  const [printing, setPrinting] = useState<Review>();
  const chatUrl = useQuery(chatQuery()).data ?? '';
  const [asking, setAsking] = useState<'never' | 'open' | 'closed'>('never');
  /** Only in the review at which one is today: on the older ones it would be in the way. */
  const current = mine.at(-1);
  const carryFrom = current && dayBefore(query.data ?? [], current);

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
    if (here && isStandIn(here)) return here;
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
    if (!isStandIn(target) && !open.includes(target)) onOpen([...open, target]);
    openFreshEntry({ _id: target, admission: admission._id });
  };
  useNewEntryTarget(newEntryTarget);
  useShortcut(
    shortcuts.newEntry,
    () => {
      const [before, texts, entries] = [document.activeElement, datedEditors.all(), entryEditors.all()];
      newEntry();
      const isOpened = texts !== datedEditors.all() || entries !== entryEditors.all();
      // The review may be folded, and comes after a paint.
      if (isOpened) holdKeysUntil((focused) => focused !== before && focused.matches('input, [role=textbox]'));
    },
    mine.length > 0 || mayCreate,
  );

  // Both stay the same functions while nothing of theirs changes: what is open is drawn anew with each new one.
  const renderHistory = useCallback(
    (entry: DrugErr) => (
      <InPlaceHistory
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
      const isMine = can.editReview({ _id: userId }, review);
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
          <Part waiting={<Box data-print="hide" css={actionsLook} />} instead={<PartFailed />}>
            <ReviewActions
              review={review}
              isMine={isMine}
              mayDuplicate={mayCreate}
              onPrint={setPrinting}
              onCopied={onCopied}
              onDeleted={onDeleted}
            >
              <InPlaceHistory
                kind="admissions"
                id={admission._id}
                of={`review:${review._id}`}
                name={reviewText.of(shownDate(review.reviewDate))}
                team={team}
              />
            </ReviewActions>
          </Part>
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
    <Read query={query} waiting={<SkeletonRows rows={4} height="48px" label={reviewText.loading} />}>
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
            <Part instead={<PartFailed />}>
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
            </Part>
          ) : null}
          {printing ? (
            <Part instead={<PartFailed asks />}>
              <PrintedReview
                key={printing._id}
                review={printing}
                admission={admission}
                by={personName(user)}
                onPrinted={() => setPrinting(undefined)}
              />
            </Part>
          ) : null}
          {asking === 'never' ? null : (
            <Part instead={<PartFailed asks />}>
              <AskDialog
                chatUrl={chatUrl}
                admission={admission}
                reviews={reviews}
                open={asking === 'open'}
                onClose={() => setAsking('closed')}
              />
            </Part>
          )}
          {mayCreate ? (
            <Part instead={<PartFailed />}>
              <NewReview admissionId={admission._id} user={user._id} />
            </Part>
          ) : null}
          {mayCreate ? <EntryFormAhead /> : null}
        </>
      )}
    </Read>
  );
}
