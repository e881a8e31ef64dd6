/** The tabs of an admission, with its live arrivals, presence and open editors. */
import { Badge } from '@chakra-ui/react/badge';
import { Box } from '@chakra-ui/react/box';
import { Tabs } from '@chakra-ui/react/tabs';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { AdmissionDetails, PhysicianNote, Review, Team } from 'command-api/contract/entities';
import type { ChartNewsItem } from 'command-api/contract/news';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import '../../features/admission/arrival.css';
import { UnseenChangesStrip } from '../../features/admission/unseen-changes-strip.tsx';
import { ArrivalStrip, useArrivalNews, type ArrivalItem } from '../../features/admission/arrival-news.tsx';
import { admissionText } from '../../features/admission/messages.ts';
import {
  parseTab,
  scrollToItem,
  tabs,
  useAdmissionLocation,
  type Tab,
} from '../../features/admission/admission-location.ts';
import {
  arrivalMarks,
  dataItemOf,
  thingId,
  thingKind,
  type ThingKind,
  type UnseenChanges,
} from '../../features/admission/unseen-changes.ts';
import { EntryKeepers } from '../../features/entries/entry-editor.tsx';
import { NEW_NOTE, noteKey } from '../../features/notes/api.ts';
import { noteText } from '../../features/notes/messages.ts';
import { NEW_REVIEW } from '../../features/reviews/api.ts';
import { reviewText } from '../../features/reviews/messages.ts';
import { policy } from '../../clinical/policy.ts';
import { drugsQuery, errorTypesQuery } from '../../sync/reads/catalogue.ts';
import { notesQuery, reviewsQuery } from '../../sync/reads/admission-lists.ts';
import { formatDate } from '../../platform/time/dates.ts';
import { ClinicalTextKeepers, type ClinicalTextNews } from '../../editing/clinical-text/clinical-text-editor.tsx';
import { mergeText } from '../../editing/messages.ts';
import { prefetchWhenIdle } from '../../platform/browser.ts';
import { useOtherPeople } from '../../sync/live/live-connection.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { useRemovedIds } from '../../sync/live/arrivals.ts';
import { useSettledReads } from '../../sync/cache/use-settled-reads.ts';
import { teamQuery } from '../../sync/reads/shared-reads.ts';
import type { SessionUser } from '../../platform/session/session.machine.ts';
import { playSuccess } from '../../platform/sound.ts';
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { SkeletonRows } from '../../components/screen-states.tsx';
import HistoryPanel from '../history/history-panel.tsx';
import { ReviewsTab } from './reviews-tab.tsx';
import { useOpenItems } from './use-open-items.ts';
import { OtherPeopleHere, TouchPresence } from './presence.tsx';

const tabOf: { [kind in ThingKind]: Tab | undefined } = {
  stay: undefined,
  review: 'reviews',
  entry: 'reviews',
  note: 'notes',
  medication: 'medication',
  gallery: 'gallery',
};

/** Each of these tabs is loaded when it is first opened. */
const NotesTab = lazyComponent(() => import('../../features/notes/notes-tab.tsx'));
const MedicationsTab = lazyComponent(() => import('../../features/medications/medications-tab.tsx'));
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
  <AsyncBoundary waiting={<SkeletonRows rows={4} />} instead={<LoadFailed />}>
    {children}
  </AsyncBoundary>
);

const editingLoads = [
  () => import('../../components/rich-text/rich-text-editor.tsx'),
  () => import('./unsaved-text.tsx'),
  () => import('../../features/notes/notes-tab.tsx'),
  () => import('../../features/medications/medications-tab.tsx'),
  () => queryClient.prefetchQuery(drugsQuery()),
  () => queryClient.prefetchQuery(errorTypesQuery()),
];

interface Props {
  admission: AdmissionDetails;
  team: Team | undefined;
  user: SessionUser;
  unseen: UnseenChanges;
}

