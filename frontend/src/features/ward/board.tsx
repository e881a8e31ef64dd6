import { Box } from '@chakra-ui/react/box';
import type { WardBoard } from 'command-api/contract/handover';
import { ArrowDown, ArrowUp, BedDouble, Check } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { dayOfStay, formatShortAge, formatDate } from '../../platform/time/dates.ts';
import { patientFullName } from '../../platform/text/names.ts';
import { formatTime } from '../../platform/time/instants.ts';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { EmptyState } from '../../components/screen-states.tsx';
import { severityStyle, SeverityMark } from '../../clinical/marks.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { initialOrder, sortRows, type BoardRow, type Column, type Order } from './sorting.ts';

const columns: readonly Column[] = ['name', 'age', 'day', 'reviewed', 'news', 'pending', 'worst', 'overdue', 'last'];

/** One styled root for the table. Below 768 px age and day move below the name, and less important columns go. */
const boardStyle = {
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'l3',
  overflow: 'hidden',
  '& table': { width: '100%', borderCollapse: 'collapse', fontVariantNumeric: 'tabular-nums' },
  '& th, & td': {
    textAlign: 'start',
    verticalAlign: 'middle',
    paddingInline: { base: '1', md: '2' },
    paddingBlock: '1.5',
    borderBlockEndWidth: '1px',
    borderColor: 'border.muted',
  },
  '& tbody tr:last-child > *': { borderBlockEndWidth: 0 },
  '& tbody tr:hover': { bg: 'brand.subtle' },
  '& thead th': { bg: 'bg.subtle', fontSize: 'xs', fontWeight: 'semibold', color: 'fg.muted', padding: 0 },
  '& thead button': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    width: '100%',
    minHeight: '32px',
    paddingInline: { base: '1', md: '2' },
    textAlign: 'start',
    font: 'inherit',
    color: 'inherit',
    cursor: 'pointer',
    '@media (pointer: coarse)': { minHeight: '44px' },
    _hover: { color: 'fg' },
    _focusVisible: { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '-2px' },
  },
  '& thead th[aria-sort]': { color: 'fg' },
  '& [data-column=name]': { paddingInlineStart: { base: '3', md: '4' } },
  '& thead [data-column=name]': { paddingInlineStart: { base: '2', md: '2' } },
  '& tbody [data-column=name]': { fontWeight: 'normal', minWidth: { base: '6rem', md: '11rem' } },
  '& tbody a': {
    fontWeight: 'semibold',
    fontSize: { base: 'sm', md: 'md' },
    color: 'brand.fg',
    overflowWrap: 'anywhere',
    _hover: { textDecoration: 'underline' },
  },
  '& .below': { display: 'flex', flexWrap: 'wrap', columnGap: '2', fontSize: 'xs', color: 'fg.muted' },
  '& .narrow': { display: { base: 'inline', md: 'none' } },
  '& [data-column=age], & [data-column=day], & [data-column=news], & [data-column=overdue], & [data-column=last]': {
    display: { base: 'none', md: 'table-cell' },
  },
  '& tbody [data-column=age], & tbody [data-column=day]': { whiteSpace: 'nowrap' },
  '& td[data-reviewed=true]': {
    color: 'brand.fg',
    fontWeight: 'semibold',
    '& svg': { display: 'inline', verticalAlign: '-2px', marginInlineEnd: '1' },
  },
  '& td[data-reviewed=false]': { color: 'amber.fg', fontWeight: 'semibold', '& .below': { fontWeight: 'normal' } },
  '& .narrow.late': { display: { base: 'block', md: 'none' }, fontSize: 'xs', color: 'fg.error', whiteSpace: 'nowrap' },
  '& .new': {
    fontSize: 'xs',
    fontWeight: 'semibold',
    color: 'brand.fg',
    bg: 'brand.muted',
    borderRadius: 'l1',
    paddingInline: '1.5',
    whiteSpace: 'nowrap',
  },
  '& td[data-column=pending], & td[data-column=overdue]': { fontWeight: 'bold' },
  '& td[data-column=overdue][data-none=false]': { color: 'fg.error' },
  '& td[data-none=true]': { color: 'fg.muted', fontWeight: 'normal' },
  ...severityStyle,
};

interface Props {
  board: WardBoard;
  team: string;
  /** Admissions whose charts other people have changed since this person last looked. */
  changedAdmissions: ReadonlySet<string>;
}

