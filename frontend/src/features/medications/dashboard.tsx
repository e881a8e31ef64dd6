import { Box } from '@chakra-ui/react/box';
import type { MedicationDashboard, MedicationDay } from 'command-api/contract/reports';
import { isNoError, responses } from 'command-api/domain/values/codes';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { memo, useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { Button } from '@chakra-ui/react/button';
import { formatDate, weekday } from '../../platform/time/dates.ts';
import { errorTypeLabel, responseLabel, responseSigns } from '../../clinical/code-labels.ts';
import { NO_ERROR_SIGN } from '../../clinical/marks.tsx';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { translate } from '../../platform/language/language.ts';
import { lineStep } from '../../platform/keyboard/line-step.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useDayWindow, type DayWindow } from './use-day-window.ts';

/** One styled root, columns of a fixed width, no element in a cell: 40 medicines by 60 days are 2,400 cells. */
const gridStyle = {
  width: 'fit-content',
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'l2',
  '--first': { base: '8rem', md: '12rem' },
  '& table': {
    tableLayout: 'fixed',
    borderCollapse: 'separate',
    borderSpacing: 0,
    fontSize: 'xs',
    fontVariantNumeric: 'tabular-nums',
  },
  '& th, & td': {
    borderBlockEndWidth: '1px',
    borderInlineEndWidth: '1px',
    borderColor: 'border.muted',
    padding: 0,
    textAlign: 'center',
    height: '32px',
    '@media (pointer: coarse), (max-width: 767px)': { height: '44px' },
  },
  // Below the patient's banner.
  '& thead th': {
    position: 'sticky',
    insetBlockStart: { base: '4.75rem', md: '3.9rem' },
    zIndex: 1,
    bg: 'bg.subtle',
    color: 'fg.muted',
    fontWeight: 'semibold',
  },
  '& tbody th': {
    textAlign: 'start',
    fontWeight: 'semibold',
    paddingInline: '3',
    overflowWrap: 'anywhere',
  },
  '& .corner': { width: 'var(--first)', textAlign: 'start', paddingInline: '3' },
  '& td[data-mark]': { fontWeight: 'bold', cursor: 'pointer' },
  '& td:focus-visible': { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '-2px' },
  '& [data-mark=none]': { color: 'brand.fg' },
  '& [data-mark=pending]': { bg: 'severity.none.bg', color: 'severity.none.fg' },
  '& [data-mark="1"]': { bg: 'brand.subtle', color: 'brand.fg' },
  '& [data-mark="2"], & [data-mark="3"]': { bg: 'severity.reached.bg', color: 'severity.reached.fg' },
  '& [data-mark="4"]': { bg: 'severity.grave.bg', color: 'severity.grave.fg' },
};
const DAY_PX = 44;
const FIRST_PX = { narrow: 128, wide: 192 };
/** The frame. */
const BORDERS_PX = 2;
const NARROW = '(max-width: 767px)';
const daysIn = (width: number): number =>
  (width - BORDERS_PX - (window.matchMedia(NARROW).matches ? FIRST_PX.narrow : FIRST_PX.wide)) / DAY_PX;
const legendStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: '4',
  rowGap: '1',
  listStyle: 'none',
  fontSize: 'xs',
  color: 'fg.muted',
  marginBlockStart: '2',
  '& b': { color: 'fg', marginInlineEnd: '1' },
};
const signs = { none: NO_ERROR_SIGN, ...responseSigns, pending: '…' } as const;

const markOf = ({ zType, zResp }: MedicationDay): keyof typeof signs =>
  zType !== null && isNoError(zType) ? 'none' : (zResp ?? 'pending');
const typeOf = ({ zType, zTypeLabel }: MedicationDay): string => errorTypeLabel(zType ?? '', zTypeLabel);
/** '' for a day without an error. */
const responseOf = ({ zType, zResp }: MedicationDay): string =>
  zType !== null && isNoError(zType)
    ? ''
    : zResp === null
      ? translate('medication.marks.pending')
      : responseLabel(zResp);
const monthAndDay = (day: string): string => formatDate(day).slice(5);

