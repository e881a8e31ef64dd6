import { Box } from '@chakra-ui/react/box';
import type { Review } from 'command-api/contract/entities';
import { memo, startTransition, useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import type { Arrival } from '../../sync/live/arrivals.ts';
import { AccordionItem, Accordion, toggled } from '../../components/accordion.tsx';
import { afterPaint, DeferredRender } from '../../components/deferred-render.tsx';
import { Switch } from '../../components/forms/switch.tsx';
import { reviewText } from './messages.ts';
import { ReviewHeader } from './review-header.tsx';

interface Props {
  reviews: readonly Review[];
  admissionDate: string;
  /** The ids of the reviews that are open. */
  open: readonly string[];
  onOpen: (ids: string[]) => void;
  /** By `review:<id>` and `entry:<id>`. */
  arrivals: ReadonlyMap<string, Arrival>;
  /** Names of those who are at a review right now. */
  editingAt: (reviewId: string) => readonly string[];
  /** Inside an open review. While it stays the same function, only reviews that change are drawn anew. */
  renderBody: (review: Review) => ReactNode;
  /** Beside Expand All. */
  tools?: ReactNode;
}
const noNames: readonly string[] = [];

/** About what the clinical note and one entry take. */
const HEAD_REM = 10;
const ENTRY_REM = 4;

/**
 * The reviews of an admission, ascending by date. What is closed is not mounted: editors live beside the list and lose
 * nothing.
 */
export function ReviewList({ reviews, admissionDate, open, onOpen, arrivals, editingAt, renderBody, tools }: Props) {
  const all = reviews.map(({ _id }) => _id);
  const allOpen = all.length > 0 && all.every((id) => open.includes(id));
  // The switch and what is in sight answer at once, the rest of sixty reviews a moment later.
  const [switching, setSwitching] = useState<boolean>();
  const switchAll = (on: boolean): void => {
    setSwitching(on);
    if (on) onOpen(all.filter((id) => open.includes(id) || isInView(id)));
    afterPaint(() =>
      startTransition(() => {
        setSwitching(undefined);
        onOpen(on ? all : []);
      }),
    );
  };
  const current = useRef({ open, onOpen });
  useEffect(() => {
    current.current = { open, onOpen };
  });
  const toggle = useCallback((id: string) => current.current.onOpen(toggled(current.current.open, id)), []);
  return (
    <>
      <Box display="flex" alignItems="center" justifyContent="flex-end" gap="3" marginBlockEnd="2" data-print="hide">
        {tools}
        <Switch label={reviewText.expandAll} checked={switching ?? allOpen} onChange={switchAll} />
      </Box>
      <Accordion isFolding={switching === false}>
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
    </>
  );
}

function isInView(id: string): boolean {
  const { top = 0, bottom = 0 } =
    document.querySelector(`[data-review="${CSS.escape(id)}"]`)?.getBoundingClientRect() ?? {};
  return bottom > 0 && top < window.innerHeight;
}

interface OneProps extends Pick<Props, 'admissionDate'> {
  review: Review;
  isOpen: boolean;
  onToggle: (id: string) => void;
  arrival: Arrival | undefined;
  editing: readonly string[];
  renderBody: Props['renderBody'] | undefined;
}

/** Drawn anew only when something of its own changes: a long stay has sixty of them. */
const ReviewItem = memo(function OneReview({
  review,
  admissionDate,
  isOpen,
  onToggle,
  arrival,
  editing,
  renderBody,
}: OneProps) {
  return (
    <AccordionItem
      data-item={`review-${review._id}`}
      data-review={review._id}
      data-new={arrival}
      head={<ReviewHeader review={review} admissionDate={admissionDate} editing={editing} />}
      open={isOpen}
      onToggle={() => onToggle(review._id)}
    >
      <DeferredRender height={`${HEAD_REM + ENTRY_REM * review.drugErrs.length}rem`}>
        {renderBody?.(review)}
      </DeferredRender>
    </AccordionItem>
  );
});
