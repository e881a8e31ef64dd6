import { Box } from '@chakra-ui/react/box';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import type { Measurement } from 'language/contract/measurements';
import { measurementKinds } from 'language/domain/measurements/kinds';
import { useMemo, useRef, type KeyboardEvent } from 'react';
import { flagIn, flagText, numberIn, unitText, type Flag, type Person } from '../../clinical/measured-values.ts';
import { kindLabel } from '../../clinical/measurement-kinds.ts';
import { DayButtons } from '../../components/day-buttons.tsx';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { touch } from '../../components/theme/system.ts';
import { useDayWindow } from '../../components/use-day-window.ts';
import { lineStep } from '../../platform/keyboard/line-step.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { formatDate, weekday } from '../../platform/time/dates.ts';

const DAY_PX = 76;
const NARROW = '(max-width: 767px)';
const daysIn = (width: number): number => (width - (window.matchMedia(NARROW).matches ? 128 : 208) - 2) / DAY_PX;

const style = {
  width: 'fit-content',
  maxWidth: '100%',
  overflowX: 'auto',
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'l2',
  '& table': { tableLayout: 'fixed', borderCollapse: 'separate', borderSpacing: 0, fontSize: 'xs' },
  '& th, & td': {
    borderBlockEndWidth: '1px',
    borderInlineEndWidth: '1px',
    borderColor: 'border.muted',
    padding: 0,
    textAlign: 'center',
    fontVariantNumeric: 'tabular-nums',
  },
  '& thead th': { bg: 'bg.subtle', color: 'fg.muted', fontWeight: 'semibold', width: `${DAY_PX}px`, height: '36px' },
  '& tbody th, & thead th:first-of-type': {
    width: { base: '8rem', md: '13rem' },
    textAlign: 'start',
    paddingInline: '2',
  },
  '& tbody th small, & thead small': { display: 'block', fontWeight: 'normal', color: 'fg.muted' },
  '& td button': {
    width: '100%',
    minHeight: '36px',
    cursor: 'pointer',
    fontWeight: 'semibold',
    [touch]: { minHeight: '44px' },
  },
  '& td button:hover': { bg: 'brand.subtle' },
  '& td button:focus-visible': { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '-2px' },
  '& td [data-flag]': { color: 'fg.error' },
  '& td small': { display: 'block', fontSize: '2xs', fontWeight: 'normal', lineHeight: '1.2' },
  '& td[data-earlier] button': { fontStyle: 'italic', fontWeight: 'normal', color: 'fg.muted' },
};

/** The values of a kind on a day, in the order of time. */
export interface Cell {
  readonly kind: string;
  readonly day: string;
  readonly values: readonly Measurement[];
}
interface Row {
  readonly kind: string;
  /** That of the newest value. */
  readonly unit: string;
  readonly cells: ReadonlyMap<string, Cell>;
}

const place = (kind: string): number => {
  const at = Object.keys(measurementKinds).indexOf(kind);
  return at < 0 ? Infinity : at;
};
function grouped(values: readonly Measurement[], by: 'kind' | 'takenOn'): Map<string, Measurement[]> {
  const groups = new Map<string, Measurement[]>();
  for (const value of values) groups.set(value[by], [...(groups.get(value[by]) ?? []), value]);
  return groups;
}
/** The kinds in their order, with the days of their values. */
function rowsOf(measurements: readonly Measurement[]): Row[] {
  return [...grouped(measurements, 'kind')]
    .toSorted(([a], [b]) => place(a) - place(b))
    .map(([kind, values]) => ({
      kind,
      unit: values.at(-1)?.unit ?? '',
      cells: new Map([...grouped(values, 'takenOn')].map(([day, ofDay]) => [day, { kind, day, values: ofDay }])),
    }));
}

const signs: Readonly<Record<Flag, string>> = { low: '↓', high: '↑' };

interface Props {
  measurements: readonly Measurement[];
  /** The stay of the chart: values of others are marked. */
  admission: string;
  person: Person;
  onOpen?: (cell: Cell) => void;
}

