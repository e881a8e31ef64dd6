/** The authenticator app: set-up with a QR code and the secret as text, and removal. */
import * as accountCalls from 'language/contract/calls/account';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import type { NewTotpSecret, SecondFactorList } from 'language/contract/second-factors';
import { Smartphone } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { copyText } from '../../platform/browser.ts';
import { lastError, useCommand } from '../../sync/commands.ts';
import { isLastFactor, type OnChanged } from './factor-list.ts';
import { FactorPart, FactorRow } from './factor-row.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';

interface Props {
  list: SecondFactorList;
  onChanged: OnChanged;
}

export function TotpPart({ list, onChanged }: Props) {
  const t = useTranslation();
  const [secret, setSecret] = useState<NewTotpSecret>();
  const beginning = useCommand(accountCalls.beginTotp, { onSuccess: setSecret });
  const removing = useCommand(accountCalls.removeTotp, {
    onSuccess: (changed) => {
      onChanged(changed);
      notify.removed(t('totp.isRemoved'));
    },
  });
  const remove = async (): Promise<void> => {
    const body = isLastFactor(list) ? `${t('totp.askRemoveBody')} ${t('factors.askLast')}` : t('totp.askRemoveBody');
    if (await confirm({ title: t('totp.askRemove'), body, yes: t('factors.remove'), danger: true }))
      removing.mutate({});
  };
  return (
    <FactorPart id="totp-title" title={t('totp.title')} hint={t('totp.hint')}>
      <ErrorAlert error={lastError(beginning, removing)} />
      {list.totp && (
        <FactorRow
          name={t('totp.on')}
          {...list.totp}
          removeLabel={t('totp.removeApp')}
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
            notify.saved(t('totp.isOn'));
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
          {list.totp ? t('totp.replace') : t('totp.setUp')}
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
  const t = useTranslation();
  const [code, setCode] = useState('');
  const confirming = useCommand(accountCalls.confirmTotp, { onSuccess: onChanged });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    confirming.mutate({ body: { code } });
  };
  const copy = async (): Promise<void> => {
    if (await copyText(secret)) notify.saved(t('totp.copied'));
  };
  const error = confirming.error;
  return (
    <form onSubmit={submit}>
      <Box display="grid" gap="4" maxW="420px">
        <div>
          <Box fontSize="sm" marginBlockEnd="2">
            {t('totp.scan')}
          </Box>
          <Box width="200px" maxW="100%" borderRadius="l2" overflow="hidden">
            <QrCode text={uri} label={t('totp.qr')} />
          </Box>
        </div>
        <div>
          <Box fontSize="sm">{t('totp.orType')}</Box>
          <Box display="flex" flexWrap="wrap" alignItems="center" gap="2">
            <Box as="code" dir="ltr" fontSize="sm" overflowWrap="anywhere" aria-label={t('totp.secret')}>
              {inGroups(secret)}
            </Box>
            <Button type="button" size="sm" variant="ghost" onClick={() => void copy()}>
              {t('totp.copy')}
            </Button>
          </Box>
        </div>
        <ErrorAlert error={error && error.fields['code'] === undefined ? error : null} />
        <FormField label={t('totp.code')} hint={t('totp.codeHint')} error={error?.fields['code']} required>
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
            {t('totp.confirm')}
          </Button>
          <Button type="button" variant="ghost" onClick={onCancel}>
            {t('factors.cancel')}
          </Button>
        </Box>
      </Box>
    </form>
  );
}

/** Four letters each, as people read them. */
const inGroups = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
