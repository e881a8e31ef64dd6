import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { AdmissionDetails, AdmissionMedication, DrugErr, Review, Team } from 'language/contract/entities';
import type { ShownFinding } from 'language/contract/live';
import { Button } from '@chakra-ui/react/button';
import { MessageCircleQuestion } from 'lucide-react';
import { EntryAnswer } from '../../features/asked/entry-answer.tsx';
import { AllergiesOfStay } from '../../features/allergies/patient-allergies.tsx';
import { useCallback, useMemo, useState } from 'react';
import { previousReview } from '../../features/entries/current-medicines.ts';
import { entryEditors, openNewEntry } from '../../features/entries/entry-editor.tsx';
import { EntryList, useNewEntryTarget } from '../../features/entries/entry-list.tsx';
import { OutboxReviews } from '../../features/reviews/outbox-reviews.tsx';
import { scrollToItem, scrollToReview } from '../../features/admission/admission-location.ts';
import { ReviewSteps, ReviewSwipe } from '../../features/reviews/review-swipe.tsx';
import { ReviewActions, ReviewBody } from '../../features/reviews/review-body.tsx';
import { heads } from '../../features/reviews/api.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { ReviewList } from '../../features/reviews/review-list.tsx';
import type { Arrival } from '../../sync/live/arrivals.ts';
import { policy } from '../../clinical/policy.ts';
import { medicationsQuery } from '../../sync/reads/admission-lists.ts';
import { chatQuery } from '../../sync/reads/server-config.ts';
import { clinicalTextEditors } from '../../editing/clinical-text/clinical-text-editor.tsx';
import { useEditors } from '../../editing/open-editors.tsx';
import { NewClinicalText } from '../../editing/clinical-text/clinical-text-kind.tsx';
import { formatDate, today, useToday } from '../../platform/time/dates.ts';
import { bufferKeysUntil } from '../../platform/keyboard/key-buffer.ts';
import { personName } from '../../platform/text/names.ts';
import { resolveId } from '../../outbox/outbox.ts';
import { isPlaceholderId } from '../../outbox/pending-command.ts';
import type { SessionUser } from '../../platform/session/session.machine.ts';
import { shortcuts, useShortcut } from '../../platform/keyboard/shortcuts.ts';
import { EmptyState, QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { ResponsePill } from '../../features/handover/response-pill.tsx';
import { TakenOver } from '../../features/handover/taken-over.tsx';
import { RoomForHead } from '../../features/findings/room-for-proposals.tsx';
import { DayTableSection } from '../../features/medications/day-table-section.tsx';
import { StopOnList } from '../../features/medications/stop-on-list.tsx';
import { MoveTools } from '../../features/moves/moves.tsx';
import { EntryTemplates } from '../../features/templates/entry-templates.tsx';
import { HistoryPanel } from '../../features/change-history/history-panel.tsx';
import { useProposals } from './use-proposals.ts';

const ReviewOnPaper = lazyComponent(() => import('../../features/reviews/review-on-paper.tsx'));
const AddToList = lazyComponent(() => import('../../features/medications/add-to-list.tsx'));
const ChatDialog = lazyComponent(() => import('../../features/reviews/chat-dialog.tsx'));

const showHead = (review: string): void => scrollToItem(`review-${review}`, { block: 'start', focus: 'h3 button' });

interface Props {
  admission: AdmissionDetails;
  query: UseQueryResult<Review[]>;
  user: SessionUser;
  team: Team | undefined;
  open: readonly string[];
  onOpen: (ids: string[]) => void;
  arrivals: ReadonlyMap<string, Arrival>;
  editingAt: (reviewId: string) => readonly string[];
  /** A review was copied. */
  onCopied: (id: string) => void;
  /** The entries that were added since the chart was opened. */
  addedEntries: ReadonlySet<string>;
  onFindingsShown: (findings: readonly ShownFinding[]) => void;
}

/** The ids of the reviews that this person is writing in, joined by spaces. It changes when a form opens or closes. */
function useWriting(): string {
  const entries = useEditors(entryEditors);
  const texts = useEditors(clinicalTextEditors);
  const reviews = [...texts.keys()].flatMap((key) => (key.startsWith('review:') ? key.slice('review:'.length) : []));
  return [...reviews, ...[...entries.values()].map((one) => resolveId(one.getSnapshot().context.parentId))].join(' ');
}

const noMedications: readonly AdmissionMedication[] = [];
const stopOnList = (medication: AdmissionMedication) => <StopOnList key={medication._id} medication={medication} />;

export function ReviewsTab({
  admission,
  query,
  user,
  team,
  open,
  onOpen,
  arrivals,
  editingAt,
  onCopied,
  addedEntries,
  onFindingsShown,
}: Props) {
  const t = useTranslation();
  const canCreate = team !== undefined && policy.edit(user, team);
  const isAskingAllergies =
    team !== undefined &&
    admission.dischargeDate === null &&
    policy.changeAllergies(user, team, admission.patientDetails);
  const canRate = team !== undefined && policy.rate(user, team);
  const mine = (query.data ?? []).filter((review) => policy.editReview(user, review));

  const day = useToday();
  const writing = useWriting();
  const [printing, setPrinting] = useState<Review>();
  const chatUrl = useQuery(chatQuery()).data ?? '';
  const [asking, setAsking] = useState<'never' | 'open' | 'closed'>('never');
  const list = useQuery(medicationsQuery(admission._id, admission.team));
  const medications = list.data ?? noMedications;
  /** The newest own review confirms the current medicines. */
  const current = mine.at(-1);
  const from = current && previousReview(query.data ?? [], current);
  const proposals = useProposals(admission._id, admission.team);
  const { Proposals } = proposals.parts ?? {};
  const [isLate] = useState(proposals.isWanted && !Proposals);
  const beginReview = () => void heads.openNew(admission._id, { date: today(), html: '' });
  const medicines = useMemo(() => ({ medications, from, renderOrderTools: stopOnList }), [medications, from]);

  const tools =
    chatUrl !== '' && team?.chatAllowed ? (
      <Button size="xs" variant="outline" onClick={() => setAsking('open')}>
        <MessageCircleQuestion size={14} aria-hidden />
        {t('review.ask.open')}
      </Button>
    ) : null;

  /** The own review that has the focus, else the newest open one, else the one of today. */
  const newEntryTarget = (): string | undefined => {
    const here = document.activeElement?.closest('[data-review]')?.getAttribute('data-review');
    if (here && isPlaceholderId(here)) return here;
    return (
      mine.find(({ _id }) => _id === here) ??
      mine.findLast(({ _id }) => open.includes(_id)) ??
      mine.findLast(({ reviewDate }) => reviewDate === today())
    )?._id;
  };
  /** Opens a new entry in that review, or a new review where there is none. */
  const newEntry = () => {
    const target = newEntryTarget();
    if (target === undefined) {
      if (canCreate) beginReview();
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
      const hasOpened = texts !== clinicalTextEditors.all() || entries !== entryEditors.all();
      // A closed review is rendered after the next paint.
      if (hasOpened) bufferKeysUntil((focused) => focused !== before && focused.matches('input, [role=textbox]'));
    },
    mine.length > 0 || canCreate,
  );

  // Stable functions: a new one would render all open reviews again.
  const [currentId, userId] = [current?._id, user._id];
  const { consultant } = admission;
  const renderTools = useCallback(
    (entry: DrugErr, review: Review) => (
      <>
        <TakenOver entry={entry} author={review.userId} team={team} />
        <EntryAnswer entry={entry} review={review} team={team} user={userId} consultant={consultant} />
        {canCreate && list.data && addedEntries.has(entry._id) ? (
          <AsyncBoundary>
            <AddToList entry={entry} admission={review.admission} user={userId} medications={list.data} />
          </AsyncBoundary>
        ) : null}
        <MoveTools entry={entry} review={review} canMove={canRate || review.userId === userId} />
        <HistoryPanel
          bare
          kind="admissions"
          id={review.admission}
          of={`entry:${entry._id}`}
          name={entry.errDrugLabel}
          team={team}
        />
      </>
    ),
    [canCreate, canRate, userId, team, list.data, addedEntries, consultant],
  );
  const renderResponse = useCallback(
    (entry: DrugErr, review: Review) => <ResponsePill entry={entry} review={review} team={team} user={userId} />,
    [team, userId],
  );
  const renderBody = useCallback(
    (review: Review) => {
      const isMine = policy.editReview({ _id: userId }, review);
      return (
        <ReviewSwipe review={review._id}>
          <ReviewBody review={review} user={userId} canEdit={isMine}>
            <EntryList
              review={review}
              user={userId}
              canEdit={isMine}
              canRate={canRate}
              arrivals={arrivals}
              Templates={EntryTemplates}
              moves={admission.moves}
              medicines={review._id === currentId ? medicines : undefined}
              renderTools={renderTools}
              renderResponse={renderResponse}
            />
          </ReviewBody>
          <ReviewActions
            review={review}
            isMine={isMine}
            canDuplicate={canCreate}
            onPrint={setPrinting}
            onCopied={onCopied}
          >
            <MoveTools review={review} canMove={canRate || isMine} />
            <HistoryPanel
              kind="admissions"
              id={admission._id}
              of={`review:${review._id}`}
              name={t('review.of', { date: formatDate(review.reviewDate) })}
              team={team}
            />
          </ReviewActions>
        </ReviewSwipe>
      );
    },
    [
      admission._id,
      admission.moves,
      team,
      userId,
      canRate,
      canCreate,
      arrivals,
      currentId,
      medicines,
      renderTools,
      renderResponse,
      onCopied,
      setPrinting,
      t,
    ],
  );

  return (
    <QueryBoundary query={query} skeleton={<SkeletonRows rows={4} height="48px" label={t('review.loading')} />}>
      {(reviews) => (
        <>
          {isAskingAllergies && <AllergiesOfStay patient={admission.patientDetails} />}
          {Proposals ? (
            <AsyncBoundary>
              <Proposals
                isLate={isLate}
                admission={admission}
                canEdit={canCreate}
                review={current?.reviewDate === day ? current : undefined}
                onOpenReview={(id) => open.includes(id) || onOpen([...open, id])}
                onBegin={beginReview}
                onShown={onFindingsShown}
              />
            </AsyncBoundary>
          ) : isLate ? (
            <RoomForHead />
          ) : null}
          <DayTableSection admission={admission} reviews={reviews} medications={medications} />
          {reviews.length === 0 ? (
            <EmptyState title={t('review.none.title')}>
              {canCreate ? t('review.none.canEdit') : t('review.none.readOnly')}
            </EmptyState>
          ) : (
            <ReviewSteps reviews={reviews} open={open} onOpen={onOpen} onArrive={showHead}>
              <ReviewList
                reviews={reviews}
                admissionDate={admission.admissionDate}
                until={admission.dischargeDate ?? day}
                open={open}
                onOpen={onOpen}
                onGo={scrollToReview}
                arrivals={arrivals}
                editingAt={editingAt}
                writing={writing}
                tools={tools}
                renderBody={renderBody}
              />
            </ReviewSteps>
          )}
          <OutboxReviews
            admissionId={admission._id}
            user={user._id}
            renderEntries={(review) => (
              <EntryList
                review={review}
                user={user._id}
                canEdit
                canRate={false}
                arrivals={arrivals}
                Templates={EntryTemplates}
              />
            )}
          />
          {printing ? (
            <AsyncBoundary instead={<LoadFailed asks />}>
              <ReviewOnPaper
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
              <ChatDialog
                chatUrl={chatUrl}
                admission={admission}
                reviews={reviews}
                open={asking === 'open'}
                onClose={() => setAsking('closed')}
              />
            </AsyncBoundary>
          )}
          {canCreate ? <NewClinicalText kind={heads} admission={admission._id} user={user._id} /> : null}
        </>
      )}
    </QueryBoundary>
  );
}
