/** The list as the person reads it, and the keys that go from row to row. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { Team } from 'command-api/contract/entities';
import { ClipboardCheck, RefreshCw } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { latinKey } from '../../platform/keyboard/shortcuts.ts';
import type { PendingFilters } from '../../sync/cache/query-keys.ts';
import { useToday } from '../../platform/time/use-today.ts';
import { busyLook } from '../../components/busy-look.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { pendingQuery } from './api.ts';
import { isNarrowed } from './filters.ts';
import { listStyle } from './list-style.ts';
import { handoverText as text } from './messages.ts';
import { PendingRow } from './pending-row.tsx';
import { extendSnapshot, changesSince, type ListSnapshot } from './list-snapshot.ts';

interface Props {
  team: Team;
  filters: PendingFilters;
}

export function PendingList({ team, filters }: Props) {
  const day = useToday();
  const found = useInfiniteQuery(pendingQuery(team._id, day, filters));
  const pages = found.isPlaceholderData ? undefined : found.data?.pages;
  const [reading, setReading] = useState<ListSnapshot>();
  const of = JSON.stringify([team._id, day, filters]);
  const current = pages ? extendSnapshot(reading, of, pages) : reading;
  if (current !== reading) setReading(current);

  if (!current)
    return found.error ? (
      <ErrorAlert error={found.error} onRetry={() => void found.refetch()} />
    ) : (
      <SkeletonRows rows={6} height="72px" />
    );
  const newest = pages ?? [];
  const { now, others } = changesSince(current, newest);
  const [total, overdue] = [found.data?.pages.at(-1)?.total ?? 0, found.data?.pages.at(-1)?.overdue ?? 0];
  const refresh = async () => {
    const { data } = await found.refetch();
    setReading(data && extendSnapshot(undefined, of, data.pages));
  };
  return (
    <Box {...busyLook(found.isPlaceholderData)}>
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
          {text.counted(total, overdue)}
          {others ? ` · ${text.changed}` : ''}
        </Box>
        <Button
          size="xs"
          variant={others ? 'solid' : 'outline'}
          loading={found.isRefetching}
          onClick={() => void refresh()}
        >
          <RefreshCw size={14} aria-hidden />
          {text.refresh}
        </Button>
      </Box>
      {current.rows.length === 0 ? (
        <EmptyState
          icon={<ClipboardCheck size={32} aria-hidden />}
          title={isNarrowed(filters) ? text.noneFiltered : text.none}
        >
          {isNarrowed(filters) ? text.noneFilteredHint : text.noneHint}
        </EmptyState>
      ) : (
        <>
          <Box data-print="hide" fontSize="xs" color="fg.muted" marginBlockEnd="2" hideBelow="md">
            {text.keys}
          </Box>
          {/* Keys that go from row to row are heard here, once for all of them. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
          <Box as="ul" aria-label={text.list} css={listStyle} onKeyDown={goToNext}>
            {current.rows.map((entry) => (
              <PendingRow
                key={entry._id}
                shown={now.get(entry._id) ?? entry}
                gone={newest.length > 0 && !now.has(entry._id)}
                team={team}
              />
            ))}
          </Box>
        </>
      )}
      {found.hasNextPage && (
        <Box textAlign="center" marginBlockStart="4">
          <Button variant="outline" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {text.more}
          </Button>
        </Box>
      )}
    </Box>
  );
}

function goToNext(event: KeyboardEvent): void {
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
