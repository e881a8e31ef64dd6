import * as admissionCalls from 'language/contract/calls/admissions';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { CareDetails, Patient } from 'language/contract/entities';
import { useState, type FormEvent } from 'react';
import { today } from '../../platform/time/dates.ts';
import { useFlatForm, FlatDraft } from '../../editing/flat-form.tsx';
import { queryClient } from '../../sync/cache/query-client.ts';
import { useCommand } from '../../sync/commands.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { useRefusedFields } from '../../editing/refused-fields.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { Disclosure } from '../../components/disclosure.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { DateField } from '../../components/forms/date-field.tsx';
import { RichText } from '../../components/rich-text/rich-text.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { noCareDetails } from '../../clinical/care-details.ts';
import { CareFields } from './care-fields.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';

interface Props {
  patient: Patient;
  /** True if the patient has an admission without a discharge: a person has one open admission. */
  hasOpenAdmission: boolean;
}

/** "CREATE NEW ADMISSION": a form with the admission date, the care details and the clinical details. */
export function NewAdmission(props: Props) {
  const t = useTranslation();
  const [open, setOpen] = useState(false);
  // Closing keeps the typed text. After a save the form is empty.
  const [savedCount, setSavedCount] = useState(0);
  const done = () => {
    setOpen(false);
    setSavedCount(savedCount + 1);
  };
  return (
    <Disclosure label={t('patientAdmissions.create')} open={open} onToggle={setOpen}>
      <NewAdmissionForm key={savedCount} {...props} onDone={done} />
    </Disclosure>
  );
}

function NewAdmissionForm({ patient, hasOpenAdmission, onDone }: Props & { onDone: () => void }) {
  const t = useTranslation();
  const [blank] = useState<Record<'date' | 'details' | keyof CareDetails, string>>(() => ({
    date: today(),
    details: '',
    ...noCareDetails,
  }));
  const form = useFlatForm(blank, 0);
  const { date, details, ...care } = form.draft;
  const isTyped = details !== '' || Object.values(care).some((value) => value !== '');
  useUnsaved(isTyped ? t('patientAdmissions.unsavedAdmission') : undefined);
  const draft = `stay/new/${patient._id}`;
  const admit = useCommand(admissionCalls.admitPatient, {
    draft,
    onSuccess: () => {
      notify.saved(t('patientAdmissions.added'));
      void queryClient.invalidateQueries({ queryKey: queryKeys.admissionsOf(patient._id) });
      onDone();
    },
  });
  const refused = useRefusedFields(admit.error, { admissionDate: date, admissionDetails: details, ...care });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!admit.isPending)
      admit.mutate({
        team: patient.team,
        body: { patient: patient._id, team: patient.team, admissionDate: date, admissionDetails: details, ...care },
      });
  };
  return (
    <form aria-label={t('patientAdmissions.create')} onSubmit={submit}>
      <Box display="grid" gap="3">
        <FlatDraft form={form} of={draft} what={t('patientAdmissions.draftNew')} isNew isDone={admit.isSuccess} />
        <ErrorAlert error={refused.error} />
        {hasOpenAdmission && (
          <Box color="amber.fg" bg="amber.subtle" borderRadius="l2" paddingInline="3" paddingBlock="2">
            {t('patientAdmissions.stillIn')}
          </Box>
        )}
        <Box maxW="220px">
          <DateField
            label={t('patientAdmissions.admissionDate')}
            required
            near={['yesterday', 'today']}
            value={date}
            onChange={(typed) => form.change({ date: typed })}
            error={refused.fields['admissionDate']}
          />
        </Box>
        <CareFields values={care} onChange={form.change} refused={refused.fields} />
        <RichText
          key={form.round}
          label={t('patientAdmissions.details')}
          defaultHtml={details}
          onIdle={(html) => form.change({ details: html })}
          disabled={admit.isPending}
        />
        <Button type="submit" disabled={hasOpenAdmission} loading={admit.isPending} justifySelf="start">
          {t('patientAdmissions.add')}
        </Button>
      </Box>
    </form>
  );
}
