/** The authenticator app: set-up with a QR code and the secret as text, and removal. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import type { NewTotpSecret, SecondFactorList } from 'command-api/contract/second-factors';
import { Smartphone } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { copyText } from '../../platform/browser.ts';
import { lastError, useCommand } from '../../sync/commands.ts';
import { isLastFactor, type OnChanged } from './factor-list.ts';
import { FactorPart, FactorRow } from './factor-row.tsx';
import { QrCode } from './qr-code.tsx';
import { beginTotp, confirmTotp, removeTotp } from './second-factor-api.ts';
import { factorsText, totpText as text } from './second-factor-messages.ts';

interface Props {
  list: SecondFactorList;
  onChanged: OnChanged;
}

export function TotpPart({ list, onChanged }: Props) {
  const [secret, setSecret] = useState<NewTotpSecret>();
  const beginning = useCommand(beginTotp, { onSuccess: setSecret });
  const removing = useCommand(removeTotp, {
    onSuccess: (changed) => {
      onChanged(changed);
      notify.removed(text.isRemoved);
    },
  });
  const remove = async (): Promise<void> => {
    const body = isLastFactor(list) ? `${text.askRemoveBody} ${factorsText.askLast}` : text.askRemoveBody;
    if (await confirm({ title: text.askRemove, body, yes: factorsText.remove, danger: true })) removing.mutate({});
  };
  return (
    <FactorPart id="totp-title" title={text.title} hint={text.hint}>
      <ErrorAlert error={lastError(beginning, removing)} />
      {list.totp && (
        <FactorRow
          name={text.on}
          {...list.totp}
          removeLabel={text.removeApp}
          isRemoving={removing.isPending}
          onRemove={() => void remove()}
        />
      )}
      {secret ? (
        <SetUp
          secret={secret}
          onCancel={() => setSecret(undefined)}
          onChanged={(changed) => {
            setSecret(undefined);
            onChanged(changed);
            notify.saved(text.isOn);
          }}
        />
      ) : (
        <Button
          justifySelf="start"
          variant="outline"
          loading={beginning.isPending}
          onClick={() => beginning.mutate({ body: {} })}
        >
          <Smartphone size={16} aria-hidden />
          {list.totp ? text.replace : text.setUp}
        </Button>
      )}
    </FactorPart>
  );
}

interface SetUpProps {
  secret: NewTotpSecret;
  onChanged: OnChanged;
  onCancel: () => void;
}

function SetUp({ secret: { secret, uri }, onChanged, onCancel }: SetUpProps) {
  const [code, setCode] = useState('');
  const confirming = useCommand(confirmTotp, { onSuccess: onChanged });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    confirming.mutate({ body: { code } });
  };
  const copy = async (): Promise<void> => {
    if (await copyText(secret)) notify.saved(text.copied);
  };
  const error = confirming.error;
  return (
    <form onSubmit={submit}>
      <Box display="grid" gap="4" maxW="420px">
        <div>
          <Box fontSize="sm" marginBlockEnd="2">
            {text.scan}
          </Box>
          <QrCode text={uri} label={text.qr} />
        </div>
        <div>
          <Box fontSize="sm">{text.orType}</Box>
          <Box display="flex" flexWrap="wrap" alignItems="center" gap="2">
            <Box as="code" dir="ltr" fontSize="sm" overflowWrap="anywhere" aria-label={text.secret}>
              {inGroups(secret)}
            </Box>
            <Button type="button" size="sm" variant="ghost" onClick={() => void copy()}>
              {text.copy}
            </Button>
          </Box>
        </div>
        <ErrorAlert error={error && error.fields['code'] === undefined ? error : null} />
        <FormField label={text.code} hint={text.codeHint} error={error?.fields['code']} required>
          <Input
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            dir="ltr"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </FormField>
        <Box display="flex" gap="2">
          <Button type="submit" loading={confirming.isPending}>
            {text.confirm}
          </Button>
          <Button type="button" variant="ghost" onClick={onCancel}>
            {factorsText.cancel}
          </Button>
        </Box>
      </Box>
    </form>
  );
}

/** Four letters each, as people read them. */
const inGroups = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
