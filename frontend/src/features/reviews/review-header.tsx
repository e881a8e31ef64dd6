import { Box } from '@chakra-ui/react/box';
import { isNoError } from 'command-api/domain/codes';
import type { Review } from 'command-api/contract/entities';
import { dayOfStay, formatDate, weekday } from '../../platform/time/dates.ts';
import { reviewText } from './messages.ts';
import { ClinicalText } from '../../components/text/clinical-text.tsx';

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

/** Day of the stay, weekday, date, author, how much is in it, and who is at it right now. */
export function ReviewHeader({
  review,
  admissionDate,
  editing,
}: {
  review: Review;
  admissionDate: string;
  editing: readonly string[];
}) {
  const errors = review.drugErrs.filter(({ errType }) => !isNoError(errType)).length;
  return (
    <Box as="span" css={headerStyle}>
      <span className="day">{reviewText.day(dayOfStay(admissionDate, review.reviewDate))}</span>
      <span className="date">
        <ClinicalText>{`${weekday(review.reviewDate)} ${formatDate(review.reviewDate)}`}</ClinicalText>
      </span>
      <span className="quiet">
        {reviewText.editedBy} <bdi>{review.userName}</bdi>
      </span>
      <span className="counts">{reviewText.counts(review.drugErrs.length, errors)}</span>
      {editing.length > 0 ? (
        <span className="editing">
          {(editing.length === 1 ? reviewText.editing : reviewText.editingMany)(editing.join(', '))}
        </span>
      ) : null}
    </Box>
  );
}
