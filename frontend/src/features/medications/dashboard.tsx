import { Box } from '@chakra-ui/react/box';
import type { MedicationDashboard, MedicationDay } from 'command-api/contract/reports';
import { isNoError } from 'command-api/domain/codes';
import { memo, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { shownDate, weekday } from '../../lib/dates.ts';
import { notify } from '../../ui/toaster.tsx';
import { medicationText as text } from './messages.ts';

/** Plain elements under one styled root: forty medicines by sixty days are 2,400 cells. */
const look = {
  overflow: 'auto', width: 'fit-content', maxWidth: '100%', maxHeight: 'min(70dvh, 44rem)', bg: 'bg.panel', borderWidth: '1px', borderRadius: 'l2', overscrollBehaviorX: 'contain', position: 'relative',
  '& table': { borderCollapse: 'separate', borderSpacing: 0, fontSize: 'xs', fontVariantNumeric: 'tabular-nums' },
  '& th, & td': { borderBlockEndWidth: '1px', borderInlineEndWidth: '1px', borderColor: 'border.muted', padding: 0, textAlign: 'center' },
  '& thead th': { position: 'sticky', insetBlockStart: 0, zIndex: 1, bg: 'bg.subtle', color: 'fg.muted', fontWeight: 'semibold', paddingBlock: '1.5', minWidth: '44px' },
  '& tbody th': { position: 'sticky', insetInlineStart: 0, zIndex: 1, bg: 'bg.panel', textAlign: 'start', fontWeight: 'semibold', paddingInline: '3', paddingBlock: '1', minWidth: { base: '7.5rem', md: '11rem' }, maxWidth: { base: '9rem', md: '16rem' }, overflowWrap: 'anywhere' },
  '& .corner': { insetInlineStart: 0, zIndex: 2, textAlign: 'start', paddingInline: '3' },
  '& tbody tr:hover > *': { bg: 'bg.subtle' },
  '& button': { display: 'block', width: '100%', minWidth: '44px', height: { base: '44px', md: '32px' }, fontWeight: 'bold', cursor: 'pointer', '@media (pointer: coarse)': { height: '44px' } },
  '& button:focus-visible': { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '-2px' },
  '& [data-mark=none]': { color: 'brand.fg' },
  '& [data-mark=pending]': { bg: 'severity.none.bg', color: 'severity.none.fg' },
  '& [data-mark="1"]': { bg: 'brand.subtle', color: 'brand.fg' },
  '& [data-mark="2"], & [data-mark="3"]': { bg: 'severity.reached.bg', color: 'severity.reached.fg' },
  '& [data-mark="4"]': { bg: 'severity.grave.bg', color: 'severity.grave.fg' },
};
const legend = { display: 'flex', flexWrap: 'wrap', columnGap: '4', rowGap: '1', listStyle: 'none', fontSize: 'xs', color: 'fg.muted', marginBlockStart: '2', '& b': { color: 'fg', marginInlineEnd: '1' } };
const signs = { none: '✓', pending: '…', 1: 'A', 2: 'R', 3: 'M', 4: 'H' } as const;
const meanings = [['✓', text.marks.none], ['A', 'Accept'], ['R', 'Reject'], ['M', 'Missed'], ['H', 'Harm'], ['…', text.marks.pending]] as const;

const markOf = ({ zType, zResp }: MedicationDay): keyof typeof signs => (zType !== null && isNoError(zType) ? 'none' : (zResp ?? 'pending'));
const monthAndDay = (day: string): string => shownDate(day).slice(5);

/** The medications of an admission by day (specification §2). One tab stop; the arrow keys go from mark to mark. */
export function Dashboard({ dashboard }: { dashboard: MedicationDashboard }) {
  const table = useRef<HTMLTableElement>(null);
  if (dashboard.zMedications.length === 0) return <Box color="fg.muted" paddingBlock="3">{text.dashboardEmpty}</Box>;

  const tell = (event: MouseEvent) => {
    const [row, column] = placeOf(event.target);
    const medication = dashboard.zMedications[row];
    const day = medication?.days[column];
    if (day?.isChecked) notify.info(day.zTypeLabel, `${[day.zRespLabel, `${medication?.medication ?? ''}, ${shownDate(day.dayDate)}`].filter(Boolean).join(' · ')}${text.several(day.entries)}`);
  };
  const go = (event: KeyboardEvent) => {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (!step || !(event.target instanceof HTMLButtonElement)) return;
    event.preventDefault();
    const next = nextMark(dashboard, placeOf(event.target), step as [number, number]);
    const button = next && table.current?.tBodies[0]?.rows[next[0]]?.cells[next[1] + 1]?.querySelector('button');
    if (!button) return;
    event.target.tabIndex = -1;
    button.tabIndex = 0;
    button.focus();
  };
  return (
    <>
      <Box fontSize="xs" color="fg.muted" marginBlockEnd="1">{text.cellsHint}</Box>
      <Box css={look} data-dashboard>
        {/* The buttons in it act; their clicks and arrows are heard here, once for all of them. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events */}
        <table ref={table} aria-label={text.dashboard} onClick={tell} onKeyDown={go}><Marks dashboard={dashboard} /></table>
      </Box>
      <Box as="ul" css={legend}>{meanings.map(([sign, meaning]) => <li key={sign}><b aria-hidden>{sign}</b>{meaning}</li>)}</Box>
    </>
  );
}

/** Row and column of the cell that this lies in. */
function placeOf(target: EventTarget): [number, number] {
  const cell = target instanceof Element ? target.closest('td') : null;
  const row = cell?.parentElement;
  return cell && row instanceof HTMLTableRowElement ? [row.sectionRowIndex, cell.cellIndex - 1] : [-1, -1];
}

/** The nearest mark in a direction: along a row the next one, from row to row the nearest day. */
function nextMark({ zMedications }: MedicationDashboard, [row, column]: [number, number], [down, along]: [number, number]): [number, number] | undefined {
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

const Marks = memo(function Marks({ dashboard }: { dashboard: MedicationDashboard }) {
  const first = dashboard.zMedications.findIndex(({ days }) => days.some(({ isChecked }) => isChecked));
  return (
    <>
      <thead>
        <tr>
          <th scope="col" className="corner">{text.medication}</th>
          {dashboard.dayList.map((day) => <th key={day} scope="col" title={`${weekday(day)} ${shownDate(day)}`}>{monthAndDay(day)}</th>)}
        </tr>
      </thead>
      <tbody>
        {dashboard.zMedications.map(({ drug, medication, days }, row) => {
          const firstMark = row === first ? days.findIndex(({ isChecked }) => isChecked) : -1;
          return (
            <tr key={drug}>
              <th scope="row"><bdi>{medication}</bdi></th>
              {days.map((day, column) => (
                <td key={day.dayDate}>
                  {day.isChecked ? (
                    <button type="button" tabIndex={column === firstMark ? 0 : -1} data-mark={markOf(day)} aria-label={text.cell(medication, monthAndDay(day.dayDate), day.zTypeLabel, day.zRespLabel)}>{signs[markOf(day)]}</button>
                  ) : null}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </>
  );
});
