import { Box } from '@chakra-ui/react/box';
import type { Team } from 'language/contract/entities';
import type { WardBoard } from 'language/contract/handover';
import { limits } from 'language/domain/values/codes';
import { Button } from '@chakra-ui/react/button';
import { ArrowDown, ArrowDownWideNarrow, ArrowUp, BedDouble, Printer, RefreshCw } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { Link, useNavigate } from 'react-router-dom';
import { policy } from '../../clinical/policy.ts';
import { EmptyState } from '../../components/screen-states.tsx';
import { severityStyle } from '../../clinical/marks.tsx';
import { touch } from '../../components/theme/system.ts';
import { useAddressSearch } from '../../platform/address-search.ts';
import { shortcuts, shortcutText, useShortcut } from '../../platform/keyboard/shortcuts.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { paths } from '../../platform/paths.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { personName } from '../../platform/text/names.ts';
import { columns, Row } from './board-row.tsx';
import { initialOrder, pendingOf, sortRows, type BoardRow, type Column, type Order } from './sorting.ts';
import { useSteadyRows } from './steady-rows.ts';
import { ViewBar } from './view-bar.tsx';
import { filterOfEveryone, filterOfView, isInView, nameOfView, readView, writeView } from './views.ts';
import { setWalk } from './walk.ts';

const byPriority = initialOrder('priority');

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
  '& .narrow': { display: { base: 'inline', xl: 'none' } },
  '& .phone': { display: { md: 'none' }, fontWeight: 'normal', color: 'fg.muted' },
  // Narrower, age and day are below the name.
  '& [data-column=age], & [data-column=day]': { display: { base: 'none', '2xl': 'table-cell' } },
  '& .stay': { display: { '2xl': 'none' } },
  // Narrower, the mark of news is below the name, and the overdue ones below the pending ones.
  '& [data-column=news], & [data-column=overdue], & [data-column=last]': {
    display: { base: 'none', xl: 'table-cell' },
  },
  // Narrower, the bed is below the name.
  '& [data-column=bed]': { display: { base: 'none', lg: 'table-cell' } },
  '& .place': { display: { lg: 'none' }, fontWeight: 'semibold' },
  '& [data-shared], & [data-question]': { color: 'amber.fg' },
  // One line: a row is as high as its patient's names.
  '& .diagnosis': {
    flexBasis: '100%',
    display: 'block',
    // It has the width of the names; one of its own would make the table wider than the window.
    width: '0',
    minWidth: '100%',
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
  '& .narrow.late': { display: { base: 'block', xl: 'none' }, fontSize: 'xs', color: 'fg.error', whiteSpace: 'nowrap' },
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
  '& [data-deferred] > *, & [data-deferred] a, & [data-deferred] .points': { color: 'fg.muted', fontWeight: 'normal' },
  '& [data-deferred] > *': { bg: 'bg.subtle' },
  '& [data-joined] > *': { borderBlockEndWidth: 0 },
  '& [data-more] > td': { paddingInline: { base: '3', md: '4' }, paddingBlockStart: 0 },
  '& td[data-column=priority]': { width: { md: '32%' } },
  '& .priority': {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '2',
    width: '100%',
    textAlign: 'start',
    fontSize: 'xs',
    borderRadius: 'l1',
  },
  '& button.priority': {
    cursor: 'pointer',
    [touch]: { minHeight: '44px', alignItems: 'center' },
    _hover: { '& .reasons': { textDecoration: 'underline' } },
    _focusVisible: { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '2px' },
  },
  '& .points': {
    flexShrink: 0,
    minWidth: '8',
    textAlign: 'center',
    fontSize: 'sm',
    fontWeight: 'bold',
    lineHeight: '20px',
    bg: 'bg.muted',
    borderRadius: 'l1',
    paddingInline: '1',
  },
  '& .reasons': { lineHeight: '20px', overflowWrap: 'anywhere' },
  '& .reasons > span + span::before': { content: '" · "', color: 'fg.muted' },
  '& .reasons > .further': { color: 'brand.fg', fontWeight: 'semibold', whiteSpace: 'nowrap' },
  '& .every-reason': { listStyle: 'none', marginBlock: '1', fontSize: 'xs', display: 'grid', gap: '1' },
  '& .every-reason .points': { display: 'inline-block', fontSize: 'xs', fontWeight: 'semibold', marginInlineEnd: '2' },
  '& .work': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '1',
    alignItems: 'center',
    fontSize: 'xs',
    marginBlockStart: '1',
  },
  '& .chip': {
    borderWidth: '1px',
    borderRadius: 'full',
    paddingInline: '2',
    fontSize: 'xs',
    lineHeight: '18px',
    whiteSpace: 'nowrap',
    bg: 'bg.panel',
  },
  '& .chip[data-mine]': { bg: 'brand.subtle', color: 'brand.fg', borderColor: 'brand.border', fontWeight: 'semibold' },
  '& .chip[data-due]': { bg: 'amber.subtle', color: 'amber.fg', borderColor: 'amber.border', fontWeight: 'semibold' },
  '& .deferred': { color: 'fg', overflowWrap: 'anywhere' },
  '& .actions': {
    display: { base: 'none', xl: 'grid' },
    gridTemplateColumns: '1fr 1fr',
    gap: '1',
    width: '10rem',
    '& .chakra-button': { paddingInline: '1.5' },
    '& > :not(button)': { gridColumn: '1 / -1' },
  },
  '& .antimicrobials': { listStyle: 'none', fontSize: 'xs', display: 'grid', gap: '1' },
  '& .antimicrobials li': { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: '3' },
  '& .antimicrobials .fact': { color: 'fg.muted', overflowWrap: 'anywhere', '& b': { color: 'fg' } },
  '& .antimicrobials [data-missing]': { color: 'amber.fg' },
  // On a phone a row is a block: names and actions, the priority, and a line of figures.
  mdDown: {
    '& table, & thead, & tbody': { display: 'block' },
    '& thead tr': { display: 'flex', bg: 'bg.subtle', overflowX: 'auto', scrollbarWidth: 'none', whiteSpace: 'nowrap' },
    '& thead [data-column=actions]': { display: 'none' },
    '& tbody tr': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto auto auto',
      alignItems: 'center',
      borderBlockEndWidth: '1px',
      borderColor: 'border.muted',
      paddingInline: '2',
      paddingBlock: '1',
    },
    '& tbody tr:last-child, & tbody [data-joined]': { borderBlockEndWidth: 0 },
    '& tbody th, & tbody td': { borderBlockEndWidth: 0, paddingBlock: '0.5' },
    '& tbody [data-column=name]': { gridColumn: '1 / 4', paddingInlineStart: '1' },
    '& tbody [data-column=actions]': { gridColumn: 4, gridRow: 1 },
    '& tbody td[data-column=priority]': { gridColumn: '1 / -1' },
    '& tbody td[data-column=reviewed]': { gridColumn: '1 / 3' },
    '& [data-more] > td': { gridColumn: '1 / -1', paddingInline: '1' },
    '& tbody [data-gone] > td': { gridColumn: '1 / -1' },
    '& td[data-reviewed] .below': { display: 'inline', marginInlineStart: '1.5' },
  },
  ...severityStyle,
};

