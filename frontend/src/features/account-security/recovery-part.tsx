/** Recovery codes: how many are left, new ones, and the one time that they are shown. */
import * as accountCalls from 'language/contract/calls/account';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { SecondFactorList } from 'language/contract/second-factors';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { copyText, download } from '../../platform/browser.ts';
import { useCommand } from '../../sync/commands.ts';
import type { OnChanged } from './factor-list.ts';
import { FactorPart } from './factor-row.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';

export function RecoveryPart({ list, onChanged }: { list: SecondFactorList; onChanged: OnChanged }) {
  const t = useTranslation();
  const renewing = useCommand(accountCalls.renewRecoveryCodes, { onSuccess: onChanged });
  const renew = async (): Promise<void> => {
    if (await confirm({ title: t('recovery.askRenew'), body: t('recovery.askRenewBody'), yes: t('recovery.renew') }))
      renewing.mutate({ body: {} });
  };
  return (
    <FactorPart id="recovery-title" title={t('recovery.title')} hint={t('recovery.hint')}>
      <ErrorAlert error={renewing.error} />
      <Box fontSize="sm">{t('recovery.left', { count: list.recoveryCodes })}</Box>
      <Button justifySelf="start" variant="outline" loading={renewing.isPending} onClick={() => void renew()}>
        {t('recovery.renew')}
      </Button>
    </FactorPart>
  );
}

export function NewRecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const t = useTranslation();
  const all = `${codes.join('\n')}\n`;
  const copy = async (): Promise<void> => {
    if (await copyText(all)) notify.saved(t('recovery.copied'));
  };
  return (
    <Box
      role="region"
      aria-label={t('recovery.shown')}
      borderWidth="2px"
      borderColor="brand.emphasized"
      borderRadius="l2"
      padding="4"
      marginBlockEnd="4"
      display="grid"
      gap="3"
    >
      <Box fontWeight="semibold">{t('recovery.shown')}</Box>
      <Box fontSize="sm">{t('recovery.keep')}</Box>
      <Box
        as="ul"
        dir="ltr"
        listStyle="none"
        fontFamily="mono"
        display="grid"
        gridTemplateColumns="repeat(auto-fill, minmax(8.5rem, 1fr))"
        gap="2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Box>
      <Box display="flex" flexWrap="wrap" gap="2">
        <Button onClick={onKept}>{t('recovery.done')}</Button>
        <Button variant="outline" onClick={() => void copy()}>
          {t('recovery.copy')}
        </Button>
        <Button variant="outline" onClick={() => download(new Blob([all], { type: 'text/plain' }), t('recovery.file'))}>
          {t('recovery.save')}
        </Button>
      </Box>
    </Box>
  );
}
