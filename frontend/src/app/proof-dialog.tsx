/**
 * The dialog over a page whose call needs a fresh proof. The call waits; it is repeated once the person has proved who
 * they are (docs/decisions/write-side/second-factor.md).
 */
import * as accountCalls from 'language/contract/calls/account';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Dialog } from '@chakra-ui/react/dialog';
import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query';
import type { SecondFactorList } from 'language/contract/second-factors';
import { DialogShell } from '../components/dialogs/dialog-shell.tsx';
import { type Proof, type ProofKind, SecondFactorForm } from '../components/forms/second-factor-form.tsx';
import { Waiting } from '../components/screen-states.tsx';
import { ownSessionsQuery } from '../features/account-security/api.ts';
import { answerProof } from '../platform/session/proof-request.ts';
import { useSignInWays } from '../platform/session/sign-in-ways.ts';
import { queryClient } from '../sync/cache/query-client.ts';
import { queryKeys } from '../sync/cache/query-keys.ts';
import { api } from '../sync/client.ts';
import { useTranslation } from '../platform/language/use-translation.ts';
import { ProofAtProvider } from './proof-at-provider.tsx';

/** It stands beside the screens, which have the query client. */
export default function ProofDialog() {
  return (
    <QueryClientProvider client={queryClient}>
      <AskingDialog />
    </QueryClientProvider>
  );
}

function AskingDialog() {
  const t = useTranslation();
  const factors = useQuery({
    queryKey: queryKeys.secondFactors,
    queryFn: ({ signal }) => api(accountCalls.listSecondFactors, { signal }),
  });
  const sessions = useQuery(ownSessionsQuery());
  const { singleSignOn } = useSignInWays();
  const method = sessions.data?.find(({ isCurrent }) => isCurrent)?.method;
  const isOfProvider = singleSignOn !== undefined && (method === undefined || method === 'singleSignOn');
  const kinds = kindsOf(factors.data, method !== 'singleSignOn');
  const proving = useMutation({
    mutationFn: (proof: Proof) => api(accountCalls.proveIdentity, { body: proof }),
    onSuccess: () => answerProof(true),
  });
  return (
    <DialogShell
      placement="center"
      size="xs"
      open
      closeOnInteractOutside={false}
      onClose={() => answerProof(false)}
      positioner={{ padding: '4' }}
    >
      <Dialog.Header display="block" paddingBlockEnd="2">
        <Dialog.Title>{t('proof.title')}</Dialog.Title>
        <Dialog.Description fontSize="sm">
          {t('proof.body')}
          {kinds.length > 0 && ` ${t('proof.goesOn')}`}
        </Dialog.Description>
      </Dialog.Header>
      <Dialog.Body>
        {factors.isPending || sessions.isPending ? (
          <Waiting />
        ) : (
          <Box display="grid" gap="4">
            {isOfProvider && <ProofAtProvider name={singleSignOn.name} isPrimary={kinds.length === 0} />}
            <SecondFactorForm
              kinds={kinds}
              error={proving.error}
              isPending={proving.isPending}
              onProof={(proof) => proving.mutate(proof)}
              submit={t('proof.confirm')}
            >
              <Button type="button" variant="ghost" onClick={() => answerProof(false)}>
                {t('proof.cancel')}
              </Button>
            </SecondFactorForm>
          </Box>
        )}
      </Dialog.Body>
    </DialogShell>
  );
}

/** The password is asked for where nothing else is known. A person who signed in at the provider may have none. */
const kindsOf = (factors: SecondFactorList | undefined, mayHavePassword: boolean): ProofKind[] => [
  ...(mayHavePassword ? (['password'] as const) : []),
  ...(factors?.totp ? (['totp'] as const) : []),
  ...(factors && factors.passkeys.length > 0 ? (['passkey'] as const) : []),
  ...(factors && factors.recoveryCodes > 0 ? (['recoveryCode'] as const) : []),
];
