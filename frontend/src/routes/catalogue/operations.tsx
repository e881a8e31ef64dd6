/**
 * `/operations`: the operator's page, for the admin account. It says what is wrong, what to do, and how each part of the
 * installation is (docs/product.md, "Operator's page").
 */
import { Box } from '@chakra-ui/react/box';
import { useQuery } from '@tanstack/react-query';
import { ClinicalText } from '../../components/text/clinical-text.tsx';
import { QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { formatInstant } from '../../platform/time/instants.ts';
import { AdminScreen } from '../../features/admin-tools/admin-screen.tsx';
import { operationsQuery } from '../../features/operations/api.ts';
import { ParkedStreams } from '../../features/operations/parked-streams.tsx';
import { Parts } from '../../features/operations/parts.tsx';
import { WarningList } from '../../features/operations/warning-list.tsx';

export function Component() {
  const t = useTranslation();
  return (
    <AdminScreen title={t('operations.title')} lead={t('operations.lead')}>
      <OperatorsPage />
    </AdminScreen>
  );
}

/** A refresh changes the numbers in place: nothing is mounted again. */
function OperatorsPage() {
  const t = useTranslation();
  const look = useQuery(operationsQuery());
  return (
    <QueryBoundary query={look} skeleton={<SkeletonRows rows={6} height="96px" label={t('operations.loading')} />}>
      {(operations) => (
        <Box display="grid" gap="4">
          <Box color="fg.muted" fontSize="xs" className="tabular">
            <ClinicalText>
              {t('operations.readAt', { time: formatInstant(operations.at, { seconds: true }) })}
            </ClinicalText>
          </Box>
          <WarningList warnings={operations.warnings} />
          <ParkedStreams parked={operations.parked} />
          <Parts operations={operations} />
        </Box>
      )}
    </QueryBoundary>
  );
}
