/** The screen of who is on a drug: the form, both lists, and their paper. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { PackageSearch, Pill, Printer, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { AsyncBoundary, lazyComponent } from '../../components/lazy-component.tsx';
import { LoadFailed } from '../../components/load-failed.tsx';
import { MoreBelow } from '../../components/page-boundary.tsx';
import { Panel } from '../../components/page.tsx';
import { EmptyState, ErrorAlert, SkeletonRows } from '../../components/screen-states.tsx';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { busyProps } from '../../components/theme/system.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { formatDate, isDate, useToday } from '../../platform/time/dates.ts';
import type { DrugUseCriteria } from '../../sync/cache/query-keys.ts';
import { drugUseQuery } from './api.ts';
import { CriteriaForm } from './criteria-form.tsx';
import { useAsked } from './criteria.ts';
import { DrugUseTable } from './drug-use-table.tsx';
import { closedTeamsText, subjectName } from './words.ts';

const DrugUseOnPaper = lazyComponent(() => import('./drug-use-sheet.tsx'));

interface Props {
  /** Undefined: all teams, whose changes are not live. */
  team: { _id: string; name: string } | undefined;
}

export function DrugUse({ team }: Props) {
  const t = useTranslation();
  const day = useToday();
  const [asked, ask] = useAsked();
  const on = asked.on ?? day;
  const isReady = asked.id !== '' && isDate(on) && on <= day;
  return (
    <>
      <Panel data-print="hide">
        <CriteriaForm asked={asked} onAsk={ask} />
      </Panel>
      <Box marginBlockStart="4">
        {isReady ? (
          <Found team={team} criteria={{ kind: asked.kind, id: asked.id, on }} />
        ) : asked.id === '' ? (
          <EmptyState icon={<Pill size={32} aria-hidden />} title={t('drugUse.choose')}>
            {t('drugUse.explained')}
          </EmptyState>
        ) : null}
      </Box>
    </>
  );
}

function Found({ team, criteria }: Props & { criteria: DrugUseCriteria }) {
  const t = useTranslation();
  const [isPrinting, setPrinting] = useState(false);
  const found = useInfiniteQuery(drugUseQuery(team?._id ?? '', criteria));
  const pages = found.data?.pages ?? [];
  const newest = pages.at(-1);
  if (found.error?.status === 404)
    return <EmptyState icon={<PackageSearch size={32} aria-hidden />} title={t('drugUse.gone')} />;
  if (!newest)
    return found.error ? (
      <ErrorAlert error={found.error} onRetry={() => void found.refetch()} />
    ) : (
      <SkeletonRows rows={6} height="52px" />
    );
  const { of, on, since, total, hadTotal, closedTeams } = newest;
  const patients = pages.flatMap((page) => page.patients);
  const had = pages.flatMap((page) => page.had);
  const shown = { on, hasTeams: !team, hasSubstances: of.kind === 'tag' };
  return (
    <Box {...busyProps(found.isPlaceholderData)}>
      <ErrorAlert error={found.error} onRetry={() => void found.refetch()} />
      <Box display="flex" flexWrap="wrap" alignItems="center" justifyContent="space-between" gap="2" marginBlockEnd="2">
        <Box role="status">
          <Box as="h2" fontSize="md" fontWeight="semibold">
            <ClinicalText>
              {t('drugUse.found', { drug: subjectName(of), date: formatDate(on), patients: total })}
            </ClinicalText>
          </Box>
          {closedTeams ? (
            <Box color="amber.fg" fontWeight="semibold">
              {closedTeamsText(closedTeams)}
            </Box>
          ) : null}
        </Box>
        <Box display="flex" gap="2">
          {team ? null : (
            <Button size="sm" variant="outline" loading={found.isRefetching} onClick={() => void found.refetch()}>
              <RefreshCw size={15} aria-hidden />
              {t('handover.refresh')}
            </Button>
          )}
          <Button size="sm" variant="outline" loading={isPrinting} onClick={() => setPrinting(true)}>
            <Printer size={15} aria-hidden />
            {t('drugUse.print')}
          </Button>
        </Box>
      </Box>
      {isPrinting ? (
        <AsyncBoundary instead={<LoadFailed asks />}>
          <DrugUseOnPaper team={team} criteria={criteria} onPrinted={() => setPrinting(false)} />
        </AsyncBoundary>
      ) : null}
      {patients.length > 0 ? (
        <DrugUseTable label={t('drugUse.list')} patients={patients} {...shown} />
      ) : (
        <Box color="fg.muted">{t('drugUse.none')}</Box>
      )}
      <Box as="h2" fontSize="md" fontWeight="semibold" marginBlockStart="6" marginBlockEnd="2">
        <ClinicalText>{t('drugUse.hadSince', { since: formatDate(since), stays: hadTotal })}</ClinicalText>
      </Box>
      {had.length > 0 ? (
        <DrugUseTable label={t('drugUse.hadList')} patients={had} {...shown} />
      ) : (
        <Box color="fg.muted">{t('drugUse.hadNone')}</Box>
      )}
      <MoreBelow query={found}>{t('handover.more')}</MoreBelow>
      <Box color="fg.muted" fontSize="sm" marginBlockStart="4">
        {t('drugUse.explained')}
      </Box>
    </Box>
  );
}
