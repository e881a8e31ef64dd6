/** The list below the search: the search's pages, or the ward's inpatients. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { BedDouble, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PatientSearch } from '../../sync/cache/query-keys.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { inpatientsQuery, patientSearchQuery, teamNewsQuery } from './api.ts';
import { patientsText as text } from './messages.ts';
import { PatientRows } from './patient-rows.tsx';
import { isEmptySearch } from './search-state.ts';

const Count = ({ children }: { children: ReactNode }) => (
  <Box role="status" fontSize="xs" color="fg.muted" marginBlockEnd="1" minH="1.6em" className="tabular">
    {children}
  </Box>
);
const waiting = <SkeletonRows rows={6} height="52px" label="Searching" />;

interface SearchProps {
  team: string;
  search: PatientSearch;
  /** Offered when nobody was found: a new patient (specification §5). */
  whenNobody: ReactNode;
}

export function SearchResults({ team, search, whenNobody }: SearchProps) {
  const found = useInfiniteQuery(patientSearchQuery(team, search));
  const changed = useQuery(teamNewsQuery(team)).data;
  if (found.data === undefined)
    return found.error ? <ErrorAlert error={found.error} onRetry={() => void found.refetch()} /> : waiting;
  const patients = found.data.pages.flatMap((page) => page.patients);
  const inpatients = new Set(found.data.pages.flatMap((page) => page.inpatients).map((patient) => patient._id));
  const total = found.data.pages.at(-1)?.total ?? 0;
  return (
    <Box
      aria-busy={found.isPlaceholderData}
      opacity={found.isPlaceholderData ? 0.6 : 1}
      transition="opacity 0.15s 0.15s"
    >
      <ErrorAlert error={found.error} onRetry={() => void found.refetch()} />
      <Count>{text.found(total)}</Count>
      {patients.length === 0 ? (
        <EmptyState
          icon={<SearchX size={32} aria-hidden />}
          title={isEmptySearch(search) ? text.noneYet : text.none}
          action={found.isPlaceholderData ? undefined : whenNobody}
        >
          {isEmptySearch(search) ? undefined : text.noneHint}
        </EmptyState>
      ) : (
        <PatientRows patients={patients} inpatients={inpatients} changed={changed} />
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

export function InpatientResults({ team }: { team: string }) {
  const found = useQuery(inpatientsQuery(team));
  const changed = useQuery(teamNewsQuery(team)).data;
  return (
    <QueryBoundary query={found} waiting={waiting}>
      {({ inpatients }) => (
        <>
          <Count>{text.inpatientsFound(inpatients.length)}</Count>
          {inpatients.length === 0 ? (
            <EmptyState icon={<BedDouble size={32} aria-hidden />} title={text.noInpatients}>
              {text.noInpatientsHint}
            </EmptyState>
          ) : (
            <PatientRows
              patients={inpatients}
              inpatients={new Set(inpatients.map((patient) => patient._id))}
              changed={changed}
            />
          )}
        </>
      )}
    </QueryBoundary>
  );
}
