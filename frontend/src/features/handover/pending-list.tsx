import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Team } from 'language/contract/entities';
import { ClipboardCheck, RefreshCw } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { latinKey } from '../../platform/keyboard/shortcuts.ts';
import type { PendingFilters } from '../../sync/cache/query-keys.ts';
import { useToday } from '../../platform/time/dates.ts';
import { busyProps, touch } from '../../components/theme/system.ts';
import { MoreBelow } from '../../components/page-boundary.tsx';
import { EmptyState, ErrorAlert, SkeletonRows } from '../../components/screen-states.tsx';
import { pendingQuery } from './api.ts';
import { isNarrowed } from './filters.ts';
import { followUpStyle, responseStyle, severityStyle } from '../../clinical/marks.tsx';
import { givenAnswerStyle } from '../../clinical/given-answer.tsx';
import { policy } from '../../clinical/policy.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { TakeOverAll } from './take-over.tsx';
import { PendingRow } from './pending-row.tsx';
import { changesSince, extendSnapshot, takeSnapshot, type ListSnapshot } from './list-snapshot.ts';

/** One styled root for all rows. */
const listStyle = {
  listStyle: 'none',
  bg: 'bg.panel',
  borderWidth: '1px',
  borderRadius: 'l3',
  overflow: 'hidden',
  // Only its rows are used.
  _focusVisible: { outline: 'none' },
  '& [data-row]': {
    display: 'grid',
    gridTemplateColumns: { base: 'auto minmax(0, 1fr)', lg: 'auto minmax(0, 1fr) 23rem' },
    columnGap: '3',
    rowGap: '1',
    paddingInline: { base: '3', md: '4' },
    paddingBlock: { base: '2', md: '5px' },
    borderBlockEndWidth: '1px',
    borderColor: 'border.muted',
    lineHeight: '20px',
  },
  '& [data-row]:last-child': { borderBlockEndWidth: 0 },
  '& [data-row]:focus-within': { bg: 'brand.subtle' },
  '& [data-row][data-over]': { bg: 'bg.subtle' },
  '& .what': { minWidth: 0 },
  '& .line': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    columnGap: '3',
    overflowWrap: 'anywhere',
  },
  '& .type, & .facts': { color: 'fg.muted' },
  '& .facts': { fontSize: 'xs', lineHeight: '18px', fontVariantNumeric: 'tabular-nums' },
  '& .values': {
    height: { base: '36px', md: '18px' },
    whiteSpace: { md: 'nowrap' },
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  // On touch screens a link is higher than its line, and its line is not.
  '& .line a': {
    fontWeight: 'semibold',
    color: 'brand.fg',
    minWidth: 0,
    _hover: { textDecoration: 'underline' },
    [touch]: { paddingBlock: '3', marginBlock: '-2.5' },
  },
  '& .line a.life': { fontSize: 'xs', lineHeight: '18px', [touch]: { paddingInline: '2.5', marginInline: '-2.5' } },
  // Three lines.
  '& .note': { maxHeight: '60px', overflow: 'hidden', color: 'fg', '& *': { lineHeight: '20px' } },
  '& .answer': {
    gridColumn: { base: '1 / -1', md: '2 / -1', lg: 'auto' },
    display: 'flex',
    flexDirection: { base: 'row', lg: 'column' },
    flexWrap: { base: 'wrap', lg: 'nowrap' },
    alignItems: { base: 'center', lg: 'flex-end' },
    columnGap: '2',
    rowGap: '1',
    minWidth: 0,
  },
  // The words of some languages need two lines.
  '& .keys': { display: 'flex', flexWrap: 'wrap', gap: '1', width: { base: '100%', md: '23rem' } },
  '& .keys button': {
    flex: '1 1 auto',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '1',
    minHeight: '32px',
    paddingInline: '1',
    borderRadius: 'l2',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    bg: 'bg.panel',
    fontSize: 'sm',
    fontWeight: 'semibold',
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    [touch]: { minHeight: '44px' },
    _hover: { bg: 'brand.muted' },
    _focusVisible: { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '2px' },
  },
  '& .keys button[aria-pressed=true], & .keys button[aria-pressed=true]:hover': {
    bg: 'brand.solid',
    color: 'brand.contrast',
    borderColor: 'fg',
  },
  '& .keys button:disabled': { cursor: 'progress', opacity: 0.6 },
  '& kbd': { fontWeight: 'normal', fontSize: 'xs', opacity: 0.8 },
  '& .aside': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: { base: 'flex-start', lg: 'flex-end' },
    columnGap: '2',
    rowGap: '1',
    minHeight: { lg: '6' },
    fontSize: 'xs',
    color: 'fg.muted',
  },
  '& .aside:not(form) > .chakra-button': {
    height: '6',
    minWidth: '6',
    paddingInline: '1.5',
    [touch]: { height: '11', minWidth: '11' },
  },
  // All in one line of the column.
  '& form.aside': { columnGap: '1', alignItems: 'flex-start' },
  '& .aside [role=status]:empty': { display: 'none' },
  '& .aside[data-emphasised]': { color: 'fg', fontWeight: 'semibold' },
  ...severityStyle,
  ...responseStyle,
  ...followUpStyle,
  ...givenAnswerStyle,
};

