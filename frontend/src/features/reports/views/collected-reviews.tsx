/**
 * Every review of the period with its entries. Plain elements under one styled root. The list grows on demand; paper
 * has all of it.
 */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { CollectedReview } from 'command-api/contract/reports';
import { isNoError } from 'command-api/domain/values/codes';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { responseLabel, severityLabel } from '../../../clinical/code-labels.ts';
import { dayOfStay, formatDate, weekday } from '../../../platform/time/dates.ts';
import { ClinicalName, ClinicalText } from '../../../components/text/clinical-text.tsx';
import { RichTextView } from '../../../components/rich-text/rich-text-view.tsx';
import { EntryHistoryLink, reviewHref } from './report-parts.tsx';
import { formatList } from '../../../platform/language/format.ts';
import { useTranslation } from '../../../platform/language/use-translation.ts';

const PAGE_SIZE = 50;

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

export function CollectedReviews({
  rows,
  asOf,
  isPrinting,
}: {
  rows: readonly CollectedReview[];
  asOf: string | undefined;
  isPrinting: boolean;
}) {
  const t = useTranslation();
  const [limit, setLimit] = useState(PAGE_SIZE);
  // The list stays unfolded after printing: a page that shrinks loses the reader's place.
  if (isPrinting && limit < rows.length) setLimit(rows.length);
  const shown = isPrinting ? rows : rows.slice(0, limit);
  return (
    <>
      <Box css={list}>
        {shown.map((review) => (
          <CollectedReviewCard key={review._id} review={review} asOf={asOf} />
        ))}
      </Box>
      {shown.length < rows.length && (
        <Box display="flex" alignItems="center" gap="3" justifyContent="center" marginBlockStart="4">
          <Button data-print="hide" variant="outline" onClick={() => setLimit(limit + PAGE_SIZE)}>
            {t('reports.more')}
          </Button>
          <Box color={{ base: 'fg.muted', _print: 'black' }} fontSize="xs">
            {t('reports.shownOf', { shown: shown.length, total: rows.length })}
          </Box>
        </Box>
      )}
    </>
  );
}

function CollectedReviewCard({ review, asOf }: { review: CollectedReview; asOf: string | undefined }) {
  const t = useTranslation();
  const day = dayOfStay(review.admissionDate, review.reviewDate);
  const when = `${weekday(review.reviewDate)} ${formatDate(review.reviewDate)}`;
  const dayOfReview = day === undefined ? '' : ` · ${t('reports.dayOfStay', { day })}`;
  const errors = review.drugErrs.filter((entry) => !isNoError(entry.errType));
  const free = review.drugErrs.filter((entry) => isNoError(entry.errType));
  return (
    <article>
      <header>
        <h3>
          <Link to={reviewHref(review, asOf)} target="_blank" rel="noopener">
            <bdi dir="auto">{review.patientName || t('reports.noName')}</bdi>
          </Link>
        </h3>
        <span className="facts">
          {review.medicalRecordNumber !== '' && (
            <>
              {t('reports.record')}{' '}
              <bdi dir="ltr">
                <ClinicalText>{review.medicalRecordNumber}</ClinicalText>
              </bdi>{' '}
              ·{' '}
            </>
          )}
          <ClinicalText>{when + dayOfReview}</ClinicalText> · {t('reports.editedBy')} <bdi>{review.userName}</bdi> ·{' '}
          {t('reports.medicines', { count: review.drugErrs.length })}
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
                {entry.errRes === null ? t('reports.pending') : responseLabel(entry.errRes)}
                {entry.rating !== null && ` · ${t('reports.outOf5', { rating: entry.rating })}`}
                {entry.followUpDate !== null && (
                  <ClinicalText>{` · ${t('reports.followUp', { date: formatDate(entry.followUpDate) })}`}</ClinicalText>
                )}
              </span>
              {entry.errNote !== '' && <RichTextView html={entry.errNote} />}
              <div className="history">
                <EntryHistoryLink entry={entry} review={review._id} />
              </div>
            </li>
          ))}
        </ol>
      )}
      {free.length > 0 && (
        <div className="free">
          {t('code.noError')}: <ClinicalName>{formatList(free.map((entry) => entry.errDrugLabel))}</ClinicalName>
        </div>
      )}
    </article>
  );
}
