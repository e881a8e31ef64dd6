/** The auditor's search over the changes of a team's medication errors, with the verification of the team's history. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult, useMutation } from '@tanstack/react-query';
import type { Team } from 'language/contract/entities';
import type { ErrorChangePage } from 'language/contract/history';
import type { ErrorExportFormat } from 'language/domain/values/codes';
import { FileCheck, FileSpreadsheet, FileText, RefreshCw, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { changesQuery, fetchChanges } from './api.ts';
import { type AuditSearch, emptyAuditSearch, useAuditSearch } from './audit-search.ts';
import { AuditFilters } from './audit-filters.tsx';
import { ChangeList } from './change-list.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { VerifyTeam } from './verify-team.tsx';
import { EmptyState, ErrorAlert, SkeletonRows } from '../../components/screen-states.tsx';
import { PageBoundary } from '../../components/page-boundary.tsx';
import { Panel } from '../../components/page.tsx';
import { isDateRange, today } from '../../platform/time/dates.ts';
import { download } from '../../platform/browser.ts';

export function AuditResults({ team }: { team: Team }) {
  const { search, resetCount, show } = useAuditSearch();
  const found = useInfiniteQuery(changesQuery(team._id, search));
  return (
    <>
      <Panel>
        <AuditFilters
          search={search}
          resetCount={resetCount}
          members={team.members}
          left={found.data?.pages[0]?.left ?? []}
          onSearch={(next) => show(next, { isReset: next === emptyAuditSearch })}
        />
      </Panel>
      <Panel marginBlockStart="4" paddingBlock="3">
        <VerifyTeam team={team._id} />
      </Panel>
      <Box marginBlockStart="4">
        {isDateRange(search.from, search.to) && <ChangePages team={team} search={search} found={found} />}
      </Box>
    </>
  );
}

function ChangePages({
  team,
  search,
  found,
}: {
  team: Team;
  search: AuditSearch;
  found: UseInfiniteQueryResult<InfiniteData<ErrorChangePage>>;
}) {
  const t = useTranslation();
  return (
    <PageBoundary
      query={found}
      skeleton={<SkeletonRows rows={8} height="64px" label={t('audit.loading')} />}
      more={t('audit.older')}
    >
      {(pages) => {
        const [first] = pages;
        const changes = pages.flatMap((page) => page.changes);
        return (
          <>
            <Box display="flex" flexWrap="wrap" alignItems="center" gap="2" minH="8" marginBlockEnd="2">
              <Box role="status" className="tabular" fontSize="sm" color="fg.muted" marginInlineEnd="auto">
                {t(first?.more === true ? 'audit.countMore' : 'audit.count', { total: first?.total ?? 0 })}
              </Box>
              <ExportButtons
                team={team._id}
                search={search}
                disabled={changes.length === 0 || found.isPlaceholderData}
              />
              <Button
                size="xs"
                variant="outline"
                loading={found.isRefetching && !found.isFetchingNextPage}
                onClick={() => void found.refetch()}
              >
                <RefreshCw size={14} aria-hidden />
                {t('audit.refresh')}
              </Button>
            </Box>
            {changes.length === 0 ? (
              <EmptyState icon={<SearchX size={32} aria-hidden />} title={t('audit.none')}>
                {t('audit.noneHint')}
              </EmptyState>
            ) : (
              <ChangeList changes={changes} />
            )}
          </>
        );
      }}
    </PageBoundary>
  );
}

/** Download the found changes. The file is fetched, because a link cannot send the session's token. */
function ExportButtons({ team, search, disabled }: { team: string; search: AuditSearch; disabled: boolean }) {
  const t = useTranslation();
  const {
    mutate: startDownload,
    variables,
    isPending,
    error,
  } = useMutation({
    mutationFn: async (format: ErrorExportFormat) =>
      download(await fetchChanges(team, search, format), `errors-${today()}.${format}`),
  });
  const button = (format: ErrorExportFormat, label: string, hint: string, icon: ReactNode) => (
    <Button
      size="xs"
      variant="outline"
      title={hint}
      disabled={disabled || isPending}
      loading={isPending && variables === format}
      onClick={() => startDownload(format)}
    >
      {icon}
      {label}
    </Button>
  );
  return (
    <>
      {error && (
        <Box flexBasis="100%" order="1">
          <ErrorAlert error={error} onRetry={variables && (() => startDownload(variables))} />
        </Box>
      )}
      {button('csv', t('audit.exportCsv'), t('audit.exportCsvHint'), <FileText size={14} aria-hidden />)}
      {button('xlsx', t('audit.exportXlsx'), t('audit.exportXlsxHint'), <FileSpreadsheet size={14} aria-hidden />)}
      {button('ndjson', t('audit.exportSigned'), t('audit.exportSignedHint'), <FileCheck size={14} aria-hidden />)}
    </>
  );
}
