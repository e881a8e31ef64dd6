/** The tabs of an admission, with its live arrivals, presence and open editors. */
import { Box } from '@chakra-ui/react/box';
import { Tabs } from '@chakra-ui/react/tabs';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { AdmissionDetails, PhysicianNote, Review, Team } from 'language/contract/entities';
import type { PresenceTouch } from 'language/contract/live';
import type { ChartNewsItem } from 'language/contract/news';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import '../../features/admission/arrival.css';
import { ChartPanel, ChartTabList, OtherPeopleHere } from '../../features/admission/chart-tab-list.tsx';
import { UnseenChangesStrip } from '../../features/admission/unseen-changes-strip.tsx';
import { ArrivalStrip, useArrivalNews, type ArrivalItem } from '../../features/admission/arrival-news.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { parseTab, scrollToItem, useAdmissionLocation, type Tab } from '../../features/admission/admission-location.ts';
import {
  arrivalMarks,
  dataItemOf,
  thingId,
  thingKind,
  type UnseenChanges,
} from '../../features/admission/unseen-changes.ts';
import { entryEditors, EntryKeepers } from '../../features/entries/entry-editor.tsx';
import { kindLabel } from '../../clinical/measurement-kinds.ts';
import { ChartContext } from '../../clinical/patient-drugs.ts';
import { policy } from '../../clinical/policy.ts';
import { drugsQuery, errorTypesQuery } from '../../sync/reads/catalogue.ts';
import { medicationsQuery, notesQuery, reviewsQuery } from '../../sync/reads/admission-lists.ts';
import { formatDate } from '../../platform/time/dates.ts';
import { clinicalTextEditors, ClinicalTextKeepers } from '../../editing/clinical-text/clinical-text-editor.tsx';
import { useEditors } from '../../editing/open-editors.tsx';
import { resolveId } from '../../outbox/outbox.ts';
import { isPlaceholderId } from '../../outbox/pending-command.ts';
import { bufferKeysUntil } from '../../platform/keyboard/key-buffer.ts';
import { shortcuts, useShortcut } from '../../platform/keyboard/shortcuts.ts';
import { useUnsavedEdits } from '../../platform/storage/unsaved-changes.ts';
import { prefetchWhenIdle } from '../../platform/browser.ts';
import { useOtherPeople, useTouchPresence } from '../../sync/live/live-connection.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { useRemovedIds } from '../../sync/live/arrivals.ts';
import { useSettledReads } from '../../sync/cache/use-settled-reads.ts';
import { teamQuery } from '../../sync/reads/shared-reads.ts';
import type { SessionUser } from '../../platform/session/session.machine.ts';
import { loadConfirmDialog } from '../../components/dialogs/confirm.tsx';
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { SkeletonRows } from '../../components/screen-states.tsx';
import { HistoryPanel } from '../../features/change-history/history-panel.tsx';
import { loadResponseMenu } from '../../features/handover/response-pill.tsx';
import { useEditedMedication } from '../../features/medications/edited-medication.tsx';
import { MovedMarks, MoveTools } from '../../features/moves/moves.tsx';
import { BesideDrug } from './beside-drug.tsx';
import { ReviewsTab } from './reviews-tab.tsx';
import { useProposals } from './use-proposals.ts';
import { useOpenItems, useOrphanedDrafts } from '../../features/admission/use-open-items.ts';
import { useSavedNews } from '../../features/admission/use-saved-news.ts';

/** Each of these tabs is loaded when it is first opened. */
const NotesTab = lazyComponent(() => import('../../features/notes/notes-tab.tsx'));
const MedicationsTab = lazyComponent(() => import('../../features/medications/medications-tab.tsx'));
const ValuesTab = lazyComponent(() => import('../../features/measurements/values-tab.tsx'));
const GalleryTab = lazyComponent(() => import('../../features/gallery/gallery-tab.tsx'));
/** Loaded with its form, so that the first typed text is kept. */
const GalleryKeeper = lazyComponent(async () => ({
  default: (await import('../../features/gallery/gallery-editor.tsx')).GalleryKeeper,
}));
/** Rarely shown, and loaded before it is wanted. */
const UnsavedOfRemoved = lazyComponent(async () => ({
  default: (await import('./unsaved-text.tsx')).UnsavedOfRemoved,
}));
const LazyTab = ({ children }: { children: ReactNode }) => (
  <AsyncBoundary skeleton={<SkeletonRows rows={4} />} instead={<LoadFailed />}>
    {children}
  </AsyncBoundary>
);

