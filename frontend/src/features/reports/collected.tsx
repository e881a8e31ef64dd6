/**
 * The collected report: every review of the period with what it found. Plain elements under one styled root; a long one
 * grows on demand, and prints whole.
 */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { CollectedReview } from 'command-api/contract/reports';
import { isNoError, NO_ERROR, responseLabel, severityLabel } from 'command-api/domain/codes';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { dayOfStay, shownDate, weekday } from '../../platform/time/dates.ts';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { RichTextView } from '../../components/rich-text/rich-text-view.tsx';
import { HistoryLink } from './history-link.tsx';
import { chartOf } from './links.ts';
import { reportsText as text } from './messages.ts';

const STEP = 50;

const list = {
  display: 'grid',
  gap: '3',
  _print: { display: 'block' },
  '& article': {
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'l3',
    paddingInline: '4',
    paddingBlock: '3',
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 220px',
    _print: {
      contentVisibility: 'visible',
      borderWidth: 0,
      borderBlockStartWidth: '1px',
      borderRadius: 0,
      paddingInline: 0,
    },
  },
  '& header': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    columnGap: '4',
    rowGap: '1',
    breakAfter: 'avoid',
  },
  '& h3': { fontWeight: 'semibold', fontSize: 'md' },
  '& h3 a': { _hover: { textDecoration: 'underline' } },
  '& .facts': { color: 'fg.muted', fontSize: 'xs', fontVariantNumeric: 'tabular-nums', _print: { color: 'black' } },
  '& .note': { marginBlockStart: '2' },
  '& ol': { marginBlockStart: '2', display: 'grid', gap: '1', _print: { display: 'block' } },
  '& li': { breakInside: 'avoid', borderInlineStartWidth: '3px', borderColor: 'border', paddingInlineStart: '3' },
  '& .drug': { fontWeight: 'semibold' },
  '& .history': {
    fontSize: 'xs',
    '& a': { color: 'brand.fg', textDecoration: 'underline', textUnderlineOffset: '2px' },
  },
  '& .free': { marginBlockStart: '2', color: 'fg.muted', _print: { color: 'black' } },
  '& .marks': { color: 'fg.muted', fontSize: 'xs', _print: { color: 'black' } },
};

export function Collected({
  found,
  asOf,
  whole,
}: {
  found: readonly CollectedReview[];
  asOf: string | undefined;
  whole: boolean;
}) {
  const [most, setMost] = useState(STEP);
  // What was unfolded for paper stays so: a page that shrinks under somebody who reads it loses their place.
  if (whole && most < found.length) setMost(found.length);
  const shown = whole ? found : found.slice(0, most);
  return (
    <>
      <Box css={list}>
        {shown.map((review) => (
          <CollectedOne key={review._id} review={review} asOf={asOf} />
        ))}
      </Box>
      {shown.length < found.length && (
        <Box display="flex" alignItems="center" gap="3" justifyContent="center" marginBlockStart="4">
          <Button data-print="hide" variant="outline" onClick={() => setMost(most + STEP)}>
            {text.more}
          </Button>
          <Box color={{ base: 'fg.muted', _print: 'black' }} fontSize="xs">
            {text.shownOf(shown.length, found.length)}
          </Box>
        </Box>
      )}
    </>
  );
}

function CollectedOne({ review, asOf }: { review: CollectedReview; asOf: string | undefined }) {
  const day = dayOfStay(review.admissionDate, review.reviewDate);
  const errors = review.drugErrs.filter((entry) => !isNoError(entry.errType));
  const free = review.drugErrs.filter((entry) => isNoError(entry.errType));
  return (
    <article>
      <header>
        <h3>
          <Link to={chartOf(review, asOf)} target="_blank" rel="noopener">
            <bdi dir="auto">{review.patientName || text.noName}</bdi>
          </Link>
        </h3>
        <span className="facts">
          {review.medicalRecordNumber !== '' && (
            <>
              {text.record}{' '}
              <bdi dir="ltr">
                <ClinicalText>{review.medicalRecordNumber}</ClinicalText>
              </bdi>{' '}
              ·{' '}
            </>
          )}
          <ClinicalText>{`${weekday(review.reviewDate)} ${shownDate(review.reviewDate)}${day === undefined ? '' : ` · ${text.day} ${day}`}`}</ClinicalText>{' '}
          · {text.editedBy} <bdi>{review.userName}</bdi> · {text.medicines(review.drugErrs.length)}
        </span>
      </header>
      {review.clinicalNote !== '' && (
        <div className="note">
          <RichTextView html={review.clinicalNote} />
        </div>
      )}
      {errors.length > 0 && (
        <ol>
          {errors.map((entry) => (
            <li key={entry._id}>
              <span className="drug">
                <ClinicalName>{entry.errDrugLabel}</ClinicalName>
              </span>{' '}
              <ClinicalName>{entry.errTypeLabel}</ClinicalName>{' '}
              <span className="marks">
                {entry.errSeverity !== null && `${entry.errSeverity}: ${severityLabel(entry.errSeverity)} · `}
                {entry.errRes === null ? text.pending : responseLabel(entry.errRes)}
                {entry.rating !== null && ` · ${entry.rating} / 5`}
                {entry.followUpDate !== null && (
                  <ClinicalText>{` · ${text.followUp(shownDate(entry.followUpDate))}`}</ClinicalText>
                )}
              </span>
              {entry.errNote !== '' && <RichTextView html={entry.errNote} />}
              <div className="history">
                <HistoryLink entry={entry} review={review._id} />
              </div>
            </li>
          ))}
        </ol>
      )}
      {free.length > 0 && (
        <div className="free">
          {NO_ERROR.label}: <ClinicalName>{free.map((entry) => entry.errDrugLabel).join(', ')}</ClinicalName>
        </div>
      )}
    </article>
  );
}
