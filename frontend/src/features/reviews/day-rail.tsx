/** The days of a stay: errors and worst severity of each review, and the way to it; days without a review. */
import { Box } from '@chakra-ui/react/box';
import type { Review } from 'language/contract/entities';
import { Pencil } from 'lucide-react';
import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { harmOf, severityStyle } from '../../clinical/marks.tsx';
import { figuresOf } from '../../clinical/review-figures.ts';
import { touch } from '../../components/theme/system.ts';
import { formatNumber } from '../../platform/language/numbers.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { dayOfStay, formatDate, shortWeekday } from '../../platform/time/dates.ts';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { railItems, reviewInView } from './rail-days.ts';

interface Props {
  reviews: readonly Review[];
  admissionDate: string;
  /** The discharge, else the day of the view. */
  until: string;
  /** The ids of the reviews that this person is writing in, joined by spaces. */
  writing?: string | undefined;
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
  '& .none': {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    flexShrink: 0,
    minHeight: '9',
    paddingInline: '2',
    fontSize: 'xs',
    color: 'fg.muted',
    whiteSpace: 'nowrap',
    '& strong': { fontWeight: 'normal' },
  },
  '& strong': { minWidth: { xl: '3.2rem' } },
  '& .date': { color: 'fg.muted', fontVariantNumeric: 'tabular-nums', display: { base: 'none', xl: 'inline' } },
  '& .errors': { marginInlineStart: 'auto', color: 'fg.muted', display: { base: 'none', xl: 'inline' } },
  '& .words': { srOnly: true },
  ...severityStyle,
  '& .mark': { ...severityStyle['& .mark'], width: '22px', height: '22px', fontSize: 'xs' },
};

/** The height of the patient's banner, in CSS pixels. */
const BANNER_PX = 128;
/** The events of a person's act before the page scrolls by it. */
const OWN_MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

function readNow(ids: readonly string[]): string | undefined {
  const boxes = ids.flatMap((id) => {
    const review = document.querySelector(`[data-review="${CSS.escape(id)}"]`);
    if (!review) return [];
    const { top, bottom } = review.getBoundingClientRect();
    return { id, isOpen: review.getAttribute('data-state') === 'open', top, bottom };
  });
  const bottom = window.innerHeight;
  const toScroll = document.documentElement.scrollHeight - bottom - window.scrollY;
  return reviewInView(boxes, { top: BANNER_PX, bottom, toScroll });
}

/**
 * The id of the review that is read. It is the one that the person went to (the returned function) until they move the
 * page themselves: on the last page it cannot come to the top.
 */
function useReviewInView(ids: string): [string | undefined, (id: string) => void] {
  const [current, setCurrent] = useState<string>();
  const hasGone = useRef(false);
  useEffect(() => {
    const all = ids.split(' ');
    let frame = 0;
    const look = (): void => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        const read = hasGone.current ? undefined : readNow(all);
        if (read !== undefined) setCurrent(read);
      });
    };
    const onOwnMove = (): void => {
      hasGone.current = false;
    };
    // A review that opens or closes moves the others.
    const observer = new ResizeObserver(look);
    for (const id of all) {
      const review = document.querySelector(`[data-review="${CSS.escape(id)}"]`);
      if (review) observer.observe(review);
    }
    window.addEventListener('scroll', look, { passive: true });
    for (const move of OWN_MOVES) window.addEventListener(move, onOwnMove, { passive: true, capture: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      window.removeEventListener('scroll', look);
      for (const move of OWN_MOVES) window.removeEventListener(move, onOwnMove, { capture: true });
    };
  }, [ids]);
  const goTo = useCallback((id: string) => {
    hasGone.current = true;
    setCurrent(id);
  }, []);
  return [current, goTo];
}

/**
 * A button for each review, with a pencil where the person is writing, and a place for the days without one. The last
 * review is in sight at first, and later the one of the review that is read. Memoised, as its buttons are: a review that opens renders none of the sixty.
 *
 * @param onGo opens the review and scrolls to it; a stable function
 */
export const DayRail = memo(function Rail({ reviews, admissionDate, until, writing = '', onGo }: Props) {
  const t = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  const ids = reviews.map(({ _id }) => _id).join(' ');
  const [inView, goTo] = useReviewInView(ids);
  const current = inView !== undefined && ids.includes(inView) ? inView : reviews.at(-1)?._id;
  const go = useCallback(
    (id: string) => {
      goTo(id);
      onGo(id);
    },
    [goTo, onGo],
  );
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
        {railItems(reviews, admissionDate, until).map((item) =>
          'from' in item ? (
            <li key={item.from} className="none">
              <strong>
                {item.from === item.to ? t('review.day', { day: item.from }) : t('review.days.range', { ...item })}
              </strong>{' '}
              {t('review.days.noReview')}
            </li>
          ) : (
            <li key={item._id}>
              <Day
                review={item}
                day={dayOfStay(admissionDate, item.reviewDate)}
                isCurrent={item._id === current}
                isWriting={writing.split(' ').includes(item._id)}
                onGo={go}
              />
            </li>
          ),
        )}
      </ol>
    </Box>
  );
});

const Day = memo(function OneDay({
  review: { _id, reviewDate, userName, drugErrs },
  day,
  isCurrent,
  isWriting,
  onGo,
}: {
  review: Review;
  day: number | undefined;
  isCurrent: boolean;
  isWriting: boolean;
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
      {isWriting ? <Pencil size={13} role="img" aria-label={t('review.days.writing')} /> : null}
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
