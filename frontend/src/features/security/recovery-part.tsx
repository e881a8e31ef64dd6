/** Recovery codes: how many are left, new ones, and the one time that they are shown. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import type { SecondFactorList } from 'command-api/contract/second-factors';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { copyText, download } from '../../platform/browser.ts';
import { useCommand } from '../../sync/commands.ts';
import type { OnChanged } from './factor-list.ts';
import { FactorPart } from './factor-row.tsx';
import { renewRecoveryCodes } from './second-factor-api.ts';
import { recoveryText as text } from './second-factor-messages.ts';

export function RecoveryPart({ list, onChanged }: { list: SecondFactorList; onChanged: OnChanged }) {
  const renewing = useCommand(renewRecoveryCodes, { onSuccess: onChanged });
  const renew = async (): Promise<void> => {
    if (await confirm({ title: text.askRenew, body: text.askRenewBody, yes: text.renew }))
      renewing.mutate({ body: {} });
  };
  return (
    <FactorPart id="recovery-title" title={text.title} hint={text.hint}>
      <ErrorAlert error={renewing.error} />
      <Box fontSize="sm">{text.left(list.recoveryCodes)}</Box>
      <Button justifySelf="start" variant="outline" loading={renewing.isPending} onClick={() => void renew()}>
        {text.renew}
      </Button>
    </FactorPart>
  );
}

export function NewRecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const all = `${codes.join('\n')}\n`;
  const copy = async (): Promise<void> => {
    if (await copyText(all)) notify.saved(text.copied);
  };
  return (
    <Box
      role="region"
      aria-label={text.shown}
      borderWidth="2px"
      borderColor="brand.emphasized"
      borderRadius="l2"
      padding="4"
      marginBlockEnd="4"
      display="grid"
      gap="3"
    >
      <Box fontWeight="semibold">{text.shown}</Box>
      <Box fontSize="sm">{text.keep}</Box>
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
        <Button onClick={onKept}>{text.done}</Button>
        <Button variant="outline" onClick={() => void copy()}>
          {text.copy}
        </Button>
        <Button variant="outline" onClick={() => download(new Blob([all], { type: 'text/plain' }), text.file)}>
          {text.save}
        </Button>
      </Box>
    </Box>
  );
}