const editingLoads = [
  () => import('../../components/rich-text/rich-text-editor.tsx'),
  loadConfirmDialog,
  () => import('./unsaved-text.tsx'),
  () => import('../../features/notes/notes-tab.tsx'),
  () => import('../../features/medications/medications-tab.tsx'),
  () => import('../../features/measurements/values-tab.tsx'),
  () => import('../../features/templates/templates-dialog.tsx'),
  loadResponseMenu,
  () => queryClient.prefetchQuery(drugsQuery()),
  () => queryClient.prefetchQuery(errorTypesQuery()),
];

interface Props {
  admission: AdmissionDetails;
  team: Team | undefined;
  user: SessionUser;
  unseen: UnseenChanges;
}

/**
 * Waits for the team, because each row depends on the person's rights, and for the medications and the proposals, which
 * stand above the reviews. The lists are read at the same time.
 */
export function AdmissionChart(props: Props) {
  const { _id: id, team, patientDetails: patient } = props.admission;
  const reviews = useQuery(reviewsQuery(id, team));
  const notes = useQuery(notesQuery(id, team));
  const isReady = useSettledReads(
    useQuery(teamQuery(team)),
    useQuery(medicationsQuery(id, team)),
    useProposals(id, team),
  );
  const chart = useMemo(() => ({ admission: id, team, patient }), [id, team, patient]);
  return isReady ? (
    <ChartContext value={chart}>
      <BesideDrug team={{ _id: team, name: props.admission.teamName }}>
        <LoadedChart {...props} reviews={reviews} notes={notes} />
      </BesideDrug>
    </ChartContext>
  ) : (
    <SkeletonRows rows={4} />
  );
}

