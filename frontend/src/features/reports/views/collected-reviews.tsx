/**
 * Every review of the period with its entries. Plain elements under one styled root. The list grows on demand; paper
 * has all of it.
 */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { DrugErr } from 'language/contract/entities';
import type { CollectedReview } from 'language/contract/reports';
import { EmptyState } from '../../../components/screen-states.tsx';
import { isNoError, limits } from 'language/domain/values/codes';
import { FileSearch } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { errorTypeLabel, responseLabel, severityLabel } from '../../../clinical/code-labels.ts';
import { dayOfStay, formatDate, weekday } from '../../../platform/time/dates.ts';
import { ClinicalName, ClinicalNames, ClinicalText } from '../../../components/text/clinical-text.tsx';
import { RichTextView } from '../../../components/rich-text/rich-text-view.tsx';
import { EntryHistoryLink, reviewHref } from './report-parts.tsx';
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
  '& .marks': {
    color: 'fg.muted',
    fontSize: 'xs',
    _print: { color: 'black' },
    // A letter beside a Latin error type would be read as a part of it.
    _before: { content: '"· "' },
  },
};

/** For paper with errors only: an error beside its note, and little space between. */
const dense = {
  '@media print': {
    fontSize: '8.5pt',
    lineHeight: '1.3',
    // No error without its patient's name on the same page.
    '& article': { paddingBlock: '3pt', breakInside: 'avoid' },
    '& article h3': { fontSize: '9.5pt' },
    '& article .facts, & article .marks': { fontSize: 'inherit' },
    '& article .marks': { display: 'block', _before: { content: 'none' } },
    '& article ol': { marginBlockStart: '1pt' },
    '& article li': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 6fr)',
      columnGap: '8pt',
      marginBlockEnd: '1pt',
      paddingInlineStart: '6pt',
      borderInlineStartWidth: '1px',
      borderColor: 'black',
    },
    // The paragraphs of a note are one, in the direction of its first letter.
    '& .rich-text': { lineHeight: 'inherit', unicodeBidi: 'plaintext' },
    '& .rich-text *': { display: 'inline', fontSize: 'inherit', lineHeight: 'inherit' },
    '& .rich-text > * + *::before': { content: '" / "' },
  },
};

const isError = ({ errType }: DrugErr): boolean => !isNoError(errType);
/** The reviews with an error. */
export const withErrors = (rows: readonly CollectedReview[]): readonly CollectedReview[] =>
  rows.filter(({ drugErrs }) => drugErrs.some(isError));

interface Props {
  rows: readonly CollectedReview[];
  asOf: string | undefined;
  /** Leaves out the notes of the reviews and the medicines without an error. */
  errorsOnly: boolean;
  isPrinting: boolean;
}

export function CollectedReviews({ rows: all, asOf, errorsOnly, isPrinting }: Props) {
  const t = useTranslation();
  const [limit, setLimit] = useState(PAGE_SIZE);
  const rows = errorsOnly ? withErrors(all) : all;
  // The list stays unfolded after printing: a page that shrinks loses the reader's place.
  if (isPrinting && limit < rows.length) setLimit(rows.length);
  const shown = isPrinting ? rows : rows.slice(0, limit);
  if (rows.length === 0)
    return <EmptyState level={3} icon={<FileSearch size={32} aria-hidden />} title={t('reports.noErrors')} />;
  return (
    <>
      <Box css={errorsOnly ? { ...list, ...dense } : list}>
        {shown.map((review) => (
          <CollectedReviewCard key={review._id} review={review} asOf={asOf} errorsOnly={errorsOnly} />
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

function CollectedReviewCard({
  review,
  asOf,
  errorsOnly,
}: Pick<Props, 'asOf' | 'errorsOnly'> & { review: CollectedReview }) {
  const t = useTranslation();
  const day = dayOfStay(review.admissionDate, review.reviewDate);
  const when = `${weekday(review.reviewDate)} ${formatDate(review.reviewDate)}`;
  const dayOfReview = day === undefined ? '' : ` · ${t('reports.dayOfStay', { day })}`;
  const errors = review.drugErrs.filter(isError);
  const free = errorsOnly ? [] : review.drugErrs.filter((entry) => !isError(entry));
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
              {t('patients.recordNumber')}{' '}
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
      {!errorsOnly && review.clinicalNote !== '' && (
        <div className="note">
          <RichTextView html={review.clinicalNote} />
        </div>
      )}
      {errors.length > 0 && (
        <ol>
          {errors.map((entry) => (
            <li key={entry._id}>
              <div>
                <span className="drug">
                  <ClinicalName>{entry.errDrugLabel}</ClinicalName>
                </span>{' '}
                <ClinicalName>{errorTypeLabel(entry.errType, entry.errTypeLabel)}</ClinicalName>{' '}
                <span className="marks">
                  {entry.errSeverity !== null && `${entry.errSeverity}: ${severityLabel(entry.errSeverity)} · `}
                  {entry.errRes === null ? t('reports.pending') : responseLabel(entry.errRes)}
                  {entry.rating !== null && ` · ${t('reports.outOf5', { rating: entry.rating, max: limits.rating })}`}
                  {entry.followUpDate !== null && (
                    <ClinicalText>{` · ${t('reports.followUp', { date: formatDate(entry.followUpDate) })}`}</ClinicalText>
                  )}
                </span>
              </div>
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
          {t('code.noError')}: <ClinicalNames>{free.map((entry) => entry.errDrugLabel)}</ClinicalNames>
        </div>
      )}
    </article>
  );
}
