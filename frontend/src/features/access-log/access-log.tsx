/** The access log of a team: its search and the pages of what it finds. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import type { FormerMember, Member, Team } from 'language/contract/entities';
import { Eraser, Eye } from 'lucide-react';
import { AccessList } from './access-list.tsx';
import { accessesQuery } from './api.ts';
import {
  accessKinds,
  type AccessSearch,
  accessSearchParams,
  emptyAccessSearch,
  parseAccessKind,
  useAccessSearch,
} from './access-search.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { EmptyState, QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { PageSteps } from '../../components/page-boundary.tsx';
import { Panel } from '../../components/page.tsx';
import { areDatesInOrder, isDateRange, today } from '../../platform/time/dates.ts';
import { DateField } from '../../components/forms/date-field.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { Select } from '../../components/forms/select.tsx';
import { PeopleOptions } from '../../clinical/people-options.tsx';

export function AccessLog({ team }: { team: Team }) {
  const t = useTranslation();
  const [search, show] = useAccessSearch();
  const found = useQuery(accessesQuery(team._id, search));
  return (
    <>
      <Panel>
        <AccessFilters search={search} members={team.members} left={found.data?.left ?? []} onSearch={show} />
      </Panel>
      <Box marginBlockStart="4">
        {isDateRange(search.startDate, search.endDate) && (
          <QueryBoundary query={found} skeleton={<SkeletonRows rows={8} label={t('access.loading')} />}>
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
                    {t('access.count', { total })}
                  </span>
                  {(search.patient !== '' || search.admission !== '') && (
                    <>
                      <span>
                        {search.admission === '' ? t('access.ofPatient') : t('access.ofChart')}:{' '}
                        <b>
                          <bdi dir="auto">
                            {accesses.find(({ patientName }) => patientName)?.patientName ?? t('access.deletedPatient')}
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
                        {t('access.allPatients')}
                      </Button>
                    </>
                  )}
                </Box>
                {accesses.length === 0 ? (
                  <EmptyState icon={<Eye size={32} aria-hidden />} title={t('access.none')}>
                    {t('access.noneHint')}
                  </EmptyState>
                ) : (
                  <AccessList accesses={accesses} onPatient={(patient) => show({ ...search, patient, page: 1 })} />
                )}
                <PageSteps
                  label={t('access.pages')}
                  page={page}
                  pages={pages}
                  previous={t('access.newer')}
                  next={t('access.older')}
                  onPage={(next) => show({ ...search, page: next })}
                />
              </Box>
            )}
          </QueryBoundary>
        )}
      </Box>
    </>
  );
}

interface Props {
  search: AccessSearch;
  members: readonly Member[];
  left: readonly FormerMember[];
  onSearch: (search: AccessSearch) => void;
}

function AccessFilters({ search, members, left, onSearch }: Props) {
  const t = useTranslation();
  const set = (patch: Partial<AccessSearch>): void => onSearch({ ...search, ...patch, page: 1 });
  return (
    <Box
      as="section"
      aria-label={t('access.filters')}
      display="grid"
      gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', lg: '1fr 1fr 1.3fr 1.3fr auto' }}
      gap="3"
      alignItems="start"
    >
      <DateField
        label={t('access.from')}
        max={today()}
        value={search.startDate}
        onChange={(startDate) => set({ startDate })}
      />
      <DateField
        label={t('access.to')}
        value={search.endDate}
        onChange={(endDate) => set({ endDate })}
        error={areDatesInOrder(search.startDate, search.endDate) ? undefined : t('access.wrongOrder')}
      />
      <FormField label={t('access.person')}>
        <Select dir="auto" value={search.user} onChange={(user) => set({ user })} none={t('access.everybody')}>
          <PeopleOptions members={members} left={left} chosen={search.user} />
        </Select>
      </FormField>
      <FormField label={t('access.kind')}>
        <Select
          value={search.kind}
          onChange={(kind) => set({ kind: parseAccessKind(kind) })}
          none={t('access.anything')}
          options={accessKinds.map((kind) => [kind, t(`access.kinds.${kind}`)])}
        />
      </FormField>
      <Box gridColumn={{ base: '1 / -1', lg: 'auto' }} paddingBlockStart={{ base: '0', lg: '1.4rem' }}>
        <Button
          variant="outline"
          colorPalette="gray"
          disabled={accessSearchParams(search).size === 0}
          onClick={() => onSearch(emptyAccessSearch)}
        >
          <Eraser aria-hidden />
          {t('access.clear')}
        </Button>
      </Box>
    </Box>
  );
}
