/** Passkeys: the list, and adding one. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { useMutation } from '@tanstack/react-query';
import type { SecondFactorList, SecondFactorsChanged } from 'command-api/contract/second-factors';
import { KeyRound } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { ApiError } from '../../platform/http/api.ts';
import { browserHasPasskeys, makePasskey, PasskeyCancelled } from '../../platform/session/passkeys.ts';
import { api } from '../../sync/client.ts';
import { useCommand } from '../../sync/commands.ts';
import { isLastFactor, type OnChanged } from './factor-list.ts';
import { FactorPart, FactorRow } from './factor-row.tsx';
import { addPasskey, beginPasskey, removePasskey } from './second-factor-api.ts';
import { factorsText, passkeysText as text } from './second-factor-messages.ts';

interface Props {
  list: SecondFactorList;
  onChanged: OnChanged;
}

export function PasskeysPart({ list, onChanged }: Props) {
  const { passkeys, passkeysWork } = list;
  const removing = useCommand(removePasskey, {
    onSuccess: (changed) => {
      onChanged(changed);
      notify.removed(text.isRemoved);
    },
  });
  const remove = async (id: string, name: string): Promise<void> => {
    const body = isLastFactor(list) ? `${text.askRemoveBody} ${factorsText.askLast}` : text.askRemoveBody;
    if (await confirm({ title: text.askRemove(name), body, yes: factorsText.remove, danger: true }))
      removing.mutate({ params: { id } });
  };
  const off = passkeysWork ? (browserHasPasskeys() ? undefined : text.noBrowser) : text.off;
  return (
    <FactorPart id="passkeys-title" title={text.title} hint={text.hint}>
      <ErrorAlert error={removing.error} />
      {passkeys.map(({ _id, name, addedAt, usedAt }) => (
        <FactorRow
          key={_id}
          name={name || text.unnamed}
          addedAt={addedAt}
          usedAt={usedAt}
          removeLabel={text.removeOne(name || text.unnamed)}
          isRemoving={removing.isPending && removing.variables.params.id === _id}
          onRemove={() => void remove(_id, name || text.unnamed)}
        />
      ))}
      {off === undefined ? <NewPasskey onChanged={onChanged} /> : <Box fontSize="sm">{off}</Box>}
    </FactorPart>
  );
}

function NewPasskey({ onChanged }: Pick<Props, 'onChanged'>) {
  const [name, setName] = useState<string>();
  const adding = useMutation<SecondFactorsChanged, ApiError, string>({
    mutationFn: async (chosen) => {
      const answered = await makePasskey(await api(beginPasskey, { body: {} })).catch(told);
      return api(addPasskey, { body: { ...answered, name: chosen } });
    },
    onSuccess: (changed) => {
      setName(undefined);
      onChanged(changed);
      notify.saved(text.isAdded);
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
        {text.add}
      </Button>
    );
  return (
    <form onSubmit={submit}>
      <Box display="grid" gap="3" maxW="420px">
        <ErrorAlert error={adding.error} />
        <FormField label={text.name} hint={text.nameHint} error={adding.error?.fields['name']}>
          <Input autoFocus maxLength={80} dir="auto" value={name} onChange={(event) => setName(event.target.value)} />
        </FormField>
        <Box display="flex" gap="2">
          <Button type="submit" loading={adding.isPending}>
            {text.add}
          </Button>
          <Button type="button" variant="ghost" onClick={() => setName(undefined)}>
            {factorsText.cancel}
          </Button>
        </Box>
      </Box>
    </form>
  );
}

/** The browser's errors in the words of the page. @throws ApiError */
function told(error: unknown): never {
  if (error instanceof PasskeyCancelled) throw new ApiError(0, text.cancelled);
  if (error instanceof Error && error.name === 'InvalidStateError') throw new ApiError(0, text.known);
  throw ApiError.from(error);
}
