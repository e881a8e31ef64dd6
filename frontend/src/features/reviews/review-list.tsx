import { Accordion } from '@chakra-ui/react/accordion';
import { Box } from '@chakra-ui/react/box';
import type { Review } from 'command-api/contract/entities';
import type { ReactNode } from 'react';
import type { Arrival } from '../../lib/arrivals.ts';
import { reviewText } from './messages.ts';
import { Soon, useDrawnNow } from '../../ui/soon.tsx';
import { Switch } from '../../ui/switch.tsx';
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
  /** Inside an open review. */
  renderBody: (review: Review) => ReactNode;
  /** Beside Expand All. */
  tools?: ReactNode;
}

/** The reviews of an admission, ascending by date. What is closed is not mounted: editors live beside the list and lose nothing. */
export function ReviewList({ reviews, admissionDate, open, onOpen, arrivals, editingAt, renderBody, tools }: Props) {
  const all = reviews.map(({ _id }) => _id);
  const drawnNow = useDrawnNow(open);
  const allOpen = all.length > 0 && all.every((id) => open.includes(id));
  return (
    <>
      <Box display="flex" alignItems="center" justifyContent="flex-end" gap="3" marginBlockEnd="2" data-print="hide">
        {tools}
        <Switch label={reviewText.expandAll} checked={allOpen} onChange={(checked) => onOpen(checked ? all : [])} />
      </Box>
      <Accordion.Root multiple lazyMount unmountOnExit variant="plain" value={[...open]} onValueChange={({ value }) => onOpen(value)}>
        {reviews.map((review) => (
          <Accordion.Item
            key={review._id} value={review._id} data-item={`review-${review._id}`} data-review={review._id} data-new={arrivals.get(`review:${review._id}`)}
            bg="bg.panel" borderWidth="1px" borderRadius="l2" marginBlockEnd="2" overflow="hidden"
          >
            <h3>
              <Accordion.ItemTrigger paddingInline={{ base: '3', md: '4' }} paddingBlock="2">
                <ReviewHeader review={review} admissionDate={admissionDate} editing={editingAt(review._id)} />
                <Accordion.ItemIndicator />
              </Accordion.ItemTrigger>
            </h3>
            <Accordion.ItemContent>
              <Accordion.ItemBody paddingInline={{ base: '3', md: '4' }} paddingBlock="2" borderTopWidth="1px" borderColor="border.muted">
                <Soon now={drawnNow(review._id)}>{renderBody(review)}</Soon>
              </Accordion.ItemBody>
            </Accordion.ItemContent>
          </Accordion.Item>
        ))}
      </Accordion.Root>
    </>
  );
}
