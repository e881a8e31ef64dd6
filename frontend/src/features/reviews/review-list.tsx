import { Box } from '@chakra-ui/react/box';
import type { Review } from 'language/contract/entities';
import { memo, startTransition, useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import type { Arrival } from '../../sync/live/arrivals.ts';
import { figuresOf } from '../../clinical/review-figures.ts';
import { Accordion, AccordionItem, toggled } from '../../components/accordion.tsx';
import { afterPaint, DeferredRender } from '../../components/deferred-render.tsx';
import { Switch } from '../../components/forms/switch.tsx';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { dayOfStay, formatDate, weekday } from '../../platform/time/dates.ts';
import { isBlank } from '../../platform/text/sanitize.ts';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { DayRail } from './day-rail.tsx';
import { formatList } from '../../platform/language/format.ts';
import { WrittenAt } from '../../clinical/written-at.tsx';

interface Props {
  reviews: readonly Review[];
  admissionDate: string;
  /** The discharge, else the day of the view. */
  until: string;
  /** The ids of the reviews that are open. */
  open: readonly string[];
  onOpen: (ids: string[]) => void;
  /** Keyed by `review:<id>` and `entry:<id>`. */
  arrivals: ReadonlyMap<string, Arrival>;
  /** Names of the people who are editing the review. */
  editingAt: (reviewId: string) => readonly string[];
  /** The ids of the reviews that this person is writing in, joined by spaces. */
  writing?: string;
  /** Scrolls to a review that is open or is being opened. A stable function. */
  onGo: (id: string) => void;
  /** Renders the inside of an open review. While it is the same function, only changed reviews render again. */
  renderBody: (review: Review) => ReactNode;
  /** Beside Expand All. */
  tools?: ReactNode;
}
/** The days are beside the reviews in a wide window. */
const layout = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gridTemplateRows: 'auto 1fr',
  alignItems: 'start',
  columnGap: { base: '3', xl: '5' },
  '& > .tools': { gridColumn: '2', display: 'flex', alignItems: 'center', gap: '3', marginBlockEnd: '1' },
  '& > :last-child': { gridColumn: '1 / -1', minWidth: '0' },
  '&[data-days]': {
    gridTemplateColumns: { xl: '14rem minmax(0, 1fr)' },
    '& > nav': { marginBlockEnd: '1', gridRow: { xl: '1 / 3' }, position: { xl: 'sticky' }, insetBlockStart: '7.5rem' },
    '& > .tools': { justifySelf: 'end' },
    '& > :last-child': { gridColumn: { xl: '2' } },
  },
};
const noNames: readonly string[] = [];

/** Estimated heights of the clinical note and of one entry, for a review that is not rendered yet. */
const NOTE_HEIGHT_REM = 10;
const ENTRY_HEIGHT_REM = 4;

/**
 * The reviews of an admission, ascending by date.
 * A closed review is not mounted. Its editor lives outside the list, so no text is lost.
 */
export function ReviewList({
  reviews,
  admissionDate,
  until,
  open,
  onOpen,
  arrivals,
  editingAt,
  writing,
  onGo,
  renderBody,
  tools,
}: Props) {
  const t = useTranslation();
  const ids = reviews.map(({ _id }) => _id);
  const isAllOpen = ids.length > 0 && ids.every((id) => open.includes(id));
  // The switch and the reviews in view change at once, the others after the next paint
  // (docs/decisions/browser/quick-screens.md).
  const [pendingSwitch, setPendingSwitch] = useState<boolean>();
  const setAllOpen = (isOpen: boolean): void => {
    setPendingSwitch(isOpen);
    if (isOpen) onOpen(ids.filter((id) => open.includes(id) || isInView(id)));
    afterPaint(() =>
      startTransition(() => {
        setPendingSwitch(undefined);
        onOpen(isOpen ? ids : []);
      }),
    );
  };
  const latest = useRef({ open, onOpen });
  useEffect(() => {
    latest.current = { open, onOpen };
  });
  const toggle = useCallback((id: string) => latest.current.onOpen(toggled(latest.current.open, id)), []);
  const go = useCallback(
    (id: string) => {
      const { open: isOpenNow, onOpen: setOpen } = latest.current;
      if (!isOpenNow.includes(id)) setOpen([...isOpenNow, id]);
      onGo(id);
    },
    [onGo],
  );
  return (
    <Box css={layout} data-days={reviews.length > 1 || undefined}>
      {reviews.length > 1 ? (
        <DayRail reviews={reviews} admissionDate={admissionDate} until={until} writing={writing} onGo={go} />
      ) : null}
      <Box className="tools" data-print="hide">
        {tools}
        <Switch label={t('review.expandAll')} checked={pendingSwitch ?? isAllOpen} onChange={setAllOpen} />
      </Box>
      <Accordion isFolding={pendingSwitch === false}>
        {reviews.map((review) => {
          const editing = editingAt(review._id);
          const isOpen = open.includes(review._id);
          return (
            <ReviewItem
              key={review._id}
              review={review}
              admissionDate={admissionDate}
              isOpen={isOpen}
              onToggle={toggle}
              arrival={arrivals.get(`review:${review._id}`)}
              editing={editing.length === 0 ? noNames : editing}
              renderBody={isOpen ? renderBody : undefined}
            />
          );
        })}
      </Accordion>
    </Box>
  );
}

