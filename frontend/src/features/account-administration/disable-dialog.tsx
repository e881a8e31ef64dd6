/** Asks why an account is disabled, and disables it. */
import * as installationCalls from 'language/contract/calls/installation';
import { Box } from '@chakra-ui/react/box';
import { Input } from '@chakra-ui/react/input';
import type { ListedAccount } from 'language/contract/accounts';
import { limits } from 'language/domain/values/codes';
import { useState } from 'react';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { checkedByForm, FormField } from '../../components/forms/form-field.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { FlatDraft, useFlatForm } from '../../editing/flat-form.tsx';
import { useRefusedFields } from '../../editing/refused-fields.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { personName } from '../../platform/text/names.ts';
import { useCommand } from '../../sync/commands.ts';

interface Props {
  account: ListedAccount;
  onClose: () => void;
  onDone: () => void;
}

const blank = { reason: '' };

export default function DisableDialog({ account, onClose, onDone }: Props) {
  const t = useTranslation();
  const form = useFlatForm(blank, 0);
  const { reason } = form.draft;
  const draft = `account/${account._id}/disable`;
  const [isMissing, setMissing] = useState(false);
  const name = personName(account);
  const disable = useCommand(installationCalls.setAccountState, {
    draft,
    onSuccess: () => {
      notify.removed(t('accounts.disabled', { name }));
      onDone();
    },
  });
  useUnsaved(form.isDirty && !disable.isSuccess ? t('accounts.draftDisable') : undefined);
  const refused = useRefusedFields(disable.error, { reason });
  const submit = (): void => {
    setMissing(reason.trim() === '');
    if (reason.trim() !== '')
      disable.mutate({ params: { userId: account._id }, body: { disabled: true, reason: reason.trim() } });
  };
  return (
    <FormDialog
      title={t('accounts.askDisable', { name })}
      cancel={t('accounts.cancel')}
      submit={t('accounts.disable')}
      danger
      noValidate
      closeOnInteractOutside={reason === ''}
      isBusy={disable.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <FlatDraft form={form} of={draft} what={t('accounts.draftDisable')} isNew isDone={disable.isSuccess} />
      <ErrorAlert error={refused.error} />
      <Box>{t('accounts.askDisableBody')}</Box>
      <FormField
        label={t('accounts.reason')}
        hint={t('accounts.reasonHint')}
        error={isMissing ? t('accounts.reasonMissing') : refused.fields['reason']}
        required
      >
        <Input
          {...checkedByForm}
          dir="auto"
          autoComplete="off"
          maxLength={limits.reason}
          value={reason}
          onChange={(event) => {
            form.change({ reason: event.target.value });
            setMissing(false);
          }}
        />
      </FormField>
    </FormDialog>
  );
}
