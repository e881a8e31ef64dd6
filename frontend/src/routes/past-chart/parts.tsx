/** A chart as it was, of the same parts as the one that people work in, without what they work with. */
import { Badge } from '@chakra-ui/react/badge';
import { Button } from '@chakra-ui/react/button';
import { Tabs } from '@chakra-ui/react/tabs';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import type { ChartAsOf } from 'command-api/contract/history';
import { useState, type ReactNode } from 'react';
import '../../features/admission/arrival.css';
import { scrollToItem } from '../../features/admission/scroll-to-item.ts';
import { StaySummary } from '../../features/admission/stay-summary.tsx';
import { ReadEntries } from '../../features/entries/read-entries.tsx';
import { ReviewList } from '../../features/reviews/review-list.tsx';
import { ClinicalNote } from '../../features/reviews/clinical-note.tsx';
import { travelText as text } from '../../features/time-travel/messages.ts';
import { PastMark } from '../../features/time-travel/past-mark.tsx';
import { type Standing, standingOf } from '../../features/time-travel/standing.ts';
import { tabNamed, tabs, type Tab } from '../../features/time-travel/tabs.ts';
import type { Arrival } from '../../sync/live/arrivals.ts';
import { today } from '../../platform/time/dates.ts';
import { deedOf } from '../../clinical/change-messages.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { lazyComponent } from '../../components/lazy-component.tsx';
import { AsyncBoundary } from '../../components/async-boundary.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { PatientBanner } from '../../clinical/patient-banner.tsx';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';

const NoteList = lazyComponent(async () => ({
  default: (await import('../../features/notes/note-list.tsx')).NoteList,
}));
const GroupList = lazyComponent(async () => ({
  default: (await import('../../features/gallery/group-list.tsx')).GroupList,
}));
const MedicationsThen = lazyComponent(() => import('./medications-tab.tsx'));
const Late = ({ children }: { children: ReactNode }) => (
  <AsyncBoundary waiting={<SkeletonRows rows={4} />} instead={<LoadFailed />}>
    {children}
  </AsyncBoundary>
);

const nobody = (): readonly string[] => [];

interface Props {
  chart: ChartAsOf;
  newest: boolean;
  /** The moment is told with its seconds. */ seconds: boolean;
  tab: Tab;
  onTab: (tab: Tab) => void;
}

export function ChartThen({ chart, newest, seconds, tab, onTab }: Props) {
  const { admission, patient, reviews, notes, medications, change } = chart;
  const on = newest ? today() : today(new Date(chart.at));
  const standing = standingOf(change);
  const [openReviews, setOpenReviews] = useOpen(change._id, standing, 'reviews', reviews.at(-1)?._id);
  const [openNotes, setOpenNotes] = useOpen(change._id, standing, 'notes', notes.at(-1)?._id);
  const arrivals = new Map<string, Arrival>([[change.of, change.before === null ? 'added' : 'changed']]);
  const show = () => {
    if (standing.tab) onTab(standing.tab);
    if (standing.item !== undefined) scrollToItem(standing.item, { block: 'center' });
  };
  const counts: { [name in Tab]?: number } = {
    reviews: reviews.length,
    notes: notes.length,
    gallery: admission.gallery.length,
  };

  return (
    <>
      <PatientBanner patient={patient} admission={admission} on={on}>
        <PastMark chart={chart} newest={newest} seconds={seconds}>
          {change.after === null ? null : (
            <Button
              size="xs"
              variant="outline"
              colorPalette="gray"
              aria-label={standing.tab ? text.showIn(text.tabs[standing.tab]) : text.show}
              onClick={show}
            >
              {text.show}
            </Button>
          )}
        </PastMark>
      </PatientBanner>
      <VisuallyHidden role="status">
        {change.actorName} {deedOf(change)} {change.name}
      </VisuallyHidden>
      <StaySummary
        admission={{ ...admission, patientDetails: patient }}
        on={on}
        arrival={standing.item === 'stay' ? 'changed' : undefined}
      />
      <Tabs.Root value={tab} onValueChange={({ value }) => onTab(tabNamed(value))} lazyMount unmountOnExit size="sm">
        <Tabs.List aria-label={text.tabsLabel} flexWrap="wrap">
          {tabs.map((name) => (
            <Tabs.Trigger key={name} value={name}>
              {text.tabs[name]}
              {counts[name] === undefined ? null : <Badge size="xs">{counts[name]}</Badge>}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <VisuallyHidden asChild>
          <h2>{text.tabs[tab]}</h2>
        </VisuallyHidden>
        <Tabs.Content value="reviews">
          {reviews.length === 0 ? (
            <EmptyState title={text.none.reviews} />
          ) : (
            <ReviewList
              reviews={reviews}
              admissionDate={admission.admissionDate}
              open={openReviews}
              onOpen={setOpenReviews}
              arrivals={arrivals}
              editingAt={nobody}
              renderBody={(review) => (
                <>
                  <ClinicalNote review={review} />
                  <ReadEntries review={review._id} entries={review.drugErrs} on={on} arrivals={arrivals} />
                </>
              )}
            />
          )}
        </Tabs.Content>
        <Tabs.Content value="notes">
          {notes.length === 0 ? (
            <EmptyState title={text.none.notes} />
          ) : (
            <Late>
              <NoteList
                notes={notes}
                admissionDate={admission.admissionDate}
                open={openNotes}
                onOpen={setOpenNotes}
                arrivals={arrivals}
                editingAt={nobody}
                renderBody={(note) => <RichTextView html={note.note} />}
              />
            </Late>
          )}
        </Tabs.Content>
        <Tabs.Content value="medication">
          <Late>
            <MedicationsThen medications={medications} dashboard={chart.dashboard} on={on} arrivals={arrivals} />
          </Late>
        </Tabs.Content>
        <Tabs.Content value="gallery">
          {admission.gallery.length === 0 ? (
            <EmptyState title={text.none.gallery} />
          ) : (
            <Late>
              <GroupList admission={admission._id} groups={admission.gallery} canEdit={false} arrivals={arrivals} />
              {newest ? null : <p>{text.imagesGone}</p>}
            </Late>
          )}
        </Tabs.Content>
      </Tabs.Root>
    </>
  );
}

/** What the person has opened, and what the change is in; at first also the newest. */
function useOpen(
  change: string,
  standing: Standing,
  tab: Tab,
  newest: string | undefined,
): [string[], (ids: string[]) => void] {
  const holder = standing.tab === tab ? standing.holder : undefined;
  const [open, setOpen] = useState({ byPerson: newest === undefined ? [] : [newest], change, holder });
  if (open.change !== change) setOpen({ ...open, change, holder });
  const ids =
    open.holder === undefined || open.byPerson.includes(open.holder) ? open.byPerson : [...open.byPerson, open.holder];
  return [ids, (byPerson) => setOpen({ byPerson, change, holder: undefined })];
}