function isInView(id: string): boolean {
  const { top = 0, bottom = 0 } =
    document.querySelector(`[data-review="${CSS.escape(id)}"]`)?.getBoundingClientRect() ?? {};
  return bottom > 0 && top < window.innerHeight;
}

interface ReviewItemProps extends Pick<Props, 'admissionDate'> {
  review: Review;
  isOpen: boolean;
  onToggle: (id: string) => void;
  arrival: Arrival | undefined;
  editing: readonly string[];
  renderBody: Props['renderBody'] | undefined;
}

/** Memoised: a long admission has sixty reviews, and only changed ones render again. */
const ReviewItem = memo(function OneReview({
  review,
  admissionDate,
  isOpen,
  onToggle,
  arrival,
  editing,
  renderBody,
}: ReviewItemProps) {
  return (
    <AccordionItem
      data-item={`review-${review._id}`}
      data-review={review._id}
      data-new={arrival}
      head={<ReviewHeader review={review} admissionDate={admissionDate} editing={editing} />}
      open={isOpen}
      onToggle={() => onToggle(review._id)}
    >
      <DeferredRender height={`${NOTE_HEIGHT_REM + ENTRY_HEIGHT_REM * review.drugErrs.length}rem`}>
        {renderBody?.(review)}
      </DeferredRender>
    </AccordionItem>
  );
});

const headerStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: '3',
  rowGap: '0',
  fontSize: 'sm',
  '& .day': { fontWeight: 'bold', minWidth: '3.6rem' },
  '& .date': { fontWeight: 'semibold', fontVariantNumeric: 'tabular-nums' },
  '& .quiet': { color: 'fg.muted', fontSize: 'xs' },
  '& .counts': { marginInlineStart: 'auto', fontSize: 'xs', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
  '& .editing': { flexBasis: '100%', fontSize: 'xs', color: 'amber.fg' },
};

/** Day of stay, weekday, date, author, counts, and who is editing the review. */
function ReviewHeader({
  review,
  admissionDate,
  editing,
}: {
  review: Review;
  admissionDate: string;
  editing: readonly string[];
}) {
  const t = useTranslation();
  const { errors } = figuresOf(review.drugErrs);
  const day = dayOfStay(admissionDate, review.reviewDate);
  return (
    <Box as="span" css={headerStyle}>
      <span className="day">{day === undefined ? '' : t('review.day', { day })}</span>
      <span className="date">
        <ClinicalText>{`${weekday(review.reviewDate)} ${formatDate(review.reviewDate)}`}</ClinicalText>
      </span>
      <span className="quiet">
        {t('review.editedBy')} <bdi>{review.userName}</bdi>
        <WrittenAt at={review.createdAt} of={review.reviewDate} />
      </span>
      <span className="counts">{t('review.counts', { entries: review.drugErrs.length, errors })}</span>
      {editing.length > 0 ? (
        <span className="editing">
          {t(editing.length === 1 ? 'review.editing' : 'review.editingMany', { names: formatList(editing) })}
        </span>
      ) : null}
    </Box>
  );
}

/** The clinical note of a review as text, with buttons (`children`) beside it. */
export function ClinicalNote({ review, children }: { review: Pick<Review, 'clinicalNote'>; children?: ReactNode }) {
  const t = useTranslation();
  return (
    <Box display="flex" gap="3" alignItems="flex-start">
      <Box flex="1" minWidth="0">
        {isBlank(review.clinicalNote) ? (
          <Box color="fg.muted">{t('review.noNote')}</Box>
        ) : (
          <RichTextView html={review.clinicalNote} />
        )}
      </Box>
      {children}
    </Box>
  );
}
