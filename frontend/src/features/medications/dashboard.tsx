import { Box } from '@chakra-ui/react/box';
import type { MedicationDashboard, MedicationDay } from 'command-api/contract/reports';
import { isNoError, responses } from 'command-api/domain/values/codes';
import { memo, useRef, type KeyboardEvent } from 'react';
import { formatDate, weekday } from '../../platform/time/dates.ts';
import { errorTypeLabel, responseLabel } from '../../clinical/code-labels.ts';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { translate } from '../../platform/language/language.ts';
import { lineStep } from '../../platform/keyboard/line-step.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

/** One styled root, columns of a fixed width, no element in a cell: 40 medicines by 60 days are 2,400 cells. */
const gridStyle = {
  overflow: 'auto',
  width: 'fit-content',
  maxWidth: '100%',
  maxHeight: 'min(70dvh, 44rem)',
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'l2',
  overscrollBehaviorX: 'contain',
  position: 'relative',
  '--first': { base: '8.5rem', md: '12rem' },
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
  '& thead th': {
    position: 'sticky',
    insetBlockStart: 0,
    zIndex: 1,
    bg: 'bg.subtle',
    color: 'fg.muted',
    fontWeight: 'semibold',
  },
  '& tbody th': {
    position: 'sticky',
    insetInlineStart: 0,
    zIndex: 1,
    bg: 'bg.panel',
    textAlign: 'start',
    fontWeight: 'semibold',
    paddingInline: '3',
    overflowWrap: 'anywhere',
  },
  '& .corner': { insetInlineStart: 0, zIndex: 2, width: 'var(--first)', textAlign: 'start', paddingInline: '3' },
  '& td[data-mark]': { fontWeight: 'bold', cursor: 'pointer' },
  '& td:focus-visible': { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '-2px' },
  '& [data-mark=none]': { color: 'brand.fg' },
  '& [data-mark=pending]': { bg: 'severity.none.bg', color: 'severity.none.fg' },
  '& [data-mark="1"]': { bg: 'brand.subtle', color: 'brand.fg' },
  '& [data-mark="2"], & [data-mark="3"]': { bg: 'severity.reached.bg', color: 'severity.reached.fg' },
  '& [data-mark="4"]': { bg: 'severity.grave.bg', color: 'severity.grave.fg' },
};
const DAY_PX = 46;
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
const signs = { none: '✓', 1: 'A', 2: 'R', 3: 'M', 4: 'H', pending: '…' } as const;

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
 * The grid of an admission's medications by day (docs/product.md, "Medication dashboard").
 * It has one tab stop. Arrow keys go from mark to mark, Enter shows the error type and response.
 */
export function Dashboard({ dashboard }: { dashboard: MedicationDashboard }) {
  const t = useTranslation();
  const table = useRef<HTMLTableElement>(null);
  if (dashboard.zMedications.length === 0)
    return (
      <Box color="fg.muted" paddingBlock="3">
        {t('medication.dashboardEmpty')}
      </Box>
    );

  const showMark = (cell: EventTarget) => {
    const [row, column] = positionOf(cell);
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
    const next = nextMark(dashboard, positionOf(event.target), [down, along]);
    const cell = next && table.current?.tBodies[0]?.rows[next[0]]?.cells[next[1] + 1];
    if (!cell) return;
    event.target.tabIndex = -1;
    cell.tabIndex = 0;
    cell.focus();
  };
  return (
    <>
      <Box fontSize="xs" color="fg.muted" marginBlockEnd="1">
        {t('medication.cellsHint')}
      </Box>
      <Box css={gridStyle} data-dashboard>
        {/* One handler for all cells. */}
        <table
          ref={table}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
          role="grid"
          aria-label={t('medication.dashboard')}
          tabIndex={-1}
          style={{ width: `calc(var(--first) + ${dashboard.dayList.length * DAY_PX}px)` }}
          onClick={(event) => showMark(event.target)}
          onKeyDown={onKeyDown}
        >
          <GridBody dashboard={dashboard} />
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

/** Row and column of the cell that contains the target; [-1, -1] outside the cells. */
function positionOf(target: EventTarget): [number, number] {
  const cell = target instanceof Element ? target.closest('td') : null;
  const row = cell?.parentElement;
  return cell && row instanceof HTMLTableRowElement ? [row.sectionRowIndex, cell.cellIndex - 1] : [-1, -1];
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

const GridBody = memo(function Marks({ dashboard }: { dashboard: MedicationDashboard }) {
  const t = useTranslation();
  const first = dashboard.zMedications.findIndex(({ days }) => days.some(({ isChecked }) => isChecked));
  return (
    <>
      <thead>
        <tr>
          <th scope="col" className="corner">
            {t('medication.medication')}
          </th>
          {dashboard.dayList.map((day) => (
            <th key={day} scope="col" title={`${weekday(day)} ${formatDate(day)}`}>
              <ClinicalText>{monthAndDay(day)}</ClinicalText>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {dashboard.zMedications.map(({ drug, medication, days }, row) => {
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