interface Props {
  board: WardBoard;
  team: Team;
  /** Admissions whose charts other people have changed since this person last looked. */
  changedAdmissions: ReadonlySet<string>;
  /** The board was shown before, and is being read again. */
  isUpdating: boolean;
  /** Prints the inpatients of the view, in the order of the board or by bed. */
  onPrint: (list: PrintedList) => void;
  isPrinting: boolean;
}
export interface PrintedList {
  patients: readonly BoardRow[];
  /** The name of the view; empty where it is every inpatient. */
  view: string;
  hasAntimicrobials: boolean;
}

/** The ward board: one row for each inpatient of the view. Values are live, rows keep their places while a person works. */
export function Board({ board, team, changedAdmissions, isUpdating, onPrint, isPrinting }: Props) {
  const t = useTranslation();
  const navigate = useNavigate();
  const person = useSessionUser();
  const user = useMemo(() => ({ userId: person?._id ?? '', userName: person ? personName(person) : '' }), [person]);
  const { userId } = user;
  const canEdit = person !== undefined && policy.edit(person, team);
  const [order, setOrder] = useState<Order>(byPriority);
  const { search: chosen, show } = useAddressSearch(readView, writeView);
  const kept = filterOfView(chosen.view, board.views);
  const filter = chosen.changed ?? kept ?? filterOfEveryone;
  const all = board.patients.map((one): BoardRow => ({ ...one, isNew: changedAdmissions.has(one.admission) }));
  const inView = all.filter((one) => isInView(one, filter, userId));
  const key = JSON.stringify([board.team, board.today, order, filter]);
  const { rows, isOutOfOrder, sortAgain } = useSteadyRows(sortRows(inView, order), all, key, isUpdating);
  const here = rows.filter(({ isGone }) => !isGone);
  const walked = here.map(({ admission }) => admission).join();
  useEffect(
    () => setWalk({ user: userId, team: board.team, admissions: walked === '' ? [] : walked.split(',') }),
    [userId, board.team, walked],
  );
  // The strip is there when a chart of the list opens.
  useEffect(() => void import('./walk-strip.tsx').catch(() => undefined), []);
  const first = here[0] && paths.admission.href(here[0].admission);
  useShortcut(shortcuts.walkNext, () => first && void navigate(first), first !== undefined);
  const notReviewed = inView.filter(({ reviewedToday }) => !reviewedToday).length;
  const pending = pendingOf(inView);
  const sortBy = (by: Column) =>
    setOrder((now) => (now.by === by ? { by, isDescending: !now.isDescending } : initialOrder(by)));
  const print = (patients: readonly BoardRow[]) =>
    onPrint({
      patients,
      view:
        chosen.changed !== undefined
          ? t('ward.changedView')
          : chosen.view === 'all'
            ? ''
            : nameOfView(chosen.view, board.views),
      hasAntimicrobials: filter.antimicrobials,
    });
  return (
    <>
      <Box display="flex" flexWrap="wrap" alignItems="center" gap="2" marginBlockEnd="2">
        {all.length === 0 ? null : (
          <ViewBar
            team={board.team}
            views={board.views}
            chosen={kept === undefined ? { ...chosen, view: 'all' } : chosen}
            filter={filter}
            canSave={canEdit || (person !== undefined && policy.administer(person, team))}
            onChoose={show}
          />
        )}
        <Box role="status" flex={{ base: '1 0 100%', lg: '1' }} fontSize="sm" color="fg.muted" className="tabular">
          {t(
            notReviewed > 0 ? 'ward.countedNotReviewed' : inView.length > 0 ? 'ward.countedReviewed' : 'ward.counted',
            { patients: inView.length, notReviewed },
          )}
          {inView.length < all.length ? ` · ${t('ward.countedOfAll', { count: all.length })}` : null}
          {pending > limits.pendingOnRoundList ? (
            <div>{t('ward.roundList.cut', { shown: limits.pendingOnRoundList, total: pending })}</div>
          ) : null}
          {isOutOfOrder ? <VisuallyHidden>{` · ${t('ward.outOfOrder')}`}</VisuallyHidden> : null}
        </Box>
        {all.length === 0 ? null : (
          <>
            {/* Its room is always there: nothing moves when it appears. */}
            <Button
              size="xs"
              order={{ base: 1, md: 0 }}
              visibility={isOutOfOrder ? 'visible' : 'hidden'}
              onClick={sortAgain}
            >
              <RefreshCw size={14} aria-hidden />
              {t('ward.sortAgain')}
            </Button>
            {(['priority', 'bed'] as const).map((by) => (
              <Button
                key={by}
                size="xs"
                variant={order.by === by ? 'subtle' : 'outline'}
                aria-pressed={order.by === by}
                onClick={() => setOrder(initialOrder(by))}
              >
                {by === 'bed' ? <BedDouble size={14} aria-hidden /> : <ArrowDownWideNarrow size={14} aria-hidden />}
                {t(by === 'bed' ? 'ward.byBed' : 'ward.byPriority')}
              </Button>
            ))}
            <Button size="xs" variant="outline" loading={isPrinting} onClick={() => print(here)}>
              <Printer size={14} aria-hidden />
              {t('ward.roundList.print')}
            </Button>
            <Button
              size="xs"
              variant="outline"
              hideBelow="md"
              disabled={isPrinting}
              onClick={() => print(sortRows(here, initialOrder('bed')))}
            >
              <Printer size={14} aria-hidden />
              {t('ward.roundList.printByBed')}
            </Button>
            {first === undefined ? null : (
              <Button asChild size="xs">
                <Link to={first} aria-keyshortcuts="Alt+J">
                  {t('walk.start')}
                  <kbd className="key-hint" aria-hidden>
                    {shortcutText(shortcuts.walkNext)}
                  </kbd>
                </Link>
              </Button>
            )}
          </>
        )}
      </Box>
      {all.length === 0 ? (
        <EmptyState icon={<BedDouble size={32} aria-hidden />} title={t('ward.empty')}>
          {t('ward.emptyHint')}
        </EmptyState>
      ) : rows.length === 0 ? (
        <EmptyState icon={<BedDouble size={32} aria-hidden />} title={t('ward.emptyView')}>
          {t('ward.emptyViewHint')}
        </EmptyState>
      ) : (
        <Box css={boardStyle}>
          <table aria-label={t('ward.board', { team: team.name })}>
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
                <th scope="col" data-column="actions">
                  <VisuallyHidden>{t('ward.actions')}</VisuallyHidden>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row
                  key={row.admission}
                  {...row}
                  today={board.today}
                  team={board.team}
                  user={user}
                  canEdit={canEdit}
                  hasAntimicrobials={filter.antimicrobials}
                />
              ))}
            </tbody>
          </table>
        </Box>
      )}
    </>
  );
}
