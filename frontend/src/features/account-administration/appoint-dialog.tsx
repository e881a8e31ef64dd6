/** The admin account makes another member the admin of a team whose admin has gone. */
import * as teamCalls from 'language/contract/calls/teams';
import { Box } from '@chakra-ui/react/box';
import { Input } from '@chakra-ui/react/input';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AccountTeam } from 'language/contract/accounts';
import { limits } from 'language/domain/values/codes';
import { useState } from 'react';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { checkedByForm, FormField } from '../../components/forms/form-field.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { Select } from '../../components/forms/select.tsx';
import { FlatDraft, useFlatForm } from '../../editing/flat-form.tsx';
import { useRefusedFields } from '../../editing/refused-fields.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { personName } from '../../platform/text/names.ts';
import { useCommand } from '../../sync/commands.ts';
import { membersQuery } from './api.ts';

interface Props {
  team: Pick<AccountTeam, '_id' | 'name'>;
  /** The present admin. */
  adminId: string;
  onClose: () => void;
  onDone: () => void;
}

const blank = { chosen: '', reason: '' };

export default function AppointDialog({ team, adminId, onClose, onDone }: Props) {
  const t = useTranslation();
  const form = useFlatForm(blank, 0);
  const { chosen, reason } = form.draft;
  const draft = `team/${team._id}/appoint`;
  const [hasTried, setTried] = useState(false);
  const members = useInfiniteQuery(membersQuery(team._id));
  if (members.hasNextPage && !members.isFetchingNextPage && !members.error) void members.fetchNextPage();
  const appoint = useCommand(teamCalls.appointTeamAdmin, {
    draft,
    onSuccess: () => {
      notify.saved(t('accounts.appointed', { team: team.name }));
      onDone();
    },
  });
  useUnsaved(reason !== '' && !appoint.isSuccess ? t('accounts.draftAppoint') : undefined);
  const refused = useRefusedFields(appoint.error, { reason });
  const candidates = (members.data?.pages ?? [])
    .flatMap(({ accounts }) => accounts)
    .filter(({ _id, teams }) => _id !== adminId && teams.some((one) => one._id === team._id && !one.disabled))
    .filter(({ condition }) => condition !== 'disabled');
  const submit = (): void => {
    setTried(true);
    if (chosen !== '' && reason.trim() !== '')
      appoint.mutate({ params: { id: team._id }, body: { userId: chosen, reason: reason.trim() } });
  };
  return (
    <FormDialog
      title={t('accounts.appointTitle', { team: team.name })}
      cancel={t('accounts.cancel')}
      submit={t('accounts.appoint')}
      noValidate
      closeOnInteractOutside={reason === ''}
      isBusy={appoint.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <FlatDraft form={form} of={draft} what={t('accounts.draftAppoint')} isNew isDone={appoint.isSuccess} />
      <ErrorAlert error={refused.error ?? members.error} />
      <Box display="grid" gap="3">
        <Box>{t('accounts.appointBody')}</Box>
        <FormField
          label={t('accounts.newAdmin')}
          error={hasTried && chosen === '' ? t('accounts.newAdminMissing') : undefined}
          required
        >
          <Select
            {...checkedByForm}
            dir="auto"
            value={chosen}
            onChange={(member) => form.change({ chosen: member })}
            none={t('accounts.chooseMember')}
            options={candidates.map((account) => [account._id, `${personName(account)} (${account.email})`])}
          />
        </FormField>
        <FormField
          label={t('accounts.reason')}
          hint={t('accounts.appointReasonHint')}
          error={hasTried && reason.trim() === '' ? t('accounts.reasonMissing') : refused.fields['reason']}
          required
        >
          <Input
            {...checkedByForm}
            dir="auto"
            autoComplete="off"
            maxLength={limits.reason}
            value={reason}
            onChange={(event) => form.change({ reason: event.target.value })}
          />
        </FormField>
      </Box>
    </FormDialog>
  );
}
