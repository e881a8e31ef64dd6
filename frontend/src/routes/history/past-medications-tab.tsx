import { Box } from '@chakra-ui/react/box';
import type { AdmissionMedication } from 'command-api/contract/entities';
import type { MedicationDashboard } from 'command-api/contract/reports';
import { Dashboard } from '../../features/medications/dashboard.tsx';
import { ReadOnlyMedications } from '../../features/medications/medication-lines.tsx';
import { medicationText } from '../../features/medications/messages.ts';
import { timeTravelText as text } from '../../features/time-travel/messages.ts';
import type { Arrival } from '../../sync/live/arrivals.ts';
import { EmptyState } from '../../components/empty-state.tsx';

interface Props {
  medications: readonly AdmissionMedication[];
  dashboard: MedicationDashboard;
  on: string;
  arrivals: ReadonlyMap<string, Arrival>;
}

/** The Medication tab of the past: the list, and the dashboard up to that day. */
export default function PastMedicationsTab({ medications, dashboard, on, arrivals }: Props) {
  return (
    <>
      {medications.length === 0 ? (
        <EmptyState title={text.none.medication} />
      ) : (
        <ReadOnlyMedications medications={medications} now={on} arrivals={arrivals} />
      )}
      <Box as="section" aria-label={medicationText.dashboard} marginBlockStart="6">
        <Dashboard dashboard={dashboard} />
      </Box>
    </>
  );
}