/**
 * The grid of an admission's medications by day (docs/product.md, "Medication dashboard"): as many of the newest days
 * as fit into the width, with buttons to the earlier ones. The page scrolls it, and the days stay in view. It has one tab stop. Arrow keys go from mark to mark, Enter shows the error type and response.
 */
export function Dashboard({ dashboard }: { dashboard: MedicationDashboard }) {
  const t = useTranslation();
  const table = useRef<HTMLTableElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const days = useDayWindow(dashboard.dayList.length, box, daysIn);
  const focused = useRef<[number, number]>(undefined);
  // The mark that a key leads to may be on a day that was not shown.
  useLayoutEffect(() => {
    if (!focused.current) return;
    const [row, column] = focused.current;
    const cell = table.current?.tBodies[0]?.rows[row]?.cells[column - days.start + 1];
    if (!cell) return;
    focused.current = undefined;
    focusCell(cell);
  });
  if (dashboard.zMedications.length === 0)
    return (
      <Box color="fg.muted" paddingBlock="3">
        {t('medication.dashboardEmpty')}
      </Box>
    );

  const showMark = (cell: EventTarget) => {
    const [row, column] = positionOf(cell, days.start);
    const medication = dashboard.zMedications[row];
    const day = medication?.days[column];
    if (!medication || !day?.isChecked) return;
    const where = `${medication.medication}, ${formatDate(day.dayDate)}`;
    const details = [responseOf(day), where].filter(Boolean).join(' · ');
    const several = day.entries > 1 ? ` ${translate('medication.several', { entries: day.entries })}` : '';
    notify.info(typeOf(day), details + several);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const down = { ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0;
    const along = lineStep(event.key) ?? 0;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      showMark(event.target);
    }
    if ((down === 0 && along === 0) || !(event.target instanceof HTMLTableCellElement)) return;
    event.preventDefault();
    const next = nextMark(dashboard, positionOf(event.target, days.start), [down, along]);
    if (!next) return;
    const cell = table.current?.tBodies[0]?.rows[next[0]]?.cells[next[1] - days.start + 1];
    if (next[1] >= days.start && next[1] < days.end && cell) focusCell(cell);
    else {
      focused.current = next;
      days.show(next[1]);
    }
  };
  return (
    <>
      <Box fontSize="xs" color="fg.muted" marginBlockEnd="1">
        {t('medication.cellsHint')}
      </Box>
      <div ref={box} />
      {days.end - days.start < dashboard.dayList.length ? <DayButtons dashboard={dashboard} days={days} /> : null}
      <Box css={gridStyle} data-dashboard>
        {/* One handler for all cells. */}
        <table
          ref={table}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
          role="grid"
          aria-label={t('medication.dashboard')}
          tabIndex={-1}
          style={{ width: `calc(var(--first) + ${(days.end - days.start) * DAY_PX}px)` }}
          onClick={(event) => showMark(event.target)}
          onKeyDown={onKeyDown}
        >
          <GridBody key={days.start} dashboard={dashboard} start={days.start} end={days.end} />
        </table>
      </Box>
      <Box as="ul" css={legendStyle}>
        <Meaning sign={signs.none} words={t('medication.marks.none')} />
        {responses.map(({ code }) => (
          <Meaning key={code} sign={signs[code]} words={responseLabel(code)} />
        ))}
        <Meaning sign={signs.pending} words={t('medication.marks.pending')} />
      </Box>
    </>
  );
}

const Meaning = ({ sign, words }: { sign: string; words: string }) => (
  <li>
    <b aria-hidden>{sign}</b>
    {words}
  </li>
);

