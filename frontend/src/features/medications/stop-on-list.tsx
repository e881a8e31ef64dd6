/** Stops an order of the list from the review that confirms it. */
import * as admissionCalls from 'language/contract/calls/admissions';
import { Button } from '@chakra-ui/react/button';
import type { AdmissionMedication } from 'language/contract/entities';
import { CircleStop } from 'lucide-react';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useCommand } from '../../sync/commands.ts';
import { cacheMedication } from './api.ts';

export function StopOnList({ medication }: { medication: AdmissionMedication }) {
  const t = useTranslation();
  const { _id, admission, drugLabel, version } = medication;
  const stop = useCommand(admissionCalls.stopMedication, {
    onSuccess: (answer) => {
      notify.saved(t('medication.toast.stopped', { label: drugLabel }), 2_500);
      void cacheMedication(answer);
    },
  });
  return (
    <>
      <Button
        size="2xs"
        variant="ghost"
        colorPalette="gray"
        color="fg.muted"
        fontWeight="normal"
        aria-label={t('medication.stopOnListOf', { label: drugLabel })}
        disabled={stop.isPending}
        onClick={() => stop.mutate({ params: { id: admission, medId: _id }, ifVersion: version, body: {} })}
      >
        <CircleStop size={13} aria-hidden />
        {t('medication.stopOnList')}
      </Button>
      <ErrorAlert error={stop.error} />
    </>
  );
}
