/**
 * The tabs of an admission, composed of what the features offer; and what crosses them: live arrivals, presence, open
 * editors.
 */
import { Badge } from '@chakra-ui/react/badge';
import { Box } from '@chakra-ui/react/box';
import { Tabs } from '@chakra-ui/react/tabs';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { AdmissionDetails, PhysicianNote, Review, Team } from 'command-api/contract/entities';
import type { ChartNewsItem } from 'command-api/contract/news';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import '../../features/admission/arrival.css';
import { UnseenChangesStrip } from '../../features/admission/unseen-changes-strip.tsx';
import { useArrivalNews, type ArrivalItem } from '../../features/admission/arrival-news.ts';
import { admissionText } from '../../features/admission/messages.ts';
import { scrollToItem } from '../../features/admission/scroll-to-item.ts';
import {
  arrivalMarks,
  dataItemOf,
  thingId,
  thingKind,
  type ThingKind,
} from '../../features/admission/unseen-changes.ts';
import type { UnseenChanges } from '../../features/admission/use-unseen-changes.ts';
import { parseTab, tabs, useAdmissionLocation, type Tab } from '../../features/admission/use-admission-location.ts';
import { EntryKeepers } from '../../features/entries/entry-keepers.tsx';
import { NEW_NOTE, noteKey } from '../../features/notes/api.ts';
import { noteText } from '../../features/notes/messages.ts';
import { NEW_REVIEW } from '../../features/reviews/api.ts';
import { reviewText } from '../../features/reviews/messages.ts';
import { policy } from '../../clinical/policy.ts';
import { drugsQuery, errorTypesQuery } from '../../sync/reads/catalogue.ts';
import { notesQuery, reviewsQuery } from '../../sync/reads/admission-lists.ts';
import { formatDate } from '../../platform/time/dates.ts';
import { ClinicalTextKeepers, type ClinicalTextNews } from '../../editing/clinical-text/clinical-text-keepers.tsx';
import { mergeText } from '../../editing/messages.ts';
import { admissionDrafts, drafts } from '../../platform/storage/draft-storage.ts';
import { prefetchWhenIdle } from '../../platform/browser/run-when-idle.ts';
import { onOutcome as onWaitingNews, usePendingCommands } from '../../outbox/outbox-client.ts';
import { useOtherPeople } from '../../sync/live/presence.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import type { PendingCommand } from '../../outbox/pending-command.ts';
import { useRemovedIds } from '../../sync/cache/use-removed-ids.ts';
import { useSettledReads } from '../../sync/cache/use-settled-reads.ts';
import { teamQuery } from '../../sync/reads/shared-reads.ts';
import type { SessionUser } from '../../platform/session/session.machine.ts';
import { playSuccess } from '../../platform/browser/sound.ts';
import { lazyComponent } from '../../components/lazy-component.tsx';
import { AsyncBoundary } from '../../components/async-boundary.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { ReviewsTab } from './reviews-tab.tsx';
import { draftedReviews } from './drafted-reviews.ts';
import { TouchPresence } from './touch-presence.ts';

const tabOf: { [kind in ThingKind]: Tab | undefined } = {
  stay: undefined,
  review: 'reviews',
  entry: 'reviews',
  note: 'notes',
  medication: 'medication',
  gallery: 'gallery',
};

/** Loaded when their tab is first opened. */
const NotesTab = lazyComponent(() => import('./notes-tab.tsx'));
const MedicationsTab = lazyComponent(() => import('./medications-tab.tsx'));
const gallery = () => import('./gallery-tab.tsx');
const GalleryTab = lazyComponent(gallery);
/** With its form, or what is typed at once would be lost unasked. */
const GalleryKeeper = lazyComponent(async () => ({ default: (await gallery()).GalleryKeeper }));
const ArrivalStrip = lazyComponent(async () => ({
  default: (await import('../../features/admission/arrival-strip.tsx')).ArrivalStrip,
}));
const UnsavedOfRemoved = lazyComponent(async () => ({ default: (await import('./unsaved-of-removed.tsx')).UnsavedOfRemoved }));
const LazyTab = ({ children }: { children: ReactNode }) => (
  <AsyncBoundary waiting={<SkeletonRows rows={4} />} instead={<LoadFailed />}>
    {children}
  </AsyncBoundary>
);

