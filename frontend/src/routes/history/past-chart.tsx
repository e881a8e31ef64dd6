/**
 * `/history/admissions/{id}?at=`: the chart as it was at any moment of the admission, of the same parts as the admission,
 * read-only.
 */
import { Badge } from '@chakra-ui/react/badge';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Tabs } from '@chakra-ui/react/tabs';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router-dom';
import { scrollToItem, scrollToReview } from '../../features/admission/admission-location.ts';
import { StaySummary } from '../../features/admission/stay-summary.tsx';
import { ReadOnlyEntries } from '../../features/entries/read-only-entries.tsx';
import { ClinicalNote, ReviewList } from '../../features/reviews/review-list.tsx';
import { formatNumber } from '../../platform/language/numbers.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import {
  type ChartLocation,
  chartLocationOf,
  ErasedChart,
  parseTab,
  PastChart,
  type ShownChart,
  type Tab,
  tabs,
} from '../../features/past-charts/past-chart.tsx';
import { momentsQuery } from '../../features/past-charts/api.ts';
import { PastBanner } from '../../features/past-charts/past-banner.tsx';
import type { Arrival } from '../../sync/live/arrivals.ts';
import { today } from '../../platform/time/dates.ts';
import { formatInstant } from '../../platform/time/instants.ts';
import { teamQuery } from '../../sync/reads/shared-reads.ts';
import { eventVerbOf } from '../../clinical/event-verb.ts';
import { EmptyState, QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { PatientBanner } from '../../clinical/patient-banner.tsx';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';
import '../../features/admission/arrival.css';

const NoteList = lazyComponent(async () => ({
  default: (await import('../../features/notes/note-list.tsx')).NoteList,
}));
const GroupList = lazyComponent(async () => ({
  default: (await import('../../features/gallery/group-list.tsx')).GroupList,
}));
const ReadOnlyMedications = lazyComponent(async () => ({
  default: (await import('../../features/medications/medication-row.tsx')).ReadOnlyMedications,
}));
const DayTable = lazyComponent(async () => ({
  default: (await import('../../features/measurements/day-table.tsx')).DayTable,
}));
const PatientValues = lazyComponent(async () => ({
  default: (await import('../../clinical/patient-values.tsx')).PatientValues,
}));
const ReconciliationPart = lazyComponent(async () => ({
  default: (await import('../../features/medications/reconciliation/reconciliation.tsx')).ReconciliationPart,
}));
const Dashboard = lazyComponent(async () => ({
  default: (await import('../../features/medications/dashboard.tsx')).Dashboard,
}));
const LazyPart = ({ children }: { children: ReactNode }) => (
  <AsyncBoundary skeleton={<SkeletonRows rows={4} />} instead={<LoadFailed />}>
    {children}
  </AsyncBoundary>
);

export function Component() {
  const t = useTranslation();
  const { id = '' } = useParams();
  const moments = useQuery(momentsQuery(id));
  return (
    <QueryBoundary query={moments} skeleton={<SkeletonRows rows={4} label={t('timeTravel.loading')} />}>
      {(found) =>
        found.erased ? (
          <ErasedChart id={id} changes={found.after.length} />
        ) : (
          <PastChart key={id} id={id} moments={found} renderChart={(shown) => <PastChartTabs {...shown} />} />
        )
      }
    </QueryBoundary>
  );
}

const noEditors = (): readonly string[] => [];

function PastChartTabs({ chart, isNewest, seconds, tab, onTab }: ShownChart) {
  const t = useTranslation();
  const { admission, patient, reviews, notes, medications, measurements, change } = chart;
  const team = useQuery(teamQuery(admission.team));
  const on = isNewest ? today() : today(new Date(chart.at));
  const location = chartLocationOf(change);
  const [openReviews, setOpenReviews] = useOpen(change._id, location, 'reviews', reviews.at(-1)?._id);
  const [openNotes, setOpenNotes] = useOpen(change._id, location, 'notes', notes.at(-1)?._id);
  const arrivals = new Map<string, Arrival>([[change.of, change.before === null ? 'added' : 'changed']]);
  const show = () => {
    if (location.tab) onTab(location.tab);
    if (location.item !== undefined) scrollToItem(location.item, { block: 'center' });
  };
  const counts: { [name in Tab]?: number } = {
    reviews: reviews.length,
    notes: notes.length,
    gallery: admission.gallery.length,
  };

  return (
    <>
      <PatientBanner
        patient={patient}
        admission={admission}
        on={on}
        values={
          <AsyncBoundary>
            <PatientValues
              measurements={measurements}
              admission={admission}
              person={patient}
              rules={team.data}
              at={isNewest ? undefined : formatInstant(chart.at)}
            />
          </AsyncBoundary>
        }
      >
        <PastBanner chart={chart} isNewest={isNewest} seconds={seconds}>
          {change.after === null ? null : (
            <Button
              size="xs"
              variant="outline"
              colorPalette="gray"
              aria-label={
                location.tab
                  ? t('timeTravel.showIn', { tab: t(`timeTravel.tabs.${location.tab}`) })
                  : t('timeTravel.show')
              }
              onClick={show}
            >
              {t('timeTravel.show')}
            </Button>
          )}
        </PastBanner>
      </PatientBanner>
      <VisuallyHidden role="status">
        {change.actorName} {eventVerbOf(change)} {change.name}
      </VisuallyHidden>
      <StaySummary admission={admission} arrival={location.item === 'stay' ? 'changed' : undefined} />
      <Tabs.Root value={tab} onValueChange={({ value }) => onTab(parseTab(value))} lazyMount unmountOnExit size="sm">
        <Tabs.List aria-label={t('timeTravel.tabsLabel')} flexWrap="wrap">
          {tabs.map((name) => (
            <Tabs.Trigger key={name} value={name}>
              {t(`timeTravel.tabs.${name}`)}
              {counts[name] === undefined ? null : <Badge size="xs">{formatNumber(counts[name])}</Badge>}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <VisuallyHidden asChild>
          <h2>{t(`timeTravel.tabs.${tab}`)}</h2>
        </VisuallyHidden>
        <Tabs.Content value="reviews">
          {reviews.length === 0 ? (
            <EmptyState title={t('timeTravel.none.reviews')} />
          ) : (
            <ReviewList
              reviews={reviews}
              admissionDate={admission.admissionDate}
              until={admission.dischargeDate ?? on}
              open={openReviews}
              onOpen={setOpenReviews}
              onGo={scrollToReview}
              arrivals={arrivals}
              editingAt={noEditors}
              renderBody={(review) => (
                <>
                  <ClinicalNote review={review} />
                  <ReadOnlyEntries
                    review={review._id}
                    team={admission.team}
                    entries={review.drugErrs}
                    on={on}
                    arrivals={arrivals}
                  />
                </>
              )}
            />
          )}
        </Tabs.Content>
        <Tabs.Content value="notes">
          {notes.length === 0 ? (
            <EmptyState title={t('timeTravel.none.notes')} />
          ) : (
            <LazyPart>
              <NoteList
                notes={notes}
                admissionDate={admission.admissionDate}
                open={openNotes}
                onOpen={setOpenNotes}
                arrivals={arrivals}
                editingAt={noEditors}
                renderBody={(note) => <RichTextView html={note.note} />}
              />
            </LazyPart>
          )}
        </Tabs.Content>
        <Tabs.Content value="medication">
          <LazyPart>
            {medications.length === 0 ? (
              <EmptyState title={t('timeTravel.none.medication')} />
            ) : (
              <ReadOnlyMedications medications={medications} now={on} arrivals={arrivals} />
            )}
            <Box marginBlockStart="6" data-item="reconciliation">
              <ReconciliationPart
                key={chart.revision}
                admission={admission}
                medications={medications}
                reconciliation={chart.reconciliation}
                day={on}
              />
            </Box>
            <Box as="section" aria-label={t('medication.dashboard')} marginBlockStart="6">
              <Dashboard dashboard={chart.dashboard} />
            </Box>
          </LazyPart>
        </Tabs.Content>
        <Tabs.Content value="values">
          {measurements.length === 0 ? (
            <EmptyState title={t('timeTravel.none.values')} />
          ) : (
            <LazyPart>
              <div data-item="values">
                <DayTable measurements={measurements} admission={admission._id} person={patient} />
              </div>
            </LazyPart>
          )}
        </Tabs.Content>
        <Tabs.Content value="gallery">
          {admission.gallery.length === 0 ? (
            <EmptyState title={t('timeTravel.none.gallery')} />
          ) : (
            <LazyPart>
              <GroupList
                admission={admission._id}
                team={admission.team}
                groups={admission.gallery}
                canEdit={false}
                arrivals={arrivals}
              />
              {isNewest ? null : <p>{t('timeTravel.imagesGone')}</p>}
            </LazyPart>
          )}
        </Tabs.Content>
      </Tabs.Root>
    </>
  );
}

/** The items that the person opened, and the one that contains the change. The newest is open at first. */
function useOpen(
  change: string,
  location: ChartLocation,
  tab: Tab,
  newest: string | undefined,
): [string[], (ids: string[]) => void] {
  const parent = location.tab === tab ? location.parent : undefined;
  const [open, setOpen] = useState({ byPerson: newest === undefined ? [] : [newest], change, parent });
  if (open.change !== change) setOpen({ ...open, change, parent });
  const ids =
    open.parent === undefined || open.byPerson.includes(open.parent) ? open.byPerson : [...open.byPerson, open.parent];
  return [ids, (byPerson) => setOpen({ byPerson, change, parent: undefined })];
}
