/** The patients whom the team has transferred, with their charts as they were then. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { TransferredStay } from 'language/contract/transfers';
import { History } from 'lucide-react';
import { Link } from 'react-router-dom';
import { MoreButton } from '../../components/page-boundary.tsx';
import { Panel } from '../../components/page.tsx';
import { EmptyState, ErrorAlert, SkeletonRows } from '../../components/screen-states.tsx';
import { ClinicalName, ClinicalText } from '../../components/text/clinical-text.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { paths } from '../../platform/paths.ts';
import { patientFullName } from '../../platform/text/names.ts';
import { formatDate } from '../../platform/time/dates.ts';
import { transferredQuery } from './api.ts';

export function TransferredList({ team }: { team: string }) {
  const t = useTranslation();
  const pages = useInfiniteQuery(transferredQuery(team));
  const stays = pages.data?.pages.flatMap(({ transferred }) => transferred);
  return (
    <Box as="section" aria-labelledby="transferred-title">
      <Box as="h2" id="transferred-title" fontSize="md" fontWeight="semibold">
        {t('transfer.transferred')}
      </Box>
      <Box color="fg.muted" fontSize="sm" marginBlockEnd="2">
        {t('transfer.transferredHint')}
      </Box>
      <ErrorAlert error={pages.error} onRetry={() => void pages.refetch()} />
      {stays === undefined ? (
        pages.error ? null : (
          <SkeletonRows rows={3} height="64px" />
        )
      ) : stays.length === 0 ? (
        <EmptyState level={3} icon={<History size={32} aria-hidden />} title={t('transfer.transferredNone')} />
      ) : (
        <Panel>
          <Box as="ul" listStyleType="none" display="grid" gap="3">
            {stays.map((stay) => (
              <StayRow key={stay.admission} stay={stay} />
            ))}
          </Box>
          <MoreButton query={pages} marginBlockStart="3" size="sm">
            {t('transfer.more')}
          </MoreButton>
        </Panel>
      )}
    </Box>
  );
}

function StayRow({ stay }: { stay: TransferredStay }) {
  const t = useTranslation();
  return (
    <Box as="li" display="flex" flexWrap="wrap" alignItems="center" gap="2">
      <Box flex="1 1 16rem" minW="0">
        <Box fontWeight="semibold" overflowWrap="anywhere">
          <ClinicalName>{patientFullName(stay)}</ClinicalName>
          {stay.medicalRecordNumber === '' ? null : (
            <Box as="span" color="fg.muted" fontWeight="normal" marginInlineStart="2">
              <ClinicalText>{stay.medicalRecordNumber}</ClinicalText>
            </Box>
          )}
        </Box>
        <Box color="fg.muted" fontSize="sm">
          <ClinicalText>
            {t('transfer.stay', {
              from: formatDate(stay.startDate),
              to: formatDate(stay.transferDate),
              team: stay.toTeamName,
            })}
          </ClinicalText>
        </Box>
      </Box>
      <Button asChild size="sm" variant="outline">
        <Link to={paths.chartThen.href(stay.admission, String(stay.revision))}>
          <History size={16} aria-hidden />
          {t('transfer.chartThen')}
        </Link>
      </Button>
    </Box>
  );
}
