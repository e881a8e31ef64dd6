/** Defers a patient of the board until a day, with a reason. Loaded when it is opened. */
import * as wardCalls from 'language/contract/calls/ward';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import type { WardMarks, WardPatient } from 'language/contract/handover';
import { limits } from 'language/domain/values/codes';
import { DialogPatient } from '../../clinical/leaving-patient.tsx';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { DateField } from '../../components/forms/date-field.tsx';
import { checkedByForm, FormField } from '../../components/forms/form-field.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { FlatDraft, useFlatForm } from '../../editing/flat-form.tsx';
import { useRefusedFields } from '../../editing/refused-fields.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { today } from '../../platform/time/dates.ts';
import { dateProblemText, moveDate } from '../../platform/time/typed-date.ts';
import { useCommand } from '../../sync/commands.ts';
import { cacheMarks } from './api.ts';

interface Props {
  patient: WardPatient;
  team: string;
  /** The signed-in person. */
  user: { userId: string; userName: string };
  onClose: () => void;
}

export default function DeferralDialog({ patient, team, user, onClose }: Props) {
  const t = useTranslation();
  const tomorrow = moveDate(today(), { days: 1 });
  const { admission, deferred } = patient;
  const form = useFlatForm<Record<'until' | 'reason', string>>(
    { until: deferred?.until ?? tomorrow, reason: deferred?.reason ?? '' },
    0,
  );
  const { until, reason } = form.draft;
  const draft = `deferral/${admission}`;
  const show = (shown: WardMarks['deferred']): void => {
    cacheMarks(team, admission, () => ({ deferred: shown }));
    onClose();
  };
  const defer = useCommand(wardCalls.deferPatient, {
    draft,
    onSuccess: (_, { body }) => show({ ...body, ...user }),
  });
  const end = useCommand(wardCalls.endDeferral, { onSuccess: () => show(null) });
  const isDone = defer.isSuccess || end.isSuccess;
  useUnsaved(form.isDirty && !isDone ? t('ward.deferralDraft') : undefined);
  const refused = useRefusedFields(defer.error, form.draft);
  const bounds = { min: tomorrow, max: moveDate(today(), { days: limits.deferredDays }) };
  const isReady = until !== '' && dateProblemText(until, bounds) === undefined && reason.trim() !== '';
  const to = { params: { id: admission }, team };
  return (
    <FormDialog
      title={t('ward.defer')}
      head={<DialogPatient patient={patient} admission={patient} />}
      cancel={t('ward.cancel')}
      submit={t('ward.saveDeferral')}
      noValidate
      isBusy={defer.isPending || end.isPending}
      isDisabled={!isReady}
      onClose={onClose}
      onSubmit={() => isReady && defer.mutate({ ...to, body: { until, reason: reason.trim() } })}
    >
      <FlatDraft form={form} of={draft} what={t('ward.deferralDraft')} isNew isDone={isDone} />
      <ErrorAlert error={refused.error ?? end.error} />
      <DateField
        label={t('ward.deferUntil')}
        near={['tomorrow']}
        {...bounds}
        required
        value={until}
        onChange={(value) => form.change({ until: value })}
        error={refused.fields['until']}
      />
      <FormField label={t('ward.deferReason')} required error={refused.fields['reason']}>
        <Input
          {...checkedByForm}
          dir="auto"
          autoComplete="off"
          maxLength={limits.reason}
          value={reason}
          onChange={(event) => form.change({ reason: event.target.value })}
        />
      </FormField>
      {deferred === null ? null : (
        <Button
          type="button"
          variant="outline"
          justifySelf="start"
          loading={end.isPending}
          onClick={() => end.mutate(to)}
        >
          {t('ward.endDeferral')}
        </Button>
      )}
    </FormDialog>
  );
}
