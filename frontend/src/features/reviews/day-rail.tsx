/** The days of a stay with a review: errors and worst severity of each, and the way to it. */
import { Box } from '@chakra-ui/react/box';
import type { Review } from 'command-api/contract/entities';
import { memo, useEffect, useRef, useState } from 'react';
import { harmOf, severityStyle } from '../../clinical/marks.tsx';
import { figuresOf } from '../../clinical/review-figures.ts';
import { touch } from '../../components/theme/system.ts';
import { formatNumber } from '../../platform/language/numbers.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { dayOfStay, formatDate, shortWeekday } from '../../platform/time/dates.ts';
import { ClinicalText } from '../../components/text/clinical-text.tsx';

interface Props {
  reviews: readonly Review[];
  admissionDate: string;
  onGo: (id: string) => void;
}

/** Beside the reviews in a wide window, above them in others. */
const railStyle = {
  minWidth: '0',
  '& ol': {
    // The names for screen readers are positioned: without it they make a phone's page twice as wide.
    position: 'relative',
    listStyle: 'none',
    display: 'flex',
    flexDirection: { base: 'row', xl: 'column' },
    gap: '1',
    overflow: 'auto',
    scrollbarWidth: 'thin',
    overscrollBehavior: 'contain',
    padding: '2px',
    maxHeight: { xl: 'calc(100dvh - 9rem)' },
  },
  '& button': {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    flexShrink: 0,
    width: { xl: '100%' },
    minHeight: '9',
    paddingInline: '2',
    borderRadius: 'l2',
    borderWidth: '1px',
    borderColor: { base: 'border', xl: 'transparent' },
    fontSize: 'xs',
    textAlign: 'start',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    [touch]: { minHeight: '11' },
    _hover: { bg: 'bg.muted' },
    _focusVisible: { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '-2px' },
    '&[aria-current=true]': { bg: 'brand.subtle', color: 'brand.fg', borderColor: 'brand.border' },
  },
  '& strong': { minWidth: { xl: '3.2rem' } },
  '& .date': { color: 'fg.muted', fontVariantNumeric: 'tabular-nums', display: { base: 'none', xl: 'inline' } },
  '& .errors': { marginInlineStart: 'auto', color: 'fg.muted', display: { base: 'none', xl: 'inline' } },
  '& .words': { srOnly: true },
  ...severityStyle,
  '& .mark': { ...severityStyle['& .mark'], width: '22px', height: '22px', fontSize: 'xs' },
};

/** The upper part of the window, below the patient's banner. */
const BAND = '-128px 0px -35% 0px';

/** The id of the review that is read: the first open one in the upper part of the window, else the last one there. */
function useReviewInView(ids: string): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const reviews = ids.split(' ').flatMap((id) => document.querySelector(`[data-review="${CSS.escape(id)}"]`) ?? []);
    const shown = new Set<Element>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) shown.add(target);
          else shown.delete(target);
        }
        const there = reviews.filter((review) => shown.has(review));
        const read = there.find((review) => review.getAttribute('data-state') === 'open') ?? there.at(-1);
        if (read) setCurrent(read.getAttribute('data-review') ?? undefined);
      },
      { rootMargin: BAND },
    );
    for (const review of reviews) observer.observe(review);
    return () => observer.disconnect();
  }, [ids]);
  return current;
}

/**
 * A button for each review. The last one is in sight at first, and later the one of the review that is read. Memoised,
 * as its buttons are: a review that opens renders none of the sixty.
 *
 * @param onGo opens the review and scrolls to it; a stable function
 */
export const DayRail = memo(function Rail({ reviews, admissionDate, onGo }: Props) {
  const t = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  const ids = reviews.map(({ _id }) => _id).join(' ');
  const inView = useReviewInView(ids);
  const current = inView ?? reviews.at(-1)?._id;
  useEffect(() => {
    const button = list.current?.querySelector<HTMLElement>('[aria-current=true]');
    // Only the list scrolls, not the page.
    if (!button || !list.current) return;
    const { top, bottom, left, right } = button.getBoundingClientRect();
    const box = list.current.getBoundingClientRect();
    list.current.scrollBy({
      top: top < box.top ? top - box.top : Math.max(0, bottom - box.bottom),
      left: left < box.left ? left - box.left : Math.max(0, right - box.right),
    });
  }, [current, ids]);
  return (
    <Box as="nav" aria-label={t('review.days.label')} css={railStyle} data-print="hide" data-days>
      <ol ref={list}>
        {reviews.map((review) => (
          <li key={review._id}>
            <Day
              review={review}
              day={dayOfStay(admissionDate, review.reviewDate)}
              isCurrent={review._id === current}
              onGo={onGo}
            />
          </li>
        ))}
      </ol>
    </Box>
  );
});

const Day = memo(function OneDay({
  review: { _id, reviewDate, userName, drugErrs },
  day,
  isCurrent,
  onGo,
}: {
  review: Review;
  day: number | undefined;
  isCurrent: boolean;
  onGo: (id: string) => void;
}) {
  const t = useTranslation();
  const { errors, worst } = figuresOf(drugErrs);
  const date = formatDate(reviewDate);
  const values = { date, name: userName, errors };
  return (
    <button type="button" aria-current={isCurrent || undefined} onClick={() => onGo(_id)}>
      <strong>{day === undefined ? date.slice(5) : t('review.day', { day })}</strong>{' '}
      <span className="date" aria-hidden>
        <ClinicalText>{`${shortWeekday(reviewDate)} ${date.slice(5)}`}</ClinicalText>
      </span>
      <span className="words">
        {worst === null ? t('review.days.by', values) : t('review.days.byWorst', { ...values, worst })}
      </span>
      {errors === 0 ? null : (
        <>
          <span className="errors" aria-hidden>
            {formatNumber(errors)}
          </span>
          <span className="mark" data-harm={harmOf(worst)} aria-hidden>
            {worst ?? '–'}
          </span>
        </>
      )}
    </button>
  );
});