/** The days that are shown, and the ways to the others. */
function DayButtons({ dashboard: { dayList }, days }: { dashboard: MedicationDashboard; days: DayWindow }) {
  const t = useTranslation();
  const from = monthAndDay(dayList[days.start] ?? '');
  const to = monthAndDay(dayList[days.end - 1] ?? '');
  return (
    <Box display="flex" flexWrap="wrap" alignItems="center" gap="2" marginBlockEnd="2">
      <Button size="sm" variant="outline" disabled={days.start === 0} onClick={days.goEarlier}>
        <Box as={ChevronLeft} boxSize="4" _rtl={{ rotate: '180deg' }} aria-hidden />
        {t('medication.earlierDays')}
      </Button>
      <Box role="status" fontSize="sm" className="tabular">
        <ClinicalText>{t('medication.daysShown', { from, to })}</ClinicalText>
      </Box>
      <Button size="sm" variant="outline" disabled={days.end === dayList.length} onClick={days.goLater}>
        {t('medication.laterDays')}
        <Box as={ChevronRight} boxSize="4" _rtl={{ rotate: '180deg' }} aria-hidden />
      </Button>
    </Box>
  );
}

/** The table has one tab stop. */
function focusCell(cell: HTMLTableCellElement): void {
  for (const stop of cell.closest('table')?.querySelectorAll<HTMLElement>('td[tabindex="0"]') ?? []) stop.tabIndex = -1;
  cell.tabIndex = 0;
  cell.focus();
}

/** Row and day of the cell that contains the target; [-1, -1] outside the cells. */
function positionOf(target: EventTarget, start: number): [number, number] {
  const cell = target instanceof Element ? target.closest('td') : null;
  const row = cell?.parentElement;
  return cell && row instanceof HTMLTableRowElement ? [row.sectionRowIndex, start + cell.cellIndex - 1] : [-1, -1];
}

/** The next mark in a direction: in the row for left and right, on the nearest day for up and down. */
function nextMark(
  { zMedications }: MedicationDashboard,
  [row, column]: [number, number],
  [down, along]: [number, number],
): [number, number] | undefined {
  if (along !== 0) {
    const days = zMedications[row]?.days ?? [];
    for (let at = column + along; at >= 0 && at < days.length; at += along) if (days[at]?.isChecked) return [row, at];
    return undefined;
  }
  for (let at = row + down; at >= 0 && at < zMedications.length; at += down) {
    const marked = (zMedications[at]?.days ?? []).flatMap(({ isChecked }, day) => (isChecked ? [day] : []));
    const [nearest] = marked.sort((a, b) => Math.abs(a - column) - Math.abs(b - column));
    if (nearest !== undefined) return [at, nearest];
  }
  return undefined;
}

function cellLabel(drug: string, day: MedicationDay): string {
  const [values, response] = [{ drug, day: monthAndDay(day.dayDate), type: typeOf(day) }, responseOf(day)];
  return response === ''
    ? translate('medication.cell', values)
    : translate('medication.cellResponse', { ...values, response });
}

const GridBody = memo(function Marks({
  dashboard,
  start,
  end,
}: {
  dashboard: MedicationDashboard;
  start: number;
  end: number;
}) {
  const t = useTranslation();
  const shown = dashboard.zMedications.map((medication) => ({
    ...medication,
    days: medication.days.slice(start, end),
  }));
  const first = shown.findIndex(({ days }) => days.some(({ isChecked }) => isChecked));
  return (
    <>
      <thead>
        <tr>
          <th scope="col" className="corner">
            {t('medication.medication')}
          </th>
          {dashboard.dayList.slice(start, end).map((day) => (
            <th key={day} scope="col" title={`${weekday(day)} ${formatDate(day)}`}>
              <ClinicalText>{monthAndDay(day)}</ClinicalText>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map(({ drug, medication, days }, row) => {
          const firstMark = row === first ? days.findIndex(({ isChecked }) => isChecked) : -1;
          return (
            <tr key={drug}>
              <th scope="row">
                <ClinicalName>{medication}</ClinicalName>
              </th>
              {days.map((day, column) =>
                day.isChecked ? (
                  <td
                    key={day.dayDate}
                    tabIndex={column === firstMark ? 0 : -1}
                    data-mark={markOf(day)}
                    aria-label={cellLabel(medication, day)}
                  >
                    {signs[markOf(day)]}
                  </td>
                ) : (
                  // Nothing was reviewed that day.
                  // oxlint-disable-next-line jsx-a11y/control-has-associated-label
                  <td key={day.dayDate} />
                ),
              )}
            </tr>
          );
        })}
      </tbody>
    </>
  );
});
