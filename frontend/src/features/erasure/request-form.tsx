/** "Ask for erasure…": a category and a reason. Closing keeps the typed text. */
import * as patientCalls from 'language/contract/calls/patients';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Textarea } from '@chakra-ui/react/textarea';
import type { Patient } from 'language/contract/entities';
import { erasureCategories, type ErasureCategory, limits } from 'language/domain/values/codes';
import { type FormEvent, useState } from 'react';
import { Disclosure } from '../../components/disclosure.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { Select } from '../../components/forms/select.tsx';
import { FlatDraft, useFlatForm } from '../../editing/flat-form.tsx';
import { useRefusedFields } from '../../editing/refused-fields.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { useCommand } from '../../sync/commands.ts';
import { categoryLabel } from './words.ts';

export function RequestErasure({ patient }: { patient: Patient }) {
  const t = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <Disclosure label={t('erasure.ask')} open={open} onToggle={setOpen}>
      <RequestForm patient={patient} />
    </Disclosure>
  );
}

/** No category is suggested: the person says why. */
const blank: { category: ErasureCategory | ''; reason: string } = { category: '', reason: '' };
const categoryOf = (value: string): ErasureCategory | '' => erasureCategories.find((one) => one === value) ?? '';

function RequestForm({ patient }: { patient: Patient }) {
  const t = useTranslation();
  const form = useFlatForm(blank, 0);
  const { category, reason } = form.draft;
  const [isMissing, setMissing] = useState(false);
  useUnsaved(reason === '' ? undefined : t('erasure.draft'));
  const draft = `erasure/${patient._id}`;
  const ask = useCommand(patientCalls.requestErasure, {
    draft,
    onSuccess: () => {
      notify.saved(t('erasure.asked'));
      void queryClient.invalidateQueries({ queryKey: queryKeys.erasure(patient._id) });
    },
  });
  const refused = useRefusedFields(ask.error, { category, reason });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setMissing(category === '');
    if (category !== '' && !ask.isPending)
      ask.mutate({ params: { id: patient._id }, team: patient.team, body: { category, reason } });
  };
  return (
    <form aria-label={t('erasure.ask')} onSubmit={submit} noValidate>
      <Box display="grid" gap="3">
        <FlatDraft form={form} of={draft} what={t('erasure.draft')} isNew isDone={ask.isSuccess} />
        <ErrorAlert error={refused.error} />
        <FormField
          label={t('erasure.category')}
          required
          error={isMissing && category === '' ? t('erasure.categoryMissing') : refused.fields['category']}
        >
          <Select
            maxWidth="360px"
            value={category}
            onChange={(chosen) => form.change({ category: categoryOf(chosen) })}
            none={t('erasure.chooseCategory')}
            options={erasureCategories.map((one) => [one, categoryLabel(one)])}
          />
        </FormField>
        <FormField label={t('erasure.reason')} hint={t('erasure.reasonHint')} required error={refused.fields['reason']}>
          <Textarea
            dir="auto"
            rows={3}
            maxLength={limits.erasureReason}
            value={reason}
            onChange={(event) => form.change({ reason: event.target.value })}
          />
        </FormField>
        <Button type="submit" colorPalette="red" variant="outline" loading={ask.isPending} justifySelf="start">
          {t('erasure.send')}
        </Button>
      </Box>
    </form>
  );
}