/** The ward board: one row for each inpatient, in the order that the person has chosen. */
export function Board({ board, team, changedAdmissions }: Props) {
  const t = useTranslation();
  const [order, setOrder] = useState<Order>(initialOrder('name'));
  const rows = board.patients.map((patient): BoardRow => ({
    ...patient,
    isNew: changedAdmissions.has(patient.admission),
  }));
  const notReviewed = board.patients.filter(({ reviewedToday }) => !reviewedToday).length;
  const sortBy = (by: Column) =>
    setOrder((now) => (now.by === by ? { by, isDescending: !now.isDescending } : initialOrder(by)));
  return (
    <>
      <Box role="status" fontSize="sm" color="fg.muted" marginBlockEnd="1" className="tabular">
        {t(
          notReviewed > 0
            ? 'ward.countedNotReviewed'
            : board.patients.length > 0
              ? 'ward.countedReviewed'
              : 'ward.counted',
          { patients: board.patients.length, notReviewed },
        )}
      </Box>
      {board.patients.length === 0 ? (
        <EmptyState icon={<BedDouble size={32} aria-hidden />} title={t('ward.empty')}>
          {t('ward.emptyHint')}
        </EmptyState>
      ) : (
        <Box css={boardStyle}>
          <table aria-label={t('ward.board', { team })}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th
                    key={column}
                    scope="col"
                    data-column={column}
                    aria-sort={order.by !== column ? undefined : order.isDescending ? 'descending' : 'ascending'}
                  >
                    <button type="button" onClick={() => sortBy(column)}>
                      {t(`ward.columns.${column}`)}
                      {order.by !== column ? null : order.isDescending ? (
                        <ArrowDown size={13} aria-hidden />
                      ) : (
                        <ArrowUp size={13} aria-hidden />
                      )}
                    </button>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {sortRows(rows, order).map((row) => (
                <Row key={row.admission} patient={row} today={board.today} />
              ))}
            </tbody>
          </table>
        </Box>
      )}
    </>
  );
}

function Row({ patient, today }: { patient: BoardRow; today: string }) {
  const t = useTranslation();
  // Only the two largest units: days matter for a newborn and not for an adult.
  const age = formatShortAge(patient.birthdate, today);
  const day = dayOfStay(patient.admissionDate, today);
  return (
    <tr data-patient={patient._id}>
      <th scope="row" data-column="name">
        <Link to={paths.admission.href(patient.admission)}>
          <bdi dir="auto">{patientFullName(patient) || t('ward.unnamed')}</bdi>
        </Link>
        <span className="below">
          {patient.medicalRecordNumber === '' ? null : (
            <bdi dir="ltr">
              <ClinicalText>{patient.medicalRecordNumber}</ClinicalText>
            </bdi>
          )}
          {/* On a phone, which has no room for the columns of age and day. */}
          <span className="narrow">
            <ClinicalText>
              {[age, day === undefined ? '' : t('ward.dayOfStay', { day })].filter(Boolean).join(' · ')}
            </ClinicalText>
          </span>
          {patient.isNew ? (
            <span className="narrow new" title={t('ward.changedHint')}>
              {t('ward.changed')}
            </span>
          ) : null}
        </span>
      </th>
      <td data-column="age">
        <ClinicalText>{age}</ClinicalText>
      </td>
      <td data-column="day">{day ?? ''}</td>
      <td data-column="reviewed" data-reviewed={patient.reviewedToday}>
        {patient.reviewedToday ? (
          <>
            <Check size={15} aria-hidden />
            {t('ward.reviewed')}
          </>
        ) : (
          <>
            {t('ward.notReviewed')}
            <span className="below">
              <ClinicalText>
                {patient.lastReviewDate === null
                  ? t('ward.never')
                  : t('ward.lastReview', { date: formatDate(patient.lastReviewDate).slice(5) })}
              </ClinicalText>
            </span>
          </>
        )}
      </td>
      <td data-column="news">
        {patient.isNew ? (
          <span className="new" title={t('ward.changedHint')}>
            {t('ward.changed')}
          </span>
        ) : null}
      </td>
      <td data-column="pending" data-none={patient.pending === 0}>
        {patient.pending}
        {patient.overdue > 0 ? (
          <span className="narrow late">{t('ward.overdue', { count: patient.overdue })}</span>
        ) : null}
      </td>
      <td data-column="worst">{patient.pending === 0 ? null : <SeverityMark severity={patient.worstSeverity} />}</td>
      <td data-column="overdue" data-none={patient.overdue === 0}>
        {patient.overdue}
      </td>
      <td data-column="last">
        {patient.lastAt === null ? null : (
          <>
            <bdi>{patient.lastByName}</bdi>
            <span className="below">
              <ClinicalText>{formatTime(patient.lastAt)}</ClinicalText>
            </span>
          </>
        )}
      </td>
    </tr>
  );
}
