import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import type { AdmissionDetails } from 'language/contract/entities';
import { Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { dashboardQuery, medicationsQuery } from './api.ts';
import { Dashboard } from './dashboard.tsx';
import { MedicationList } from './medication-list.tsx';
import { type HistoryOf, ReconciliationPart } from './reconciliation/reconciliation.tsx';
import type { SessionUser } from '../../platform/session/session.machine.ts';
import { personName } from '../../platform/text/names.ts';
import { useToday } from '../../platform/time/dates.ts';
import { reconciliationQuery } from '../../sync/reads/reconciliation.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import type { Arrival } from '../../sync/live/arrivals.ts';
import { QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';

interface Props {
  admission: AdmissionDetails;
  user: SessionUser;
  canEdit: boolean;
  arrivals: ReadonlyMap<string, Arrival>;
  /** The history of a line of the reconciliation. */
  renderTools: (line: HistoryOf) => ReactNode;
}

/** The Medication tab: the medications of the admission with the dashboard of their reviews by day, or the reconciliation. */
export default function MedicationsTab({ admission, user, canEdit, arrivals, renderTools }: Props) {
  const t = useTranslation();
  const medications = useQuery(medicationsQuery(admission._id, admission.team));
  const [isDashboardOpen, setIsDashboardOpen] = useState(false);
  const dashboard = useQuery({ ...dashboardQuery(admission._id, admission.team), enabled: isDashboardOpen });
  const reconciliation = useQuery(reconciliationQuery(admission._id, admission.team));
  const [params, setParams] = useSearchParams();
  const isReconciling = params.get('part') === 'reconciliation';
  const day = useToday();
  const show = (part: string) =>
    setParams((current) => ({ ...Object.fromEntries(current), tab: 'medication', part }), {
      replace: true,
      preventScrollReset: true,
    });
  const parts = (
    <Box
      role="group"
      aria-label={t('reconciliation.parts')}
      display="flex"
      gap="1"
      marginBlockEnd="3"
      data-print="hide"
    >
      {(['list', 'reconciliation'] as const).map((part) => (
        <Button
          key={part}
          size="sm"
          variant={(part === 'reconciliation') === isReconciling ? 'solid' : 'outline'}
          aria-pressed={(part === 'reconciliation') === isReconciling}
          onClick={() => show(part)}
        >
          {t(`reconciliation.part.${part}`)}
        </Button>
      ))}
    </Box>
  );
  if (isReconciling)
    return (
      <>
        {parts}
        <QueryBoundary query={reconciliation} skeleton={<SkeletonRows rows={4} label={t('reconciliation.loading')} />}>
          {(found) => (
            <ReconciliationPart
              key={admission._id}
              admission={admission}
              medications={medications.data ?? []}
              reconciliation={found}
              day={day}
              edit={canEdit ? { admission, by: personName(user) } : undefined}
              renderTools={renderTools}
            />
          )}
        </QueryBoundary>
      </>
    );
  return (
    <>
      {parts}
      <QueryBoundary query={medications} skeleton={<SkeletonRows rows={4} label={t('medication.loading')} />}>
        {(list) => (
          <MedicationList
            admission={admission._id}
            medications={list}
            user={user._id}
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