const forWriting = [
  () => import('../../components/rich-text/rich-text-editor.tsx'),
  () => import('./unsaved-of-removed.tsx'),
  () => import('../../features/reviews/outbox-reviews.tsx'),
  () => import('./notes-tab.tsx'),
  () => import('./medications-tab.tsx'),
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
 * Drawn once its team is known, or not to be waited for: what one may do stands in each row. Its lists are read
 * meanwhile.
 */
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
  const mayWrite = team !== undefined && (policy.edit(user, team) || policy.writeNotes(user, team));
  // Whoever opens a form on a lost network has to be able to write in it.
  useEffect(() => (mayWrite ? prefetchWhenIdle(...forWriting) : undefined), [mayWrite]);
  const [goneReviews, goneNotes] = [useRemovedIds(reviews.data), useRemovedIds(notes.data)];
  const { tab, goTo, wanted } = useAdmissionLocation();
  const [openReviews, setOpenReviews] = useState<string[]>(wanted?.kind === 'review' ? [wanted.id] : []);
  const [openNotes, setOpenNotes] = useState<string[]>(wanted?.kind === 'note' ? [wanted.id] : []);
  const [announced, setAnnounced] = useState('');
  const mayEdit = team !== undefined && policy.edit(user, team);
  const [galleryOpened, setGalleryOpened] = useState(tab === 'gallery');
  if (tab === 'gallery' && !galleryOpened) setGalleryOpened(true);
  const others = useOtherPeople(id, user._id);
  /** What has changed became known when the chart was already there: above it, it would move everything. */
  const [isLate] = useState(unseen.items === undefined);

  const openHolder = useCallback((kind: 'review' | 'note', holder: string) => {
    (kind === 'note' ? setOpenNotes : setOpenReviews)((open) => (open.includes(holder) ? open : [...open, holder]));
  }, []);
  const show = (item: Pick<ArrivalItem, 'kind' | 'holder' | 'id'>) => {
    const kind = item.kind === 'note' ? 'note' : 'review';
    if (tab !== `${kind}s`) goTo(kind === 'note' ? 'notes' : 'reviews');
    openHolder(kind, item.holder);
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
  useInitialOpen(wanted, reviews.data, notes.data, openHolder);
  const place = admissionDrafts(id);
  const waiting = usePendingCommands(useCallback(({ of }: PendingCommand) => of.startsWith(place), [place]));
  useDraftsOpen(
    reviews.data,
    notes.data,
    () => [...drafts.list(user._id, place), ...waiting.map(({ of }) => of.slice(place.length))],
    openHolder,
  );

  const showNew = useCallback(
    (kind: 'review' | 'note', made: string, words: string) => {
      playSuccess();
      notify.saved(words, 2_500);
      setAnnounced(admissionText.announced[kind]);
      openHolder(kind, made);
      scrollToItem(`${kind}-${made}`, { block: 'start', focus: kind === 'note' ? 'button' : '[data-add-entry]' });
    },
    [openHolder],
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
  // What waited was open, and a review may have the form of an entry open in it.
  useEffect(
    () =>
      onWaitingNews((news) => {
        if (news.type !== 'answered' || news.id === undefined) return;
        if (news.item.of === admissionDrafts(id) + NEW_REVIEW) openHolder('review', news.id);
        if (news.item.of === admissionDrafts(id) + NEW_NOTE) openHolder('note', news.id);
      }),
    [id, openHolder],
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
          <Box
            role="status"
            data-print="hide"
            display="flex"
            alignItems="center"
            minWidth="0"
            fontSize="xs"
            color="fg.muted"
            borderBlockEndWidth={{ md: '1px' }}
            borderColor="border"
          >
            {others.names.length > 0
              ? admissionText.alsoHere(
                  others.names
                    .map((name) =>
                      others.editingAt('admission').includes(name) ? admissionText.alsoWriting(name) : name,
                    )
                    .join(', '),
                )
              : null}
          </Box>
        </Box>
        {goneReviews.length + goneNotes.length > 0 ? (
          <AsyncBoundary>
            <UnsavedOfRemoved
              user={user._id}
              admission={id}
              goneReviews={goneReviews}
              goneNotes={goneNotes}
              mayReview={mayEdit}
              mayNote={team !== undefined && policy.writeNotes(user, team)}
              newest={reviews.data?.findLast((review) => policy.editReview(user, review))}
            />
          </AsyncBoundary>
        ) : null}
        <VisuallyHidden asChild>
          <h2>{admissionText.tabs[tab]}</h2>
        </VisuallyHidden>
        {/* One at a time: while one goes as the next comes, both would be on the page for a moment. */}
        {tab === 'notes' ? (
          <Tabs.Content value="notes">
            <LazyTab>
              <NotesTab
                admission={admission}
                query={notes}
                user={user}
                team={team}
                mayWrite={team !== undefined && policy.writeNotes(user, team)}
                open={openNotes}
                onOpen={setOpenNotes}
                arrivals={arrivals}
                editingAt={(note) => others.editingAt(`note:${note}`)}
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
              editingAt={(review) => others.editingAt(`review:${review}`)}
              onCopied={onCopied}
            />
          </Tabs.Content>
        ) : null}
        {tab === 'medication' ? (
          <Tabs.Content value="medication">
            <LazyTab>
              <MedicationsTab admission={admission} user={user._id} canEdit={mayEdit} arrivals={arrivals} />
            </LazyTab>
          </Tabs.Content>
        ) : null}
        {tab === 'gallery' ? (
          <Tabs.Content value="gallery">
            <LazyTab>
              <GalleryTab user={user._id} admission={admission} team={team} canEdit={mayEdit} arrivals={arrivals} />
            </LazyTab>
          </Tabs.Content>
        ) : null}
      </Tabs.Root>
      {/* Behind the forms: what is taken down goes in this order, and a form still tells its last words. */}
      <EntryKeepers user={user._id} admission={id} onAdded={onAdded} />
      {galleryOpened ? (
        <AsyncBoundary>
          <GalleryKeeper admission={id} user={user._id} />
        </AsyncBoundary>
      ) : null}
      <ClinicalTextKeepers user={user._id} admission={id} nameOf={nameOf} onNews={onNews} />
      {unseen.hadNews && isLate ? <UnseenChangesStrip isAtFoot unseen={unseen} onShow={showNews} /> : null}
      {news ? (
        <AsyncBoundary>
          <ArrivalStrip
            news={news}
            onShow={({ item }) => {
              show(item);
              dismiss();
            }}
            onDismiss={dismiss}
          />
        </AsyncBoundary>
      ) : null}
    </>
  );
}

/**
 * On the first look the newest of each list is open; what the address asks for is scrolled to, where it is still there.
 * Opened with its list and not behind it: whoever clicks at once closes what they see open, not what is just about to
 * be.
 */
function useInitialOpen(
  wanted: ReturnType<typeof useAdmissionLocation>['wanted'],
  reviews: readonly Review[] | undefined,
  notes: readonly PhysicianNote[] | undefined,
  open: (kind: 'review' | 'note', id: string) => void,
): void {
  const [looked, setLooked] = useState({ review: false, note: false });
  const isThere = (kind: 'review' | 'note'): boolean =>
    wanted?.kind === kind && ((kind === 'note' ? notes : reviews)?.some(({ _id }) => _id === wanted.id) ?? false);
  for (const [kind, list] of [
    ['review', reviews],
    ['note', notes],
  ] as const) {
    const newest = list?.at(-1)?._id;
    if (looked[kind] || newest === undefined) continue;
    setLooked((before) => ({ ...before, [kind]: true }));
    if (!isThere(kind)) open(kind, newest);
  }
  const isLooked = wanted !== undefined && looked[wanted.kind];
  const wantedIsThere = isThere('review') || isThere('note');
  const scrolled = useRef(false);
  useEffect(() => {
    if (!wanted || !isLooked || scrolled.current) return;
    scrolled.current = true;
    if (wantedIsThere) scrollToItem(`${wanted.kind}-${wanted.id}`, { block: 'start' });
  }, [wanted, isLooked, wantedIsThere]);
}

/**
 * Where something was typed and is not at the server, the review or note is open and the review in view, so that it is
 * found where it belongs.
 */
function useDraftsOpen(
  reviews: readonly Review[] | undefined,
  notes: readonly PhysicianNote[] | undefined,
  keysOf: () => readonly string[],
  open: (kind: 'review' | 'note', id: string) => void,
): void {
  const looked = useRef(false);
  useEffect(() => {
    if (looked.current || reviews === undefined || notes === undefined) return;
    looked.current = true;
    const keys = keysOf();
    for (const { _id } of notes) if (keys.includes(noteKey(_id))) open('note', _id);
    const drafted = draftedReviews(reviews, keys);
    for (const id of drafted) open('review', id);
    if (drafted[0] !== undefined) scrollToItem(`review-${drafted[0]}`, { block: 'start' });
  }, [reviews, notes, keysOf, open]);
}