interface Props {
  team: Team;
  filters: PendingFilters;
}

/**
 * The errors without a response, as they were when the person opened or refreshed the list
 * (docs/decisions/browser/steady-screens.md).
 */
export function PendingList({ team, filters }: Props) {
  const t = useTranslation();
  const user = useSessionUser();
  const day = useToday();
  const found = useInfiniteQuery(pendingQuery(team._id, day, filters));
  const pages = found.isPlaceholderData ? undefined : found.data?.pages;
  const [kept, setKept] = useState<ListSnapshot>();
  const key = JSON.stringify([team._id, day, filters]);
  const snapshot = pages ? extendSnapshot(kept, key, pages) : kept;
  if (snapshot !== kept) setKept(snapshot);

  // The first row is one Tab away from a screen that has just opened.
  const list = useRef<HTMLUListElement>(null);
  const isShown = snapshot !== undefined;
  useEffect(() => {
    if (isShown && (document.activeElement ?? document.body) === document.body)
      list.current?.focus({ preventScroll: true });
  }, [isShown]);

  if (!snapshot)
    return found.error ? (
      <ErrorAlert error={found.error} onRetry={() => void found.refetch()} />
    ) : (
      <SkeletonRows rows={6} height="72px" />
    );
  const newest = pages ?? [];
  const { current, hasNewEntries } = changesSince(snapshot, newest);
  const [total, overdue] = [found.data?.pages.at(-1)?.total ?? 0, found.data?.pages.at(-1)?.overdue ?? 0];
  const refresh = async () => {
    const { data } = await found.refetch();
    setKept(data && takeSnapshot(key, data.pages));
  };
  return (
    <Box {...busyProps(found.isPlaceholderData)}>
      <ErrorAlert error={found.error} onRetry={() => void found.refetch()} />
      <Box
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        justifyContent="space-between"
        columnGap="4"
        rowGap="1"
        marginBlockEnd="1"
        minH="8"
      >
        <Box role="status" fontSize="sm" color="fg.muted" className="tabular">
          {overdue > 0 ? t('handover.countedOverdue', { total, overdue }) : t('handover.counted', { total })}
          {hasNewEntries ? ` · ${t('handover.hasChanges')}` : ''}
        </Box>
        <Button
          size="xs"
          variant={hasNewEntries ? 'solid' : 'outline'}
          loading={found.isRefetching}
          onClick={() => void refresh()}
        >
          <RefreshCw size={14} aria-hidden />
          {t('handover.refresh')}
        </Button>
      </Box>
      {filters.of !== '' && user && policy.edit(user, team) ? (
        <TakeOverAll
          key={key}
          team={team._id}
          filters={filters}
          count={filters.of === user._id || found.isPlaceholderData ? 0 : total}
          mayTakeOver={(entry) => policy.takeOver(user, team, entry)}
          onDone={refresh}
        />
      ) : null}
      {snapshot.rows.length === 0 ? (
        <EmptyState
          icon={<ClipboardCheck size={32} aria-hidden />}
          title={isNarrowed(filters) ? t('handover.noneFiltered') : t('handover.none')}
        >
          {isNarrowed(filters) ? t('handover.noneFilteredHint') : t('handover.noneHint')}
        </EmptyState>
      ) : (
        <>
          <Box className="key-hint" data-print="hide" fontSize="xs" color="fg.muted" marginBlockEnd="2">
            {t('handover.keys')}
          </Box>
          {/* One handler for the arrow keys of all rows. */}
          <Box asChild css={listStyle}>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
            <ul ref={list} tabIndex={-1} aria-label={t('handover.list')} onKeyDown={moveFocus}>
              {snapshot.rows.map((entry) => (
                <PendingRow
                  key={entry._id}
                  shown={current.get(entry._id) ?? entry}
                  isGone={newest.length > 0 && !current.has(entry._id)}
                  isOfOthers={filters.of !== ''}
                  team={team}
                />
              ))}
            </ul>
          </Box>
        </>
      )}
      <MoreBelow query={found}>{t('handover.more')}</MoreBelow>
    </Box>
  );
}

function moveFocus(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[latinKey(event)];
  if (
    step === undefined ||
    !(event.target instanceof HTMLElement) ||
    event.target.matches('input') ||
    event.altKey ||
    event.ctrlKey ||
    event.metaKey
  )
    return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const next = rows[rows.findIndex((row) => row.contains(event.target as Node)) + step];
  if (!next) return;
  event.preventDefault();
  next.querySelector<HTMLElement>('[data-row-focus]')?.focus();
}
