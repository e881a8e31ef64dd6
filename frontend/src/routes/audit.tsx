/** `/history/teams/{id}`: what became of a team's medication errors, for its admin and its auditors. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query';
import type { Team } from 'command-api/contract/entities';
import type { ErrorChangePage } from 'command-api/contract/history';
import { Eye, Lock, RefreshCw, SearchX } from 'lucide-react';
import { useState } from 'react';
import { Link, NavigationType, useNavigationType, useParams, useSearchParams } from 'react-router-dom';
import { paths } from '../platform/paths.ts';
import { changesQuery } from '../features/audit/api.ts';
import { type AuditSearch, isDateRangeValid, emptyAuditSearch, parseAuditSearch, auditSearchParams } from '../features/audit/audit-search.ts';
import { AuditFilters } from '../features/audit/audit-filters.tsx';
import { ChangeList } from '../features/audit/change-list.tsx';
import { ExportButtons } from '../features/audit/export-buttons.tsx';
import { auditText as text } from '../features/audit/messages.ts';
import { VerifyTeam } from '../features/audit/verify-team.tsx';
import { policy } from '../clinical/policy.ts';
import { useWatch } from '../sync/live/live-connection.ts';
import { teamQuery } from '../sync/reads/shared-reads.ts';
import { useSessionUser } from '../platform/session/session.ts';
import { busyLook } from '../components/busy-look.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { ErrorAlert } from '../components/error-alert.tsx';
import { PageHeader } from '../components/layout/page-header.tsx';
import { Panel } from '../components/layout/panel.tsx';
import { QueryBoundary } from '../components/query-boundary.tsx';
import { SkeletonRows } from '../components/skeleton-rows.tsx';

export { signedInOnly as loader } from '../app/guards.ts';

export function Component() {
  const { id = '' } = useParams();
  const user = useSessionUser();
  const team = useQuery(teamQuery(id));
  useWatch({ team: id });
  return (
    <QueryBoundary query={team}>
      {(found) => (
        <>
          <PageHeader
            title={text.title}
            windowTitle={`${text.title} – ${found.name}`}
            lead={text.lead}
            crumbs={[{ label: found.name, to: paths.team.href(id), name: true }, { label: text.title }]}
            actions={
              user &&
              policy.audit(user, found) && (
                <Button asChild variant="outline" size="sm">
                  <Link to={paths.accesses.href(id)}>
                    <Eye aria-hidden />
                    {text.accessLog}
                  </Link>
                </Button>
              )
            }
          />
          {user && policy.audit(user, found) ? (
            <Audit team={found} />
          ) : (
            <EmptyState icon={<Lock size={32} aria-hidden />} title={text.auditorsOnly}>
              {text.auditorsOnlyHint}
            </EmptyState>
          )}
        </>
      )}
    </QueryBoundary>
  );
}

/**
 * The address follows what is asked, and not the other way round but for back and forward: two quick changes would undo
 * each other.
 */
function useAsk(): { ask: AuditSearch; round: number; show: (next: AuditSearch) => void } {
  const [params, setParams] = useSearchParams();
  const [{ ask, round }, setAsk] = useState(() => ({ ask: parseAuditSearch(params), round: 0 }));
  const address = params.toString();
  const isBackOrForward = useNavigationType() === NavigationType.Pop;
  const [seen, setSeen] = useState(address);
  if (seen !== address) {
    setSeen(address);
    if (isBackOrForward) setAsk({ ask: parseAuditSearch(params), round: round + 1 });
  }
  const show = (next: AuditSearch): void => {
    setAsk({ ask: next, round: next === emptyAuditSearch ? round + 1 : round });
    setParams(auditSearchParams(next), { replace: true, preventScrollReset: true });
  };
  return { ask, round, show };
}

function Audit({ team }: { team: Team }) {
  const { ask, round, show } = useAsk();
  const found = useInfiniteQuery(changesQuery(team._id, ask));
  return (
    <>
      <Panel>
        <AuditFilters
          search={ask}
          round={round}
          members={team.members}
          left={found.data?.pages[0]?.left ?? []}
          onSearch={show}
        />
      </Panel>
      <Panel marginBlockStart="4" paddingBlock="3">
        <VerifyTeam team={team._id} />
      </Panel>
      <Box marginBlockStart="4">{isDateRangeValid(ask) && <Found team={team} ask={ask} found={found} />}</Box>
    </>
  );
}

function Found({
  team,
  ask,
  found,
}: {
  team: Team;
  ask: AuditSearch;
  found: UseInfiniteQueryResult<InfiniteData<ErrorChangePage>>;
}) {
  const [first] = found.data?.pages ?? [];
  if (!first)
    return found.error ? (
      <ErrorAlert error={found.error} onRetry={() => void found.refetch()} />
    ) : (
      <SkeletonRows rows={8} height="64px" label={text.loading} />
    );
  const changes = found.data?.pages.flatMap((page) => page.changes) ?? [];
  return (
    <Box {...busyLook(found.isPlaceholderData)}>
      <ErrorAlert error={found.error} onRetry={() => void found.refetch()} />
      <Box display="flex" flexWrap="wrap" alignItems="center" gap="2" minH="8" marginBlockEnd="2">
        <Box role="status" className="tabular" fontSize="sm" color="fg.muted" marginInlineEnd="auto">
          {text.count(first.total, first.more === true)}
        </Box>
        <ExportButtons team={team._id} ask={ask} disabled={changes.length === 0 || found.isPlaceholderData} />
        <Button
          size="xs"
          variant="outline"
          loading={found.isRefetching && !found.isFetchingNextPage}
          onClick={() => void found.refetch()}
        >
          <RefreshCw size={14} aria-hidden />
          {text.refresh}
        </Button>
      </Box>
      {changes.length === 0 ? (
        <EmptyState icon={<SearchX size={32} aria-hidden />} title={text.none}>
          {text.noneHint}
        </EmptyState>
      ) : (
        <ChangeList changes={changes} />
      )}
      {found.hasNextPage && (
        <Box textAlign="center" marginBlockStart="4">
          <Button variant="outline" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {text.older}
          </Button>
        </Box>
      )}
    </Box>
  );
}
