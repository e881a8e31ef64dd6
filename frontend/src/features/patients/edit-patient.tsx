/** The patient's data to correct, and the patient to delete while there are no admissions. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Trash2 } from 'lucide-react';
import type { Patient } from 'command-api/contract/entities';
import { type FormEvent, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { useFlatForm } from '../../editing/flat-form/flat-form.ts';
import { useFlatSave, useSendTo } from '../../editing/flat-form/flat-save.ts';
import { queryClient, useCommand } from '../../sync/cache/query-client.ts';
import { type PatientSearch, queryKeys } from '../../sync/cache/query-keys.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { confirm } from '../../components/dialogs/confirm.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { FlatDraft } from '../../editing/flat-form/flat-draft.tsx';
import { FormConflict } from '../../editing/flat-form/form-conflict.tsx';
import { mergeText } from '../../editing/messages.ts';
import { notify } from '../../components/toasts/toaster.tsx';
import { correctPatient, deletePatient } from './api.ts';
import { patientsText as text } from './messages.ts';
import { PatientFields } from './patient-fields.tsx';
import type { FieldGroups } from '../../editing/conflict/merge.ts';
import { createVersionReader } from '../../editing/conflict/current-version.ts';
import { searchFields } from './search-state.ts';

const fieldsOf = ({
  firstName,
  middleName,
  lastName,
  fourthName,
  birthdate,
  medicalRecordNumber,
}: PatientFields): PatientFields => ({ firstName, middleName, lastName, fourthName, birthdate, medicalRecordNumber });
/** The same fields as a search has, and as texts. */
type PatientFields = Pick<PatientSearch, (typeof searchFields)[number]>;

const patientLabels: Readonly<PatientFields> = {
  firstName: text.firstName,
  middleName: text.middleName,
  lastName: text.lastName,
  fourthName: text.fourthName,
  birthdate: text.birthdate,
  medicalRecordNumber: text.recordNumber,
};

/** Of two corrections of a name no third name is made. */
const patientGroups: FieldGroups<PatientFields> = [
  ['firstName', 'middleName', 'lastName', 'fourthName'],
  ['birthdate'],
  ['medicalRecordNumber'],
];
const asPatient = createVersionReader<Patient, PatientFields>(searchFields, fieldsOf);

/** The place of its draft. */
const draftOf = ({ _id }: Patient): string => `patient/${_id}`;

export function EditPatient({ patient, mayDelete }: { patient: Patient; mayDelete: boolean }) {
  const form = useFlatForm(fieldsOf(patient), patient.version);
  useUnsaved(form.isDirty ? text.unsaved : undefined);
  const sendTo = useSendTo();
  const saving = useFlatSave(form, {
    groups: patientGroups,
    draft: draftOf(patient),
    read: asPatient,
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
          {mayDelete && (
            <DeletePatient patient={patient} onDeleted={() => form.take(fieldsOf(patient), patient.version)} />
          )}
        </Box>
      </Box>
    </form>
  );
}

function DeletePatient({ patient, onDeleted }: { patient: Patient; onDeleted: () => void }) {
  const navigate = useNavigate();
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
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
      // The live note of it has been quicker than the answer, and has closed the screen.
      if (!here.current) leave();
    },
  });
  // Not before the form has let go of what it held as unsaved.
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
