/** Offered to those who may edit when a search found nobody: what was searched is filled in already. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { UserPlus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../app/paths.ts';
import { queryClient, useCommand } from '../../lib/queries.ts';
import { keys, type PatientSearch } from '../../lib/query-keys.ts';
import { Panel } from '../../ui/panel.tsx';
import { notify } from '../../ui/toaster.tsx';
import { registerPatient, similarPatients } from './api.ts';
import { patientsText as text } from './messages.ts';
import { PatientForm } from './patient-form.tsx';

export function AddPatient({ team, searched }: { team: string; searched: PatientSearch }) {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  const register = useCommand(registerPatient, {
    onSuccess: (patient) => {
      queryClient.setQueryData(keys.patient(patient._id), patient);
      void queryClient.invalidateQueries({ queryKey: keys.patientsOf(team) });
      notify.saved(text.added);
    },
  });
  const added = register.data?._id;
  // Not before the form has let go of what it held as unsaved.
  useEffect(() => { if (added !== undefined) void navigate(paths.patient.href(added)); }, [added, navigate]);
  if (!open) return <Button onClick={() => setOpen(true)}><UserPlus aria-hidden />{text.add}</Button>;
  return (
    <Panel textAlign="start" marginBlockStart="4">
      <Box as="h3" fontWeight="semibold" marginBlockEnd="3">{text.add}</Box>
      <PatientForm
        initial={searched} team={team} busy={register.isPending} error={register.error} done={register.isSuccess}
        similarTo={(patient) => similarPatients(team, patient)} onSubmit={(patient) => register.mutate({ body: { ...patient, team }, team })}
      />
    </Panel>
  );
}
