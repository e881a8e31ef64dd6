/** The security log: its search, what it finds, and what is newer than that. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import {
  type InfiniteData,
  useInfiniteQuery,
  type UseInfiniteQueryResult,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import type { SecurityLogPage } from 'language/contract/security-log';
import { ArrowUp, FileSpreadsheet, FileText, SearchX } from 'lucide-react';
import { PageBoundary } from '../../components/page-boundary.tsx';
import { Panel } from '../../components/page.tsx';
import { EmptyState, ErrorAlert, SkeletonRows } from '../../components/screen-states.tsx';
import { download } from '../../platform/browser.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { isDateRange, today } from '../../platform/time/dates.ts';
import { fetchLines, linesQuery, newerQuery } from './api.ts';
import { SecurityFilters } from './filters.tsx';
import { LineList } from './line-list.tsx';
import { type SecuritySearch, useSecuritySearch } from './search.ts';

/** As many the server counts. */
const COUNTED_MAX = 100;

export function SecurityLog() {
  const { search, show } = useSecuritySearch();
  const found = useInfiniteQuery(linesQuery(search));
  return (
    <>
      <Panel>
        <SecurityFilters search={search} teams={found.data?.pages[0]?.teams ?? []} onSearch={show} />
      </Panel>
      <Box marginBlockStart="4">
        {isDateRange(search.from, search.to) && (
          <Lines search={search} found={found} onPerson={(person) => show({ ...search, person })} />
        )}
      </Box>
    </>
  );
}

interface LinesProps {
  search: SecuritySearch;
  found: UseInfiniteQueryResult<InfiniteData<SecurityLogPage>>;
  onPerson: (person: string) => void;
}

function Lines({ search, found, onPerson }: LinesProps) {
  const t = useTranslation();
  return (
    <PageBoundary
      query={found}
      skeleton={<SkeletonRows rows={8} label={t('securityLog.loading')} />}
      more={t('securityLog.older')}
    >
      {(pages) => {
        const lines = pages.flatMap((page) => page.lines);
        return (
          <>
            <Box display="flex" flexWrap="wrap" alignItems="center" gap="2" minH="8" marginBlockEnd="2">
              <Newer
                search={search}
                than={found.isPlaceholderData ? undefined : (lines[0]?.number ?? 0)}
                isLoading={found.isRefetching && !found.isFetchingNextPage}
                onShow={() => void found.refetch()}
              />
              <Export search={search} isDisabled={lines.length === 0 || found.isPlaceholderData} />
            </Box>
            {lines.length === 0 ? (
              <EmptyState icon={<SearchX size={32} aria-hidden />} title={t('securityLog.none')}>
                {t('securityLog.noneHint')}
              </EmptyState>
            ) : (
              <LineList lines={lines} onPerson={onPerson} />
            )}
          </>
        );
      }}
    </PageBoundary>
  );
}

interface NewerProps {
  search: SecuritySearch;
  /** The newest shown line; undefined while another search is shown. */
  than: number | undefined;
  isLoading: boolean;
  onShow: () => void;
}

/** Newer lines are not put above a line that is being read: a button shows them. */
function Newer({ search, than, isLoading, onShow }: NewerProps) {
  const t = useTranslation();
  const newer = useQuery(newerQuery(search, than)).data?.newer ?? 0;
  return (
    <Box role="status" marginInlineEnd="auto">
      {newer > 0 && (
        <Button size="xs" variant="outline" loading={isLoading} onClick={onShow}>
          <ArrowUp size={14} aria-hidden />
          {t(newer < COUNTED_MAX ? 'securityLog.newer' : 'securityLog.newerMany', { newer })}
        </Button>
      )}
    </Box>
  );
}

/** The file is fetched, because a link cannot send the session. */
function Export({ search, isDisabled }: { search: SecuritySearch; isDisabled: boolean }) {
  const t = useTranslation();
  const { mutate, variables, isPending, error } = useMutation({
    mutationFn: async (format: 'csv' | 'xlsx') =>
      download(await fetchLines(search, format), `security-log-${today()}.${format}`),
  });
  return (
    <>
      {error && (
        <Box flexBasis="100%" order="1">
          <ErrorAlert error={error} onRetry={variables && (() => mutate(variables))} />
        </Box>
      )}
      {(['csv', 'xlsx'] as const).map((format) => (
        <Button
          key={format}
          size="xs"
          variant="outline"
          title={t('securityLog.exportHint')}
          disabled={isDisabled || isPending}
          loading={isPending && variables === format}
          onClick={() => mutate(format)}
        >
          {format === 'csv' ? <FileText size={14} aria-hidden /> : <FileSpreadsheet size={14} aria-hidden />}
          {t(`securityLog.export.${format}`)}
        </Button>
      ))}
    </>
  );
}
