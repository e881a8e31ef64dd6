/** Corrects a patient's data, and deletes a patient without admissions. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Trash2 } from 'lucide-react';
import type { Patient } from 'command-api/contract/entities';
import { type FormEvent, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { useFlatForm, FlatDraft } from '../../editing/flat-form.tsx';
import { useFlatSave, useSendTo, FormConflict } from '../../editing/flat-save.tsx';
import { queryClient } from '../../sync/cache/query-client.ts';
import { useCommand } from '../../sync/commands.ts';
import { type PatientSearch, queryKeys } from '../../sync/cache/query-keys.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { mergeText } from '../../editing/messages.ts';
import { notify } from '../../components/toasts/toaster.tsx';
import { correctPatient, deletePatient } from './api.ts';
import { patientsText as text } from './messages.ts';
import { PatientFields } from './patient-fields.tsx';
import { type FieldGroups, createVersionReader } from '../../editing/merge.ts';
import { searchFields } from './patient-search.ts';

/** The fields of a search, as texts. */
type PatientFormFields = Pick<PatientSearch, (typeof searchFields)[number]>;
const fieldsOf = ({
  firstName,
  middleName,
  lastName,
  fourthName,
  birthdate,
  medicalRecordNumber,
}: PatientFormFields): PatientFormFields => ({
  firstName,
  middleName,
  lastName,
  fourthName,
  birthdate,
  medicalRecordNumber,
});

const patientLabels: Readonly<PatientFormFields> = {
  firstName: text.firstName,
  middleName: text.middleName,
  lastName: text.lastName,
  fourthName: text.fourthName,
  birthdate: text.birthdate,
  medicalRecordNumber: text.recordNumber,
};

/** The four names are one group, so that two corrections of a name are never mixed. */
const patientGroups: FieldGroups<PatientFormFields> = [
  ['firstName', 'middleName', 'lastName', 'fourthName'],
  ['birthdate'],
  ['medicalRecordNumber'],
];
const readPatient = createVersionReader<Patient, PatientFormFields>(searchFields, fieldsOf);

/** The key of the draft. */
const draftOf = ({ _id }: Patient): string => `patient/${_id}`;

export function EditPatient({ patient, canDelete }: { patient: Patient; canDelete: boolean }) {
  const form = useFlatForm(fieldsOf(patient), patient.version);
  useUnsaved(form.isDirty ? text.unsaved : undefined);
  const sendTo = useSendTo();
  const saving = useFlatSave(form, {
    groups: patientGroups,
    draft: draftOf(patient),
    read: readPatient,
    send: (changed, ifVersion) =>
      sendTo(correctPatient, { params: { id: patient._id }, team: patient.team, ifVersion, body: changed }),
    onSaved: (answer, mergedWith) => {
      queryClient.setQueryData(queryKeys.patient(patient._id), answer);
      void queryClient.invalidateQueries({ queryKey: queryKeys.patientsOf(patient.team) });
      notify.saved(text.updated);
      if (mergedWith !== undefined) notify.info(mergeText.merged(mergedWith));
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (form.isDirty && !saving.isBusy) saving.save();
  };
  return (
    <form aria-label={text.detailsLabel} onSubmit={submit}>
      <Box display="grid" gap="4">
        <FlatDraft form={form} of={draftOf(patient)} what={text.draft} />
        <FormConflict saving={saving} labels={patientLabels} />
        <PatientFields patient={form.draft} onChange={form.change} refused={saving.refused} />
        <Box display="flex" flexWrap="wrap" gap="3" justifyContent="space-between">
          <Button type="submit" loading={saving.isBusy} disabled={!form.isDirty}>
            {text.update}
          </Button>
          {canDelete && (
            <DeletePatient patient={patient} onDeleted={() => form.take(fieldsOf(patient), patient.version)} />
          )}
        </Box>
      </Box>
    </form>
  );
}

function DeletePatient({ patient, onDeleted }: { patient: Patient; onDeleted: () => void }) {
  const navigate = useNavigate();
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const leave = () => void navigate(paths.patients.href(patient.team), { replace: true });
  const remove = useCommand(deletePatient, {
    draft: draftOf(patient),
    onSuccess: ({ imagesElsewhere = [] }) => {
      onDeleted();
      void queryClient.invalidateQueries({ queryKey: queryKeys.patientsOf(patient.team) });
      notify.saved(text.removed);
      if (imagesElsewhere.length > 0) void confirm(text.imagesElsewhere(imagesElsewhere));
      // The live note of the deletion came before the answer and closed the screen.
      if (!isMounted.current) leave();
    },
  });
  // In an effect: the form first has to release its unsaved changes.
  useEffect(() => {
    if (remove.isSuccess) void navigate(paths.patients.href(patient.team), { replace: true });
  }, [remove.isSuccess, navigate, patient.team]);
  const ask = async (): Promise<void> => {
    if (await confirm(text.removeQuestion))
      remove.mutate({ params: { id: patient._id }, team: patient.team, ifVersion: patient.version });
  };
  return (
    <Box display="grid" gap="2" justifyItems="end">
      <ErrorAlert error={remove.error} />
      <Button variant="outline" colorPalette="red" loading={remove.isPending} onClick={() => void ask()}>
        <Trash2 aria-hidden />
        {text.remove}
      </Button>
    </Box>
  );
}
