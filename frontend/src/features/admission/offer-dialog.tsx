/** Offers the patient of an open admission to another team. Loaded when it is opened. */
import * as transferCalls from 'command-api/contract/calls/transfers';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Dialog } from '@chakra-ui/react/dialog';
import { NativeSelect } from '@chakra-ui/react/native-select';
import { Textarea } from '@chakra-ui/react/textarea';
import { useQuery } from '@tanstack/react-query';
import type { Admission, PatientIdentity } from 'command-api/contract/entities';
import { limits } from 'command-api/domain/values/codes';
import { useState, type FormEvent } from 'react';
import { Sheet } from '../../components/dialogs/dialog-shell.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { ErrorAlert, QueryBoundary } from '../../components/screen-states.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { FlatDraft, useFlatForm } from '../../editing/flat-form.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { useCommand } from '../../sync/commands.ts';
import { receivingTeamsQuery } from './api.ts';
import { DialogPatient, LeavingWarnings } from './leaving-patient.tsx';
import { readAgain } from './read-again.ts';

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
      readAgain(admission);
      onClose();
    },
  });
  useUnsaved(note !== '' && !offer.isSuccess ? t('transfer.unsaved') : undefined);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsTeamMissing(toTeam === '');
    if (toTeam !== '' && !offer.isPending)
      offer.mutate({ params: { id: admission._id }, team: admission.team, body: { toTeam, note } });
  };
  const teamError = isTeamMissing && toTeam === '' ? t('transfer.teamMissing') : offer.error?.fields?.['toTeam'];
  return (
    <Sheet open onClose={onClose} closeOnInteractOutside={false}>
      <Dialog.Header flexWrap="wrap" rowGap="1">
        <Dialog.Title>{t('transfer.offerTitle')}</Dialog.Title>
        <DialogPatient patient={patient} admission={admission} />
      </Dialog.Header>
      <Box asChild display="contents">
        <form aria-label={t('transfer.offerTitle')} onSubmit={submit} noValidate>
          <Dialog.Body>
            <Box display="grid" gap="4">
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
                      <NativeSelect.Root>
                        <NativeSelect.Field
                          value={toTeam}
                          onChange={(event) => form.change({ toTeam: event.target.value })}
                        >
                          <option value="">{t('transfer.chooseTeam')}</option>
                          {found.map(({ _id, name }) => (
                            <option key={_id} value={_id}>
                              {name}
                            </option>
                          ))}
                        </NativeSelect.Field>
                        <NativeSelect.Indicator />
                      </NativeSelect.Root>
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
            </Box>
          </Dialog.Body>
          <Dialog.Footer flexWrap="wrap">
            <Button type="button" variant="outline" colorPalette="gray" onClick={onClose}>
              {t('transfer.cancel')}
            </Button>
            <Button type="submit" loading={offer.isPending} disabled={teams.data?.teams.length === 0}>
              {t('transfer.send')}
            </Button>
          </Dialog.Footer>
        </form>
      </Box>
    </Sheet>
  );
}
