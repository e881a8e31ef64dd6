/** Adds a patient after a search without a result, with the searched data filled in. Later searches keep the form. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { UserPlus } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { useCommand } from '../../sync/commands.ts';
import { queryKeys, type PatientSearch } from '../../sync/cache/query-keys.ts';
import { Panel } from '../../components/page.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { registerPatient, similarPatients } from './api.ts';
import { patientsText as text } from './messages.ts';
import { newPatientDraft, PatientForm } from './patient-form.tsx';

export const AddPatientButton = ({ onPress }: { onPress: () => void }) => (
  <Button onClick={onPress}>
    <UserPlus aria-hidden />
    {text.add}
  </Button>
);

export function AddPatient({
  team,
  searched,
  onClose,
}: {
  team: string;
  searched: PatientSearch;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const register = useCommand(registerPatient, {
    draft: newPatientDraft(team),
    onSuccess: (patient) => {
      queryClient.setQueryData(queryKeys.patient(patient._id), patient);
      void queryClient.invalidateQueries({ queryKey: queryKeys.patientsOf(team) });
      notify.saved(text.added);
    },
  });
  const added = register.data?._id;
  // In an effect: the form first has to release its unsaved changes.
  useEffect(() => {
    if (added !== undefined) void navigate(paths.patient.href(added));
  }, [added, navigate]);
  return (
    <Panel textAlign="start" marginBlockStart="4">
      <Box display="flex" justifyContent="space-between" alignItems="center" marginBlockEnd="3">
        <Box as="h2" fontWeight="semibold">
          {text.add}
        </Box>
        <Button size="xs" variant="ghost" disabled={register.isPending} onClick={onClose}>
          {text.close}
        </Button>
      </Box>
      <PatientForm
        initial={searched}
        team={team}
        busy={register.isPending}
        error={register.error}
        isDone={register.isSuccess}
        similarTo={(patient) => similarPatients(team, patient)}
        onSubmit={(patient) => register.mutate({ body: { ...patient, team }, team })}
      />
    </Panel>
  );
}
