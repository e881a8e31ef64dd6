/** The calendar of a date field: days of a month, months of a year, years. Loaded when it is opened. */
import { Box } from '@chakra-ui/react/box';
import { DatePicker, parseDate, useDatePickerContext } from '@chakra-ui/react/date-picker';
import { Portal } from '@chakra-ui/react/portal';
import type { CalendarDate } from 'language/domain/values/calendar-date';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { perLanguage } from '../../platform/language/format.ts';
import { formatNumber } from '../../platform/language/numbers.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { timeZone, isDate } from '../../platform/time/dates.ts';
import { type DateBounds } from '../../platform/time/typed-date.ts';
import { touch } from '../theme/system.ts';

const withoutGroups = perLanguage((locale) => new Intl.NumberFormat(locale, { useGrouping: false }));
const formatYear = (year: number): string => withoutGroups().format(year);

/**
 * The library's parts under one styled root. Chakra's own recipe would be a part of the first load: its file is shared
 * with the theme.
 */
const style = {
  '--cell': '36px',
  // A week fits into the smallest phone.
  [touch]: { '--cell': 'min(44px, calc((100vw - 2rem) / 7))' },
  padding: '2',
  bg: 'bg.panel',
  color: 'fg',
  borderWidth: '1px',
  borderRadius: 'l2',
  boxShadow: 'lg',
  fontSize: 'sm',
  outline: 'none',
  zIndex: 'calc(var(--chakra-z-index-popover) + var(--layer-index, 0))',
  '& [data-part=view-control]': { display: 'flex', alignItems: 'center', marginBlockEnd: '1' },
  '& [data-part=view-trigger]': { flex: '1', fontWeight: 'semibold', paddingInline: '2' },
  '& [data-part=prev-trigger], & [data-part=next-trigger]': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: 'var(--cell)',
    '& svg': { width: '4', height: '4', _rtl: { rotate: '180deg' } },
  },
  '& button': {
    height: 'var(--cell)',
    borderRadius: 'l2',
    cursor: 'pointer',
    _hover: { bg: 'brand.subtle' },
    _disabled: { opacity: '0.4', cursor: 'default' },
  },
  '& button:focus-visible': { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '-2px' },
  '& table': { width: '100%', borderCollapse: 'separate', borderSpacing: '0' },
  '& th': {
    width: 'var(--cell)',
    height: '6',
    color: 'fg.muted',
    fontSize: 'xs',
    fontWeight: 'semibold',
    textAlign: 'center',
  },
  '& [data-part=table-cell-trigger]': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    minWidth: 'var(--cell)',
    height: 'var(--cell)',
    borderRadius: 'l2',
    cursor: 'pointer',
    fontVariantNumeric: 'tabular-nums',
    _hover: { bg: 'brand.subtle' },
  },
  '& [data-part=table-cell-trigger]:not([data-view=day])': { paddingInline: '2' },
  '& [data-today]': { fontWeight: 'bold', color: 'brand.fg', textDecoration: 'underline', textUnderlineOffset: '3px' },
  '& [data-disabled]': { opacity: '0.4', cursor: 'default', _hover: { bg: 'transparent' } },
  '& [data-selected]': { bg: 'brand.solid', color: 'brand.contrast', _hover: { bg: 'brand.solid' } },
};
/** The library describes its roles in English. */
const unnamed = { 'aria-roledescription': '' };

interface Props extends DateBounds {
  /** The chosen date. */
  date: CalendarDate | undefined;
  /** Marked, and in view where no date is chosen. */
  today: CalendarDate;
  /** The calendar stands below the field of this button. */
  buttonId: string;
  contentId: string;
  onPick: (date: string) => void;
  onClose: () => void;
}

const bound = (value: string | undefined) => (value !== undefined && isDate(value) ? parseDate(value) : undefined);

