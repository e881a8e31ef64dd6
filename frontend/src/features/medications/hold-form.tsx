/** Holds a medication: from which day, until which one, and why. Without a day of resuming it is held until it is resumed. */
import * as admissionCalls from 'language/contract/calls/admissions';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import type { AdmissionMedication } from 'language/contract/entities';
import { limits } from 'language/domain/values/codes';
import type { FormEvent, KeyboardEvent } from 'react';
import { DateField } from '../../components/forms/date-field.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { FlatDraft, useFlatForm } from '../../editing/flat-form.tsx';
import { useRefusedFields } from '../../editing/refused-fields.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { today } from '../../platform/time/dates.ts';
import { dateProblemText } from '../../platform/time/typed-date.ts';
import { useCommand } from '../../sync/commands.ts';
import { cacheMedication } from './api.ts';

interface Props {
  medication: AdmissionMedication;
  onDone: () => void;
}

export function HoldForm({ medication: { _id, admission, version, drugLabel }, onDone }: Props) {
  const t = useTranslation();
  const form = useFlatForm<Record<'from' | 'until' | 'reason', string>>({ from: today(), until: '', reason: '' }, 0);
  const { from, until, reason } = form.draft;
  const draft = `hold/${_id}`;
  useUnsaved(reason === '' ? undefined : t('medication.holdOf', { label: drugLabel }));
  const hold = useCommand(admissionCalls.holdMedication, {
    draft,
    onSuccess: (answer) => {
      notify.saved(t('medication.toast.held', { label: drugLabel }), 2_500);
      void cacheMedication(answer);
      onDone();
    },
  });
  const refused = useRefusedFields(hold.error, form.draft);
  const problems = { from: dateProblemText(from), until: dateProblemText(until) };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (hold.isPending || problems.from !== undefined || problems.until !== undefined) return;
    hold.mutate({
      params: { id: admission, medId: _id },
      ifVersion: version,
      body: { ...(from === '' ? {} : { from }), until: until === '' ? null : until, reason },
    });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !hold.isPending) onDone();
  };
  return (
    <Box asChild padding="3" bg="bg.subtle">
      {/* Escape works in every field of the form. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        aria-label={t('medication.holdOf', { label: drugLabel })}
        onSubmit={submit}
        onKeyDown={onKeyDown}
        noValidate
      >
        <FlatDraft form={form} of={draft} what={t('medication.holdDraft')} isNew isDone={hold.isSuccess} />
        <ErrorAlert error={refused.error} />
        <Box
          display="grid"
          gap="3"
          gridTemplateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: '1fr 1fr 2fr' }}
          marginBlockEnd="2"
        >
          <DateField
            label={t('medication.holdFrom')}
            size="sm"
            near={['yesterday', 'today']}
            value={from}
            onChange={(day) => form.change({ from: day })}
            error={problems.from ?? refused.fields['from']}
            disabled={hold.isPending}
          />
          <DateField
            label={t('medication.holdUntil')}
            size="sm"
            value={until}
            onChange={(day) => form.change({ until: day })}
            error={problems.until ?? refused.fields['until']}
            hint={t('medication.holdUntilHint')}
            disabled={hold.isPending}
          />
          <Box gridColumn={{ base: '1 / -1', md: 'auto' }}>
            <FormField label={t('medication.holdReason')} error={refused.fields['reason']} disabled={hold.isPending}>
              <Input
                size="sm"
                dir="auto"
                autoComplete="off"
                maxLength={limits.title}
                value={reason}
                onChange={(event) => form.change({ reason: event.target.value })}
              />
            </FormField>
          </Box>
        </Box>
        <Box display="flex" gap="2">
          <Button type="submit" size="sm" loading={hold.isPending}>
            {t('medication.hold')}
          </Button>
          <Button type="button" size="sm" variant="ghost" disabled={hold.isPending} onClick={onDone}>
            {t('medication.cancel')}
          </Button>
        </Box>
      </form>
    </Box>
  );
}
