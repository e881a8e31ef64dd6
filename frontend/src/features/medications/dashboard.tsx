import { Box } from '@chakra-ui/react/box';
import { responses } from 'language/domain/values/codes';
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { formatDate } from '../../platform/time/dates.ts';
import { responseLabel } from '../../clinical/code-labels.ts';
import { DayButtons } from '../../components/day-buttons.tsx';
import { useDayWindow } from '../../components/use-day-window.ts';
import { notify } from '../../components/toasts/toaster.tsx';
import { translate } from '../../platform/language/language.ts';
import { lineStep } from '../../platform/keyboard/line-step.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { gridStyle, GridBody } from './dashboard-grid.tsx';
import {
  changeSigns,
  changesText,
  dayLabel,
  isMarked,
  nextMark,
  responseOf,
  signs,
  typeOf,
} from './dashboard-marks.ts';
import { listChanges, type MedicationTable } from './medication-days.ts';

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
/**
 * The grid of an admission's medications by day (docs/product.md, "Medication dashboard"): as many of the newest days
 * as fit into the width, with buttons to the earlier ones. The page scrolls it, and the days stay in view. It has one
 * tab stop. Arrow keys go from mark to mark, Enter shows the error type and response.
 */
export function Dashboard({ dashboard }: { dashboard: MedicationTable }) {
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

  const shownDays = dashboard.zMedications.flatMap((row) => row.days.slice(days.start, days.end));
  const changes = listChanges.filter((change) => shownDays.some((day) => day.changes?.includes(change)));

  const showMark = (cell: EventTarget) => {
    const [row, column] = positionOf(cell, days.start);
    const medication = dashboard.zMedications[row];
    const day = medication?.days[column];
    if (!medication || !day || !isMarked(day)) return;
    const where = `${medication.medication}, ${formatDate(day.dayDate)}`;
    const [type, ...more] = [...(day.isChecked ? [typeOf(day), responseOf(day)] : []), changesText(day), where].filter(
      Boolean,
    );
    const several = day.entries > 1 ? ` ${translate('medication.several', { entries: day.entries })}` : '';
    notify.info(type ?? '', more.join(' · ') + several);
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
      {days.end - days.start < dashboard.dayList.length ? (
        <DayButtons dayLabels={dashboard.dayList.map((day) => dayLabel(day, dashboard.dayList))} days={days} />
      ) : null}
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
        {changes.map((change) => (
          <Meaning key={change} sign={changeSigns[change]} words={t(`medication.changes.${change}`)} />
        ))}
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
