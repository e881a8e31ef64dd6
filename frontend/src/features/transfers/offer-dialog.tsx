/** Offers the patient of an open admission to another team. Loaded when it is opened. */
import * as transferCalls from 'language/contract/calls/transfers';
import { Box } from '@chakra-ui/react/box';
import { Textarea } from '@chakra-ui/react/textarea';
import { useQuery } from '@tanstack/react-query';
import type { Admission, PatientIdentity } from 'language/contract/entities';
import { limits } from 'language/domain/values/codes';
import { useState } from 'react';
import { DialogPatient, LeavingWarnings } from '../../clinical/leaving-patient.tsx';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { ErrorAlert, QueryBoundary } from '../../components/screen-states.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { Select } from '../../components/forms/select.tsx';
import { FlatDraft, useFlatForm } from '../../editing/flat-form.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { useCommand } from '../../sync/commands.ts';
import { readAdmissionAgain, receivingTeamsQuery } from './api.ts';

interface Props {
  admission: Admission;
  /** Undefined while it loads. */
  patient: PatientIdentity | undefined;
  onClose: () => void;
}

const blankOffer = { toTeam: '', note: '' };

export default function OfferDialog({ admission, patient, onClose }: Props) {
  const t = useTranslation();
  const teams = useQuery(receivingTeamsQuery(admission.team));
  const form = useFlatForm(blankOffer, 0);
  const { toTeam, note } = form.draft;
  const draft = `transfer/${admission._id}`;
  const [isTeamMissing, setIsTeamMissing] = useState(false);
  const offer = useCommand(transferCalls.offerTransfer, {
    draft,
    onSuccess: ({ transfer }) => {
      notify.saved(t('transfer.offered', { team: transfer?.toTeamName ?? '' }));
      readAdmissionAgain(admission);
      onClose();
    },
  });
  useUnsaved(note !== '' && !offer.isSuccess ? t('transfer.unsaved') : undefined);
  const submit = (): void => {
    setIsTeamMissing(toTeam === '');
    if (toTeam !== '') offer.mutate({ params: { id: admission._id }, team: admission.team, body: { toTeam, note } });
  };
  const teamError = isTeamMissing && toTeam === '' ? t('transfer.teamMissing') : offer.error?.fields?.['toTeam'];
  return (
    <FormDialog
      title={t('transfer.offerTitle')}
      head={<DialogPatient patient={patient} admission={admission} />}
      cancel={t('transfer.cancel')}
      submit={t('transfer.send')}
      noValidate
      isBusy={offer.isPending}
      isDisabled={teams.data?.teams.length === 0}
      onClose={onClose}
      onSubmit={submit}
    >
      <FlatDraft form={form} of={draft} what={t('transfer.draft')} isNew isDone={offer.isSuccess} />
      <ErrorAlert error={offer.error} />
      <LeavingWarnings admission={admission} isDischarge={false} />
      <p>{t('transfer.offerBody')}</p>
      <QueryBoundary query={teams}>
        {({ teams: found }) =>
          found.length === 0 ? (
            <Box role="note" color="amber.fg" bg="amber.subtle" borderRadius="l2" padding="3">
              {t('transfer.noTeams')}
            </Box>
          ) : (
            <FormField label={t('transfer.toTeam')} required error={teamError}>
              <Select
                value={toTeam}
                onChange={(team) => form.change({ toTeam: team })}
                none={t('transfer.chooseTeam')}
                options={found.map(({ _id, name }) => [_id, name])}
              />
            </FormField>
          )
        }
      </QueryBoundary>
      <FormField label={t('transfer.note')} error={offer.error?.fields?.['note']}>
        <Textarea
          dir="auto"
          rows={4}
          maxLength={limits.transferNote}
          value={note}
          onChange={(event) => form.change({ note: event.target.value })}
        />
      </FormField>
    </FormDialog>
  );
}
