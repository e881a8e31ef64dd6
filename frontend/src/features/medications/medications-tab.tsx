import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import type { AdmissionDetails } from 'language/contract/entities';
import { Table2 } from 'lucide-react';
import { useState } from 'react';
import { dashboardQuery, medicationsQuery } from './api.ts';
import { Dashboard } from './dashboard.tsx';
import { MedicationList } from './medication-list.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import type { Arrival } from '../../sync/live/arrivals.ts';
import { QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';

interface Props {
  admission: AdmissionDetails;
  user: string;
  canEdit: boolean;
  arrivals: ReadonlyMap<string, Arrival>;
}

/** The Medication tab: the medications of the admission, and the dashboard of their reviews by day. */
export default function MedicationsTab({ admission, user, canEdit, arrivals }: Props) {
  const t = useTranslation();
  const medications = useQuery(medicationsQuery(admission._id, admission.team));
  const [isDashboardOpen, setIsDashboardOpen] = useState(false);
  const dashboard = useQuery({ ...dashboardQuery(admission._id, admission.team), enabled: isDashboardOpen });
  return (
    <>
      <QueryBoundary query={medications} skeleton={<SkeletonRows rows={4} label={t('medication.loading')} />}>
        {(list) => (
          <MedicationList
            admission={admission._id}
            medications={list}
            user={user}
            canEdit={canEdit}
            arrivals={arrivals}
          />
        )}
      </QueryBoundary>
      <Box marginBlockStart="6" data-print="hide">
        <Button
          size="sm"
          variant="outline"
          aria-expanded={isDashboardOpen}
          onClick={() => setIsDashboardOpen(!isDashboardOpen)}
        >
          <Table2 size={16} aria-hidden />
          {isDashboardOpen ? t('medication.hideDashboard') : t('medication.showDashboard')}
        </Button>
        {isDashboardOpen ? (
          <Box marginBlockStart="3">
            <QueryBoundary query={dashboard} skeleton={<SkeletonRows rows={6} height="32px" />}>
              {(data) => <Dashboard dashboard={data} />}
            </QueryBoundary>
          </Box>
        ) : null}
      </Box>
    </>
  );
}