export default function DateCalendar({ date, today, min, max, buttonId, contentId, onPick, onClose }: Props) {
  const t = useTranslation();
  return (
    <Portal>
      {/* Keys of the calendar are none of the form: Escape closes the calendar only. */}
      <Box onKeyDown={(event) => event.stopPropagation()}>
        <DatePicker.Root
          open
          closeOnSelect
          timeZone={timeZone()}
          ids={{ control: buttonId, trigger: buttonId, content: contentId }}
          positioning={{
            placement: 'bottom-start',
            getAnchorElement: () => document.getElementById(buttonId)?.parentElement ?? null,
          }}
          defaultValue={date ? [parseDate(date)] : []}
          defaultFocusedValue={parseDate(date ?? today)}
          min={bound(min)}
          max={bound(max)}
          onValueChange={({ value: [picked] }) => picked && onPick(picked.toString())}
          onOpenChange={({ open }) => (open ? undefined : onClose())}
          translations={{
            dayCell: ({ valueText }) => valueText,
            prevTrigger: () => t('dateField.previous'),
            nextTrigger: () => t('dateField.next'),
          }}
        >
          <DatePicker.Positioner>
            <DatePicker.Content css={style} role="dialog" {...unnamed} aria-label={t('dateField.calendar')}>
              <DatePicker.View view="day">
                <Head />
                <Days contentId={contentId} />
              </DatePicker.View>
              <DatePicker.View view="month">
                <Head />
                <Months />
              </DatePicker.View>
              <DatePicker.View view="year">
                <Head />
                <Years />
              </DatePicker.View>
            </DatePicker.Content>
          </DatePicker.Positioner>
        </DatePicker.Root>
      </Box>
    </Portal>
  );
}

/** Back and forward by the shown part of the calendar; between them a button for the larger part. */
function Head() {
  const t = useTranslation();
  const { view, visibleRangeText, getDecade } = useDatePickerContext();
  const { start, end } = getDecade();
  const range =
    view === 'year' && start !== undefined && end !== undefined
      ? `${formatYear(start)} – ${formatYear(end)}`
      : visibleRangeText.formatted;
  return (
    <DatePicker.ViewControl>
      <DatePicker.PrevTrigger>
        <ChevronLeft aria-hidden />
      </DatePicker.PrevTrigger>
      <DatePicker.ViewTrigger aria-label={t('dateField.chooseMonth', { month: range })}>{range}</DatePicker.ViewTrigger>
      <DatePicker.NextTrigger>
        <ChevronRight aria-hidden />
      </DatePicker.NextTrigger>
    </DatePicker.ViewControl>
  );
}

function Days({ contentId }: { contentId: string }) {
  const { weekDays, weeks } = useDatePickerContext();
  useEffect(() => {
    document
      .getElementById(contentId)
      ?.querySelector<HTMLElement>('[data-view=day][data-focus]')
      ?.focus({ preventScroll: true });
  }, [contentId]);
  return (
    <DatePicker.Table {...unnamed}>
      <DatePicker.TableHead>
        <DatePicker.TableRow>
          {weekDays.map(({ narrow, long }) => (
            <DatePicker.TableHeader key={long}>{narrow}</DatePicker.TableHeader>
          ))}
        </DatePicker.TableRow>
      </DatePicker.TableHead>
      <DatePicker.TableBody>
        {weeks.map((days) => (
          <DatePicker.TableRow key={days[0]?.toString()}>
            {days.map((day) => (
              <DatePicker.TableCell key={day.toString()} value={day}>
                <DatePicker.TableCellTrigger>{formatNumber(day.day)}</DatePicker.TableCellTrigger>
              </DatePicker.TableCell>
            ))}
          </DatePicker.TableRow>
        ))}
      </DatePicker.TableBody>
    </DatePicker.Table>
  );
}

function Months() {
  const { getMonthsGrid } = useDatePickerContext();
  return <Grid rows={getMonthsGrid({ columns: 3, format: 'long' })} />;
}

function Years() {
  const { getYearsGrid } = useDatePickerContext();
  return (
    <Grid
      rows={getYearsGrid({ columns: 4 }).map((years) =>
        years.map(({ value, ...year }) => ({ ...year, value, label: formatYear(value) })),
      )}
    />
  );
}

function Grid({ rows }: { rows: readonly { label: string; value: number; disabled?: boolean | undefined }[][] }) {
  return (
    <DatePicker.Table {...unnamed}>
      <DatePicker.TableBody>
        {rows.map((cells) => (
          <DatePicker.TableRow key={cells[0]?.value}>
            {cells.map(({ label, value, disabled = false }) => (
              <DatePicker.TableCell key={value} value={value} disabled={disabled}>
                <DatePicker.TableCellTrigger>{label}</DatePicker.TableCellTrigger>
              </DatePicker.TableCell>
            ))}
          </DatePicker.TableRow>
        ))}
      </DatePicker.TableBody>
    </DatePicker.Table>
  );
}
