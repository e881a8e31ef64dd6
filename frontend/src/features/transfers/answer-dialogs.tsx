/** The answers to an offered transfer. */
import * as transferCalls from 'language/contract/calls/transfers';
import { Box } from '@chakra-ui/react/box';
import { Input } from '@chakra-ui/react/input';
import { Textarea } from '@chakra-ui/react/textarea';
import type { IncomingTransfer } from 'language/contract/transfers';
import { limits } from 'language/domain/values/codes';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { PatientLine } from '../../clinical/patient-line.tsx';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { DateField } from '../../components/forms/date-field.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { FlatDraft, useFlatForm } from '../../editing/flat-form.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { paths } from '../../platform/paths.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { today } from '../../platform/time/dates.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { useCommand } from '../../sync/commands.ts';

interface Props {
  offer: IncomingTransfer;
  onClose: () => void;
}

const readAgain = (): void => void queryClient.invalidateQueries({ queryKey: ['transfers'] });

export function AcceptDialog({ offer, onClose }: Props) {
  const t = useTranslation();
  const navigate = useNavigate();
  const [given, setGiven] = useState<Record<'transferDate' | 'room' | 'bed', string>>({
    transferDate: today(),
    room: '',
    bed: '',
  });
  const change = (changed: Partial<typeof given>): void => setGiven({ ...given, ...changed });
  const accept = useCommand(transferCalls.acceptTransfer, {
    onSuccess: () => {
      notify.saved(t('transfer.accepted'));
      readAgain();
      onClose();
      void navigate(paths.admission.href(offer.admission));
    },
  });
  return (
    <FormDialog
      title={t('transfer.acceptTitle')}
      cancel={t('transfer.cancel')}
      submit={t('transfer.accept')}
      isBusy={accept.isPending}
      onClose={onClose}
      onSubmit={() => accept.mutate({ params: { id: offer.admission }, body: { offer: offer.offer, ...given } })}
    >
      <PatientLine patient={offer} />
      <ErrorAlert error={accept.error} />
      <p>{t('transfer.acceptBody')}</p>
      <Box display="grid" gridTemplateColumns={{ base: '1fr 1fr', md: '220px 1fr 1fr' }} gap="3" alignItems="start">
        <DateField
          label={t('transfer.date')}
          required
          near={['yesterday', 'today']}
          min={offer.earliestDate}
          max={today()}
          value={given.transferDate}
          onChange={(transferDate) => change({ transferDate })}
          error={accept.error?.fields?.['transferDate']}
        />
        {(['room', 'bed'] as const).map((name) => (
          <FormField key={name} label={t(`care.${name}`)} error={accept.error?.fields?.[name]}>
            <Input
              dir="auto"
              maxLength={limits.place}
              value={given[name]}
              onChange={(event) => change({ [name]: event.target.value })}
            />
          </FormField>
        ))}
      </Box>
    </FormDialog>
  );
}

const blankAnswer = { reason: '' };

export function DeclineDialog({ offer, onClose }: Props) {
  const t = useTranslation();
  const form = useFlatForm(blankAnswer, 0);
  const { reason } = form.draft;
  const draft = `transfer-answer/${offer.offer}`;
  const decline = useCommand(transferCalls.declineTransfer, {
    draft,
    onSuccess: () => {
      notify.saved(t('transfer.declined'));
      readAgain();
      onClose();
    },
  });
  useUnsaved(reason !== '' && !decline.isSuccess ? t('transfer.unsaved') : undefined);
  return (
    <FormDialog
      title={t('transfer.declineTitle')}
      cancel={t('transfer.cancel')}
      submit={t('transfer.declineYes')}
      isBusy={decline.isPending}
      onClose={onClose}
      onSubmit={() => decline.mutate({ params: { id: offer.admission }, body: { offer: offer.offer, reason } })}
    >
      <PatientLine patient={offer} />
      <FlatDraft form={form} of={draft} what={t('transfer.draftAnswer')} isNew isDone={decline.isSuccess} />
      <ErrorAlert error={decline.error} />
      <FormField label={t('transfer.reason')} hint={t('transfer.reasonHint')} error={decline.error?.fields?.['reason']}>
        <Textarea
          dir="auto"
          rows={3}
          maxLength={limits.transferNote}
          value={reason}
          onChange={(event) => form.change({ reason: event.target.value })}
        />
      </FormField>
    </FormDialog>
  );
}