/** Waits for the team, because each row depends on the person's rights. The lists are read at the same time. */
export function AdmissionChart(props: Props) {
  const { _id: id, team } = props.admission;
  const reviews = useQuery(reviewsQuery(id, team));
  const notes = useQuery(notesQuery(id, team));
  const isTeamKnown = useSettledReads(useQuery(teamQuery(team)));
  return isTeamKnown ? <LoadedChart {...props} reviews={reviews} notes={notes} /> : <SkeletonRows rows={4} />;
}

function LoadedChart({
  admission,
  team,
  user,
  unseen,
  reviews,
  notes,
}: Props & { reviews: UseQueryResult<Review[]>; notes: UseQueryResult<PhysicianNote[]> }) {
  const { _id: id } = admission;
  const canEdit = team !== undefined && policy.edit(user, team);
  const canWriteNotes = team !== undefined && policy.writeNotes(user, team);
  const canWrite = canEdit || canWriteNotes;
  // A form that is opened without a network needs its code and its choices.
  useEffect(() => (canWrite ? prefetchWhenIdle(...editingLoads) : undefined), [canWrite]);
  const [removedReviews, removedNotes] = [useRemovedIds(reviews.data), useRemovedIds(notes.data)];
  const { tab, goTo, wanted } = useAdmissionLocation();
  const { openReviews, setOpenReviews, openNotes, setOpenNotes, openItem } = useOpenItems({
    admission: id,
    user: user._id,
    wanted,
    reviews: reviews.data,
    notes: notes.data,
  });
  const [announced, setAnnounced] = useState('');
  const [hasGalleryOpened, setHasGalleryOpened] = useState(tab === 'gallery');
  if (tab === 'gallery' && !hasGalleryOpened) setHasGalleryOpened(true);
  const otherPeople = useOtherPeople(id, user._id);
  /** The changes were read after the chart. A strip above the chart would move it. */
  const [isLate] = useState(unseen.items === undefined);

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
      if (kind !== 'stay') goTo(kind);
      scrollToItem(dataItemOf(item), { block: 'center' });
    }
  };
  const { arrivals: arrived, news, dismiss } = useArrivalNews(reviews.data, notes.data, user._id);
  const arrivals = useMemo(() => new Map([...arrivalMarks(unseen.items ?? []), ...arrived]), [unseen.items, arrived]);

  const showNew = useCallback(
    (kind: 'review' | 'note', made: string, words: string) => {
      playSuccess();
      notify.saved(words, 2_500);
      setAnnounced(admissionText.announced[kind]);
      openItem(kind, made);
      scrollToItem(`${kind}-${made}`, { block: 'start', focus: kind === 'note' ? 'button' : '[data-add-entry]' });
    },
    [openItem],
  );
  const onNews = useCallback(
    (key: string, news: ClinicalTextNews) => {
      if (news.type === 'edited') {
        const isNote = key.startsWith('note:');
        if (isNote) playSuccess();
        notify.saved(isNote ? noteText.edited : reviewText.toast.edited, 2_500);
        if (news.mergedWith !== undefined) notify.info(mergeText.merged(news.mergedWith));
        return;
      }
      if (key === NEW_NOTE) showNew('note', news.id, noteText.added);
      else showNew('review', news.id, reviewText.toast.added);
    },
    [showNew],
  );
  const onCopied = useCallback((review: string) => showNew('review', review, reviewText.toast.copied), [showNew]);
  const nameOf = useCallback(
    (key: string) => {
      if (key === NEW_NOTE) return noteText.unsaved;
      const note = notes.data?.find(({ _id }) => key === noteKey(_id));
      if (note) return noteText.unsavedEdit(formatDate(note.noteDate));
      const review = reviews.data?.find(({ _id }) => key === `review:${_id}`);
      return key === NEW_REVIEW || !review
        ? reviewText.unsaved.fresh
        : reviewText.unsaved.edit(formatDate(review.reviewDate));
    },
    [reviews.data, notes.data],
  );
  const onAdded = useCallback((entryId: string) => {
    setAnnounced('');
    scrollToItem(`entry-${entryId}`, { block: 'nearest' });
  }, []);

  const unseenIn = (name: Tab) =>
    (unseen.items ?? []).filter((item) => item.what !== 'removed' && tabOf[thingKind(item)] === name).length;
  const counts: { [name in Tab]?: number } = {
    notes: notes.data?.length ?? admission.notesCount,
    reviews: reviews.data?.length ?? admission.reviewsCount,
    gallery: admission.gallery.length,
  };

  return (
    <>
      <TouchPresence admission={id} />
      <VisuallyHidden role="status">{news?.text ?? announced}</VisuallyHidden>
      {unseen.hadNews && !isLate ? <UnseenChangesStrip unseen={unseen} onShow={showNews} /> : null}
      <Tabs.Root value={tab} onValueChange={({ value }) => goTo(parseTab(value) ?? 'reviews')} size="sm">
        <Box display="flex" flexWrap={{ base: 'wrap', md: 'nowrap' }} alignItems="stretch">
          <Tabs.List flex={{ base: '1 0 100%', md: '1' }} aria-label={admissionText.tabsLabel}>
            {tabs.map((name) => (
              <Tabs.Trigger key={name} value={name}>
                {admissionText.tabs[name]}
                {counts[name] === undefined ? null : <Badge size="xs">{counts[name]}</Badge>}
                {name !== tab && unseenIn(name) > 0 ? (
                  <Box
                    as="span"
                    data-unseen
                    boxSize="2"
                    borderRadius="full"
                    bg="amber.solid"
                    role="img"
                    aria-label={admissionText.unseenInTab(unseenIn(name))}
                  />
                ) : null}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          <OtherPeopleHere people={otherPeople} />
        </Box>
        {removedReviews.length + removedNotes.length > 0 ? (
          <AsyncBoundary>
            <UnsavedOfRemoved
              user={user._id}
              admission={id}
              removedReviews={removedReviews}
              removedNotes={removedNotes}
              canWriteReviews={canEdit}
              canWriteNotes={canWriteNotes}
              newest={reviews.data?.findLast((review) => policy.editReview(user, review))}
            />
          </AsyncBoundary>
        ) : null}
        <VisuallyHidden asChild>
          <h2>{admissionText.tabs[tab]}</h2>
        </VisuallyHidden>
        {/* One content at a time: otherwise two are on the page during the change of a tab. */}
        {tab === 'notes' ? (
          <Tabs.Content value="notes">
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
                renderHistory={({ _id, noteDate }) => (
                  <HistoryPanel
                    kind="admissions"
                    id={id}
                    of={`note:${_id}`}
                    name={noteText.of(formatDate(noteDate))}
                    team={team}
                  />
                )}
              />
            </LazyTab>
          </Tabs.Content>
        ) : null}
        {tab === 'reviews' ? (
          <Tabs.Content value="reviews">
            <ReviewsTab
              admission={admission}
              query={reviews}
              user={user}
              team={team}
              open={openReviews}
              onOpen={setOpenReviews}
              arrivals={arrivals}
              editingAt={(review) => otherPeople.editingAt(`review:${review}`)}
              onCopied={onCopied}
            />
          </Tabs.Content>
        ) : null}
        {tab === 'medication' ? (
          <Tabs.Content value="medication">
            <LazyTab>
              <MedicationsTab admission={admission} user={user._id} canEdit={canEdit} arrivals={arrivals} />
            </LazyTab>
          </Tabs.Content>
        ) : null}
        {tab === 'gallery' ? (
          <Tabs.Content value="gallery">
            <LazyTab>
              <GalleryTab user={user._id} admission={admission} team={team} canEdit={canEdit} arrivals={arrivals} />
            </LazyTab>
          </Tabs.Content>
        ) : null}
      </Tabs.Root>
      {/* After the forms: unmounting goes in this order, and a form still reports its last text. */}
      <EntryKeepers user={user._id} admission={id} onAdded={onAdded} />
      {hasGalleryOpened ? (
        <AsyncBoundary>
          <GalleryKeeper admission={id} user={user._id} />
        </AsyncBoundary>
      ) : null}
      <ClinicalTextKeepers user={user._id} admission={id} nameOf={nameOf} onNews={onNews} />
      {unseen.hadNews && isLate ? <UnseenChangesStrip isAtFoot unseen={unseen} onShow={showNews} /> : null}
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
