import { Box } from '@chakra-ui/react/box';
import type { WardBoard } from 'language/contract/handover';
import { limits } from 'language/domain/values/codes';
import { Button } from '@chakra-ui/react/button';
import { ArrowDown, ArrowDownWideNarrow, ArrowUp, BedDouble, Printer, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { EmptyState } from '../../components/screen-states.tsx';
import { severityStyle } from '../../clinical/marks.tsx';
import { touch } from '../../components/theme/system.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { columns, Row } from './board-row.tsx';
import { byNeed, initialOrder, pendingOf, sortRows, type BoardRow, type Column, type Order } from './sorting.ts';
import { useSteadyRows } from './steady-rows.ts';

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
    [touch]: { minHeight: '44px' },
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
    [touch]: { paddingBlock: '2' },
  },
  '& .below': { display: 'flex', flexWrap: 'wrap', columnGap: '2', fontSize: 'xs', color: 'fg.muted' },
  '& .narrow': { display: { base: 'inline', md: 'none' } },
  '& [data-column=age], & [data-column=day], & [data-column=news], & [data-column=overdue], & [data-column=last]': {
    display: { base: 'none', md: 'table-cell' },
  },
  // Narrower, the bed is below the name.
  '& [data-column=bed]': { display: { base: 'none', lg: 'table-cell' } },
  '& .place': { display: { lg: 'none' }, fontWeight: 'semibold' },
  '& [data-shared], & [data-question]': { color: 'amber.fg' },
  // One line: a row is as high as its patient's names.
  '& .diagnosis': {
    flexBasis: '100%',
    display: 'block',
    // On a phone it has the width of the names; one of its own would make the table wider than the window.
    width: { base: '0', md: 'auto' },
    minWidth: { base: '100%', md: '0' },
    maxWidth: { md: '14rem', lg: '20rem' },
    // `line-clamp` draws no ellipsis in a text whose direction is not that of the page.
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    // It has the direction of its text, so that the end is cut off, and is beside the name in each language.
    textAlign: 'left',
    _rtl: { textAlign: 'right' },
  },
  '& tbody [data-column=bed], & tbody [data-column=age], & tbody [data-column=day]': { whiteSpace: 'nowrap' },
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
  '& [data-gone] > *, & [data-gone] a': { color: 'fg.muted' },
  ...severityStyle,
};

interface Props {
  board: WardBoard;
  team: string;
  /** Admissions whose charts other people have changed since this person last looked. */
  changedAdmissions: ReadonlySet<string>;
  /** The board was shown before, and is being read again. */
  isUpdating: boolean;
  /** Prints the inpatients in the order of the board. */
  onPrint: (rows: readonly BoardRow[]) => void;
  isPrinting: boolean;
}

/** The ward board: one row for each inpatient. Values are live, rows keep their places while a person works. */
export function Board({ board, team, changedAdmissions, isUpdating, onPrint, isPrinting }: Props) {
  const t = useTranslation();
  const [order, setOrder] = useState<Order>(byNeed);
  const sorted = sortRows(
    board.patients.map((patient): BoardRow => ({ ...patient, isNew: changedAdmissions.has(patient.admission) })),
    order,
  );
  const key = JSON.stringify([board.team, board.today, order]);
  const { rows, isOutOfOrder, sortAgain } = useSteadyRows(sorted, key, isUpdating);
  const notReviewed = board.patients.filter(({ reviewedToday }) => !reviewedToday).length;
  const pending = pendingOf(board.patients);
  const sortBy = (by: Column) =>
    setOrder((now) => (now.by === by ? { by, isDescending: !now.isDescending } : initialOrder(by)));
  return (
    <>
      <Box display="flex" flexWrap="wrap" alignItems="center" justifyContent="flex-end" gap="2" marginBlockEnd="2">
        <Box role="status" flex={{ base: '1 0 100%', md: '1' }} fontSize="sm" color="fg.muted" className="tabular">
          {t(
            notReviewed > 0
              ? 'ward.countedNotReviewed'
              : board.patients.length > 0
                ? 'ward.countedReviewed'
                : 'ward.counted',
            { patients: board.patients.length, notReviewed },
          )}
          {pending > limits.pendingOnRoundList ? (
            <div>{t('ward.roundList.cut', { shown: limits.pendingOnRoundList, total: pending })}</div>
          ) : null}
          {isOutOfOrder ? <VisuallyHidden>{` · ${t('ward.outOfOrder')}`}</VisuallyHidden> : null}
        </Box>
        {board.patients.length === 0 ? null : (
          <>
            {/* Its room is always there: nothing moves when it appears. */}
            <Button size="xs" visibility={isOutOfOrder ? 'visible' : 'hidden'} onClick={sortAgain}>
              <RefreshCw size={14} aria-hidden />
              {t('ward.sortAgain')}
            </Button>
            <Button
              size="xs"
              variant={order.by === 'need' ? 'subtle' : 'outline'}
              aria-pressed={order.by === 'need'}
              title={t('ward.byNeedHint')}
              onClick={() => setOrder(byNeed)}
            >
              <ArrowDownWideNarrow size={14} aria-hidden />
              {t('ward.byNeed')}
            </Button>
            <Button
              size="xs"
              variant="outline"
              loading={isPrinting}
              onClick={() => onPrint(rows.filter(({ isGone }) => !isGone))}
            >
              <Printer size={14} aria-hidden />
              {t('ward.roundList.print')}
            </Button>
          </>
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
              {rows.map((row) => (
                <Row key={row.admission} patient={row} today={board.today} />
              ))}
            </tbody>
          </table>
        </Box>
      )}
    </>
  );
}