/** The kinds by day, with as many of the newest days as fit. One tab stop: arrow keys go from value to value. */
export function DayTable({ measurements, admission, person, onOpen }: Props) {
  const t = useTranslation();
  const rows = useMemo(() => rowsOf(measurements), [measurements]);
  const allDays = useMemo(() => [...new Set(measurements.map(({ takenOn }) => takenOn))], [measurements]);
  const room = useRef<HTMLDivElement>(null);
  const days = useDayWindow(allDays.length, room, daysIn);
  const shown = allDays.slice(days.start, days.end);
  const hasOtherYear = allDays[0]?.slice(0, 4) !== allDays.at(-1)?.slice(0, 4);
  const dayLabel = (day: string): string => (hasOtherYear ? formatDate(day) : formatDate(day).slice(5));
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>): void => {
    const down = { ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0;
    const along = lineStep(event.key) ?? 0;
    if ((down === 0 && along === 0) || !(event.target instanceof HTMLElement)) return;
    const cell = event.target.closest('td');
    const row = cell?.parentElement;
    if (!cell || !(row instanceof HTMLTableRowElement)) return;
    event.preventDefault();
    nextValue(event.currentTarget.tBodies[0], row.sectionRowIndex, cell.cellIndex, down, along)?.focus();
  };
  const first = rows.find(({ cells }) => shown.some((day) => cells.has(day)));
  return (
    <section aria-label={t('values.byDay')}>
      <div ref={room} />
      {shown.length < allDays.length ? <DayButtons dayLabels={allDays.map(dayLabel)} days={days} /> : null}
      <Box css={style}>
        {/* The arrow keys work in every value. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <table aria-label={t('values.byDay')} onKeyDown={onKeyDown}>
          <thead>
            <tr>
              <th scope="col">{t('values.kindHead')}</th>
              {shown.map((day) => (
                <th key={day} scope="col" title={`${weekday(day)} ${formatDate(day)}`}>
                  <ClinicalText>{dayLabel(day)}</ClinicalText>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ kind, unit, cells }) => (
              <tr key={kind}>
                <th scope="row">
                  {kindLabel(kind)}
                  <small>
                    <ClinicalName>{unitText(unit)}</ClinicalName>
                  </small>
                </th>
                {shown.map((day) => {
                  const cell = cells.get(day);
                  const value = cell?.values.at(-1);
                  if (!cell || !value)
                    // Nothing was measured that day.
                    // oxlint-disable-next-line jsx-a11y/control-has-associated-label
                    return <td key={day} />;
                  const flag = flagIn(value, person);
                  const isEarlier = value.admission !== admission;
                  const text = numberIn(value, unit);
                  const notes = [
                    flag && `${signs[flag]} ${flagText(flag)}`,
                    isEarlier && t('values.earlierStay'),
                    cell.values.length > 1 && t('values.more', { count: cell.values.length - 1 }),
                  ].filter((note) => typeof note === 'string');
                  return (
                    <td key={day} data-earlier={isEarlier || undefined}>
                      <button
                        type="button"
                        tabIndex={kind === first?.kind && day === shown.find((one) => first.cells.has(one)) ? 0 : -1}
                        disabled={!onOpen}
                        onClick={() => onOpen?.(cell)}
                      >
                        <VisuallyHidden>
                          {t('values.cell', { kind: kindLabel(kind), day: formatDate(day) })}{' '}
                        </VisuallyHidden>
                        <span data-flag={flag}>
                          <ClinicalName>{text}</ClinicalName>
                        </span>
                        <VisuallyHidden> {unitText(unit)} </VisuallyHidden>
                        {notes.map((note) => (
                          <small key={note} {...(note === notes[0] && flag ? { 'data-flag': flag } : {})}>
                            {note}
                          </small>
                        ))}
                      </button>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
    </section>
  );
}

/** The value in that direction: the next in the row, or in the same column of the nearest row that has one there. */
function nextValue(
  body: HTMLTableSectionElement | undefined,
  row: number,
  column: number,
  down: number,
  along: number,
): HTMLElement | undefined {
  for (let [y, x] = [row + down, column + along]; ; [y, x] = [y + down, x + along]) {
    const cell = body?.rows[y]?.cells[x];
    if (!cell) return undefined;
    const button = cell.querySelector<HTMLElement>('button');
    if (button) return button;
  }
}
