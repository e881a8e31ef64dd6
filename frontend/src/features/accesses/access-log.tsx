/** The access log of a team: its search and the pages of what it finds. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import type { Team } from 'command-api/contract/entities';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { NavigationType, useNavigationType, useSearchParams } from 'react-router-dom';
import { AccessFilters } from './access-filters.tsx';
import { AccessList } from './access-list.tsx';
import { accessesQuery } from './api.ts';
import {
  type AccessSearch,
  isDateRangeValid,
  parseAccessSearch,
  accessSearchParams,
} from './access-search.ts';
import { accessText as text } from './messages.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Panel } from '../../components/layout/panel.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';

/**
 * The search is state, and the address follows it. Only back and forward set the search from the address: otherwise one
 * of two quick changes would undo the other.
 */
function useAccessSearch(): [AccessSearch, (next: AccessSearch) => void] {
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState(() => parseAccessSearch(params));
  const address = params.toString();
  const isBackOrForward = useNavigationType() === NavigationType.Pop;
  const [seen, setSeen] = useState(address);
  if (seen !== address) {
    setSeen(address);
    if (isBackOrForward) setSearch(parseAccessSearch(params));
  }
  const show = (next: AccessSearch): void => {
    setSearch(next);
    setParams(accessSearchParams(next), {
      replace: next.page === search.page,
      preventScrollReset: next.page === search.page,
    });
  };
  return [search, show];
}

export function AccessLog({ team }: { team: Team }) {
  const [search, show] = useAccessSearch();
  const found = useQuery(accessesQuery(team._id, search));
  return (
    <>
      <Panel>
        <AccessFilters search={search} members={team.members} left={found.data?.left ?? []} onSearch={show} />
      </Panel>
      <Box marginBlockStart="4">
        {isDateRangeValid(search) && (
          <QueryBoundary query={found} waiting={<SkeletonRows rows={8} label={text.loading} />}>
            {({ accesses, page, pages, total }) => (
              <Box
                aria-busy={found.isPlaceholderData}
                opacity={found.isPlaceholderData ? 0.6 : 1}
                transition="opacity 0.15s 0.15s"
              >
                <Box
                  display="flex"
                  flexWrap="wrap"
                  alignItems="center"
                  columnGap="3"
                  minH="1.8em"
                  marginBlockEnd="1"
                  fontSize="xs"
                  color="fg.muted"
                >
                  <span role="status" className="tabular">
                    {text.count(total)}
                  </span>
                  {(search.patient !== '' || search.admission !== '') && (
                    <>
                      <span>
                        {search.admission === '' ? text.ofPatient : text.ofChart}:{' '}
                        <b>
                          <bdi dir="auto">
                            {accesses.find(({ patientName }) => patientName)?.patientName ?? text.deletedPatient}
                          </bdi>
                        </b>
                      </span>
                      <Button
                        size="xs"
                        variant="plain"
                        color="brand.fg"
                        paddingInline="0"
                        onClick={() => show({ ...search, patient: '', admission: '', page: 1 })}
                      >
                        {text.allPatients}
                      </Button>
                    </>
                  )}
                </Box>
                {accesses.length === 0 ? (
                  <EmptyState icon={<Eye size={32} aria-hidden />} title={text.none}>
                    {text.noneHint}
                  </EmptyState>
                ) : (
                  <AccessList accesses={accesses} onPatient={(patient) => show({ ...search, patient, page: 1 })} />
                )}
                {pages > 1 && (
                  <Box
                    as="nav"
                    aria-label={text.pages}
                    display="flex"
                    alignItems="center"
                    justifyContent="center"
                    gap="4"
                    marginBlockStart="4"
                  >
                    <Button variant="outline" disabled={page <= 1} onClick={() => show({ ...search, page: page - 1 })}>
                      {text.newer}
                    </Button>
                    <span className="tabular">{text.page(page, pages)}</span>
                    <Button
                      variant="outline"
                      disabled={page >= pages}
                      onClick={() => show({ ...search, page: page + 1 })}
                    >
                      {text.older}
                    </Button>
                  </Box>
                )}
              </Box>
            )}
          </QueryBoundary>
        )}
      </Box>
    </>
  );
}
