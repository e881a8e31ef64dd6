/** Passkeys: the list, and adding one. */
import * as accountCalls from 'language/contract/calls/account';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { useMutation } from '@tanstack/react-query';
import type { SecondFactorList, SecondFactorsChanged } from 'language/contract/second-factors';
import { KeyRound } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { ApiError } from '../../platform/http/api.ts';
import { makePasskey, PasskeyCancelled, passkeysOff, type PasskeysOff } from '../../platform/session/passkeys.ts';
import { useSignInWays } from '../../platform/session/sign-in-ways.ts';
import { api } from '../../sync/client.ts';
import { useCommand } from '../../sync/commands.ts';
import { isLastFactor, type OnChanged } from './factor-list.ts';
import { FactorPart, FactorRow } from './factor-row.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { translate } from '../../platform/language/language.ts';

interface Props {
  list: SecondFactorList;
  onChanged: OnChanged;
}

export function PasskeysPart({ list, onChanged }: Props) {
  const t = useTranslation();
  const { passkeys, passkeysWork } = list;
  const removing = useCommand(accountCalls.removePasskey, {
    onSuccess: (changed) => {
      onChanged(changed);
      notify.removed(t('passkeys.isRemoved'));
    },
  });
  const remove = async (id: string, name: string): Promise<void> => {
    const body = isLastFactor(list)
      ? `${t('passkeys.askRemoveBody')} ${t('factors.askLast')}`
      : t('passkeys.askRemoveBody');
    if (await confirm({ title: t('passkeys.askRemove', { name }), body, yes: t('factors.remove'), danger: true }))
      removing.mutate({ params: { passkeyId: id } });
  };
  const { publicUrl } = useSignInWays();
  const off: PasskeysOff | undefined = passkeysWork ? passkeysOff(publicUrl) : 'off';
  return (
    <FactorPart id="passkeys-title" title={t('passkeys.title')} hint={t('passkeys.hint')}>
      <ErrorAlert error={removing.error} />
      {passkeys.map(({ _id, name, addedAt, usedAt }) => (
        <FactorRow
          key={_id}
          name={name || t('passkeys.unnamed')}
          addedAt={addedAt}
          usedAt={usedAt}
          removeLabel={t('passkeys.removeOne', { name: name || t('passkeys.unnamed') })}
          isRemoving={removing.isPending && removing.variables.params.passkeyId === _id}
          onRemove={() => void remove(_id, name || t('passkeys.unnamed'))}
        />
      ))}
      {off === undefined ? (
        <NewPasskey onChanged={onChanged} />
      ) : (
        <Box fontSize="sm">{t(`passkeys.${off}`, { address: publicUrl ?? '' })}</Box>
      )}
    </FactorPart>
  );
}

function NewPasskey({ onChanged }: Pick<Props, 'onChanged'>) {
  const t = useTranslation();
  const [name, setName] = useState<string>();
  const adding = useMutation<SecondFactorsChanged, ApiError, string>({
    mutationFn: async (chosen) => {
      const answered = await makePasskey(await api(accountCalls.beginPasskey, { body: {} })).catch(told);
      return api(accountCalls.addPasskey, { body: { ...answered, name: chosen } });
    },
    onSuccess: (changed) => {
      setName(undefined);
      onChanged(changed);
      notify.saved(t('passkeys.isAdded'));
    },
    retry: false,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    adding.mutate(name ?? '');
  };
  if (name === undefined)
    return (
      <Button justifySelf="start" variant="outline" onClick={() => setName('')}>
        <KeyRound size={16} aria-hidden />
        {t('passkeys.add')}
      </Button>
    );
  return (
    <form onSubmit={submit}>
      <Box display="grid" gap="3" maxW="420px">
        <ErrorAlert error={adding.error} />
        <FormField label={t('passkeys.name')} hint={t('passkeys.nameHint')} error={adding.error?.fields['name']}>
          <Input autoFocus maxLength={80} dir="auto" value={name} onChange={(event) => setName(event.target.value)} />
        </FormField>
        <Box display="flex" gap="2">
          <Button type="submit" loading={adding.isPending}>
            {t('passkeys.add')}
          </Button>
          <Button type="button" variant="ghost" onClick={() => setName(undefined)}>
            {t('factors.cancel')}
          </Button>
        </Box>
      </Box>
    </form>
  );
}

/** @throws ApiError */
function told(error: unknown): never {
  if (error instanceof PasskeyCancelled) throw new ApiError(0, translate('passkeys.cancelled'));
  throw ApiError.from(error);
}