function LoadedChart({
  admission,
  team,
  user,
  unseen,
  reviews,
  notes,
}: Props & { reviews: UseQueryResult<Review[]>; notes: UseQueryResult<PhysicianNote[]> }) {
  const t = useTranslation();
  const { _id: id } = admission;
  const canEdit = team !== undefined && policy.edit(user, team);
  const canWriteNotes = team !== undefined && policy.writeNotes(user, team);
  const canMeasure = team !== undefined && policy.measure(user, team);
  // A form that is opened without a network needs its code and its choices.
  useEffect(() => (canMeasure ? prefetchWhenIdle(...editingLoads) : undefined), [canMeasure]);
  const [removedReviews, removedNotes] = [useRemovedIds(reviews.data), useRemovedIds(notes.data)];
  const orphans = useOrphanedDrafts(user._id, id, reviews.data, notes.data);
  const { tab, goTo, wanted } = useAdmissionLocation();
  const { openReviews, setOpenReviews, openNotes, setOpenNotes, openItem, isAtNewest } = useOpenItems({
    admission: id,
    user: user._id,
    wanted,
    reviews: reviews.data,
    notes: notes.data,
    areReviewsShown: tab === 'reviews',
  });
  const [hasGalleryOpened, setHasGalleryOpened] = useState(tab === 'gallery');
  if (tab === 'gallery' && !hasGalleryOpened) setHasGalleryOpened(true);
  const otherPeople = useOtherPeople(id, user._id);
  /** The changes were read after the chart: a strip above the chart would move it. Or the page rests below it. */
  const [isLate] = useState(unseen.items === undefined);
  const isStripAtFoot = isLate || isAtNewest;

  const show = (item: Pick<ArrivalItem, 'kind' | 'holder' | 'id'>) => {
    const kind = item.kind === 'note' ? 'note' : 'review';
    if (tab !== `${kind}s`) goTo(kind === 'note' ? 'notes' : 'reviews');
    openItem(kind, item.holder);
    scrollToItem(item.id.replace(':', '-'), { block: item.kind === 'entry' ? 'center' : 'start' });
  };
  const showNews = (item: ChartNewsItem) => {
    const kind = thingKind(item);
    if (kind === 'review' || kind === 'entry' || kind === 'note')
      show({ kind, holder: item.review ?? thingId(item), id: item.thing });
    else {
      if (kind === 'reconciliation') goTo('medication', 'reconciliation');
      else if (kind !== 'stay') goTo(kind === 'measurements' ? 'values' : kind);
      scrollToItem(dataItemOf(item), { block: 'center' });
    }
  };
  useShortcut(
    shortcuts.values,
    () => {
      goTo('values');
      if (!canMeasure) return;
      bufferKeysUntil((focused) => focused.matches('[data-values-line]'));
      scrollToItem('values-line', { block: 'nearest', focus: '[data-values-line]' });
    },
    true,
  );
  const { arrivals: arrived, news, dismiss } = useArrivalNews(reviews.data, notes.data, user._id);
  const arrivals = useMemo(() => new Map([...arrivalMarks(unseen.items ?? []), ...arrived]), [unseen.items, arrived]);

  // To another chart: those who may delete it, and the team's admin.
  const mayMove = (mayDelete: boolean) => mayDelete || (team !== undefined && policy.rate(user, team));

  const saved = useSavedNews(openItem, reviews.data, notes.data);

  const counts: { [name in Tab]?: number } = {
    notes: notes.data?.length ?? admission.notesCount,
    reviews: reviews.data?.length ?? admission.reviewsCount,
    gallery: admission.gallery.length,
  };

  return (
    <>
      <TouchPresence admission={id} />
      <VisuallyHidden role="status">{news?.text ?? saved.announced}</VisuallyHidden>
      {unseen.hadNews && !isStripAtFoot ? <UnseenChangesStrip unseen={unseen} onShow={showNews} /> : null}
      <Tabs.Root value={tab} onValueChange={({ value }) => goTo(parseTab(value) ?? 'reviews')} size="sm">
        <Box display="flex" flexWrap={{ base: 'wrap', md: 'nowrap' }} alignItems="stretch">
          <ChartTabList current={tab} counts={counts} unseen={unseen.items ?? []} />
          <OtherPeopleHere people={otherPeople} />
        </Box>
        {removedReviews.length + removedNotes.length + orphans.length > 0 ? (
          <AsyncBoundary>
            <UnsavedOfRemoved
              user={user._id}
              admission={id}
              removedReviews={removedReviews}
              removedNotes={removedNotes}
              orphans={orphans}
              canWriteReviews={canEdit}
              canWriteNotes={canWriteNotes}
              newest={reviews.data?.findLast((review) => policy.editReview(user, review))}
            />
          </AsyncBoundary>
        ) : null}
        <VisuallyHidden asChild>
          <h2>{t(`admission.tabs.${tab}`)}</h2>
        </VisuallyHidden>
        {/* One content at a time: otherwise two are on the page during the change of a tab. */}
        {tab === 'notes' ? (
          <ChartPanel tab="notes">
            <LazyTab>
              <NotesTab
                admission={admission}
                query={notes}
                user={user._id}
                canWrite={canWriteNotes}
                open={openNotes}
                onOpen={setOpenNotes}
                arrivals={arrivals}
                editingAt={(note) => otherPeople.editingAt(`note:${note}`)}
                renderTools={(note) => (
                  <>
                    <MoveTools note={note} canMove={mayMove(policy.editNote(user, note))} />
                    <HistoryPanel
                      kind="admissions"
                      id={id}
                      of={`note:${note._id}`}
                      name={t('note.of', { date: formatDate(note.noteDate) })}
                      team={team}
                    />
                  </>
                )}
              />
            </LazyTab>
          </ChartPanel>
        ) : null}
        {tab === 'reviews' ? (
          <ChartPanel tab="reviews">
            <ReviewsTab
              admission={admission}
              query={reviews}
              user={user}
              team={team}
              open={openReviews}
              onOpen={setOpenReviews}
              arrivals={arrivals}
              editingAt={(review) => otherPeople.editingAt(`review:${review}`)}
              onCopied={saved.onCopied}
              addedEntries={saved.addedEntries}
              onFindingsShown={unseen.markFindingsShown}
            />
          </ChartPanel>
        ) : null}
        {tab === 'medication' ? (
          <ChartPanel tab="medication">
            <LazyTab>
              <MedicationsTab
                admission={admission}
                user={user}
                canEdit={canEdit}
                arrivals={arrivals}
                renderTools={({ of, name }) => (
                  <HistoryPanel kind="admissions" id={id} of={of} name={name} team={team} />
                )}
              />
            </LazyTab>
          </ChartPanel>
        ) : null}
        {tab === 'values' ? (
          <ChartPanel tab="values">
            <LazyTab>
              <ValuesTab
                admission={admission}
                canMeasure={canMeasure}
                arrivals={arrivals}
                renderTools={(value) => (
                  <HistoryPanel
                    kind="admissions"
                    id={id}
                    of={`measurement:${value._id}`}
                    name={kindLabel(value.kind)}
                    team={team}
                  />
                )}
              />
            </LazyTab>
          </ChartPanel>
        ) : null}
        {tab === 'gallery' ? (
          <ChartPanel tab="gallery">
            <LazyTab>
              <GalleryTab
                user={user._id}
                admission={admission}
                team={team}
                canEdit={canEdit}
                arrivals={arrivals}
                renderTools={(group) => <MoveTools group={group} admission={admission} canMove={mayMove(canEdit)} />}
              />
            </LazyTab>
          </ChartPanel>
        ) : null}
        <MovedMarks admission={admission} tab={tab} />
      </Tabs.Root>
      {/* After the forms: unmounting goes in this order, and a form still reports its last text. */}
      <EntryKeepers user={user._id} admission={id} onAdded={saved.onEntryAdded} />
      {hasGalleryOpened ? (
        <AsyncBoundary>
          <GalleryKeeper admission={id} user={user._id} />
        </AsyncBoundary>
      ) : null}
      <ClinicalTextKeepers user={user._id} admission={id} nameOf={saved.nameOf} onNews={saved.onNews} />
      {unseen.hadNews && isStripAtFoot ? <UnseenChangesStrip isAtFoot unseen={unseen} onShow={showNews} /> : null}
      {news ? (
        <ArrivalStrip
          news={news}
          onShow={({ item }) => {
            show(item);
            dismiss();
          }}
          onDismiss={dismiss}
        />
      ) : null}
    </>
  );
}

const isTarget = (key: string): key is PresenceTouch['target'] => key.startsWith('review:') || key.startsWith('note:');

function useEdited(): PresenceTouch['target'] | undefined {
  const entries = useEditors(entryEditors);
  const texts = useEditors(clinicalTextEditors);
  const [entry] = entries.values();
  const medication = useEditedMedication();
  const typed = useUnsavedEdits().size > 0;
  const review = entry && resolveId(entry.getSnapshot().context.parentId);
  return (
    [...texts.keys()].find(isTarget) ??
    (review !== undefined && !isPlaceholderId(review)
      ? `review:${review}`
      : medication !== undefined
        ? `medication:${medication}`
        : typed
          ? 'admission'
          : undefined)
  );
}

/**
 * Tells the others what this person edits: the open editor, or any unsaved text in the rest of the chart.
 * A component of its own, so that a key in an editor renders the editor only.
 */
function TouchPresence({ admission }: { admission: string }): null {
  const edited = useEdited();
  useTouchPresence({ admission, target: edited ?? 'admission', mode: edited ? 'editing' : 'viewing' });
  return null;
}
