/**
 * From one review to the next: by buttons, and by a swipe where one touches. The swipe follows the reading direction, as
 * one turns a page.
 */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { Review } from 'language/contract/entities';
import { ChevronRight } from 'lucide-react';
import { createContext, useContext, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { formatDate } from '../../platform/time/dates.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

type Step = Pick<Review, '_id' | 'reviewDate'>;
interface Steps {
  /** In the order of the list. */
  steps: readonly Step[];
  go: (from: string, to: string) => void;
}
const StepsContext = createContext<Steps>({ steps: [], go: () => undefined });

interface ProviderProps {
  reviews: readonly Review[];
  open: readonly string[];
  onOpen: (ids: string[]) => void;
  /** Scrolls to an open review and focuses its head. */
  onArrive: (id: string) => void;
  children: ReactNode;
}

/**
 * A wrapper of the list of reviews. A step opens the other review in place of this one; one that is
 * open already is only scrolled to. Text that is typed in a review stays in its editor.
 */
export function ReviewSteps({ reviews, open, onOpen, onArrive, children }: ProviderProps) {
  const latest = useRef({ reviews, open, onOpen, onArrive });
  useEffect(() => {
    latest.current = { reviews, open, onOpen, onArrive };
  });
  // All open reviews render again with a new value: only when a review comes, goes or moves.
  const order = reviews.map(({ _id, reviewDate }) => `${_id} ${reviewDate}`).join();
  const value = useMemo(
    (): Steps => ({
      steps: order.split(',').map((step) => {
        const [_id = '', reviewDate = ''] = step.split(' ');
        return { _id, reviewDate };
      }),
      go: (from, to) => {
        const now = latest.current;
        if (!now.open.includes(to)) now.onOpen([...now.open.filter((id) => id !== from), to]);
        now.onArrive(to);
      },
    }),
    [order],
  );
  return <StepsContext.Provider value={value}>{children}</StepsContext.Provider>;
}

/** The inside of an open review, with the buttons to its neighbours at the end. */
export function ReviewSwipe({ review, children }: { review: string; children: ReactNode }) {
  const t = useTranslation();
  const { steps, go } = useContext(StepsContext);
  const at = steps.findIndex(({ _id }) => _id === review);
  const neighbours = { previous: at > 0 ? steps[at - 1] : undefined, next: at < 0 ? undefined : steps[at + 1] };
  const latest = useRef(neighbours);
  useEffect(() => {
    latest.current = neighbours;
  });
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (navigator.maxTouchPoints === 0) return undefined;
    let isShown = true;
    let stop = (): void => undefined;
    // It is loaded where one touches. The buttons are there without it.
    import('../../platform/swipe.ts')
      .then(({ listenToSwipes }) => {
        if (isShown && root.current)
          stop = listenToSwipes(root.current, (to) => {
            const target = latest.current[to];
            if (target) go(review, target._id);
          });
      })
      .catch(() => undefined);
    return () => {
      isShown = false;
      stop();
    };
  }, [review, go]);
  const button = (to: 'previous' | 'next') => {
    const target = neighbours[to];
    if (!target) return <span />;
    const date = formatDate(target.reviewDate);
    const icon = (
      <Box
        asChild
        rotate={to === 'previous' ? '180deg' : '0deg'}
        _rtl={{ rotate: to === 'previous' ? '0deg' : '180deg' }}
      >
        <ChevronRight size={16} aria-hidden />
      </Box>
    );
    return (
      <Button
        size="xs"
        variant="ghost"
        aria-label={t(to === 'previous' ? 'review.previous' : 'review.next', { date })}
        onClick={() => go(review, target._id)}
      >
        {to === 'previous' ? icon : null}
        <ClinicalText>{date}</ClinicalText>
        {to === 'next' ? icon : null}
      </Button>
    );
  };
  return (
    // A browser would go back or forward in its history by the same swipe.
    <Box ref={root} touchAction="pan-y pinch-zoom">
      {children}
      {steps.length > 1 ? (
        <Box as="nav" aria-label={t('review.steps')} data-print="hide" display="flex" justifyContent="space-between">
          {button('previous')}
          {button('next')}
        </Box>
      ) : null}
    </Box>
  );
}
