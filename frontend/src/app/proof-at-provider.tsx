/**
 * A fresh proof of a person whose session began at the provider of single sign-on: they sign in there again, and come
 * back to the page (docs/decisions/write-side/second-factor.md, "A fresh proof"). The call does not wait for them.
 */
import * as signInCalls from 'language/contract/calls/sign-in';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { ErrorAlert } from '../components/screen-states.tsx';
import { useTranslation } from '../platform/language/use-translation.ts';
import { clearUnsavedEdits } from '../platform/storage/unsaved-changes.ts';
import { api } from '../sync/client.ts';

interface Props {
  name: string;
  /** It is the only way. */
  isPrimary: boolean;
  /** For specs: a page cannot leave itself there. */
  leave?: (address: string) => void;
}

export function ProofAtProvider({ name, isPrimary, leave = (address) => location.assign(address) }: Props) {
  const t = useTranslation();
  const leaving = useMutation({
    mutationFn: () =>
      api(signInCalls.beginAtProvider, { query: { returnFrom: location.pathname + location.search, prompt: 'login' } }),
    onSuccess: ({ url }) => {
      // Does not ask: what was typed is kept as drafts, and is there again afterwards.
      clearUnsavedEdits();
      leave(url);
    },
  });
  return (
    <Box display="grid" gap="3">
      <ErrorAlert error={leaving.error} />
      <Button
        type="button"
        variant={isPrimary ? 'solid' : 'outline'}
        loading={leaving.isPending || leaving.isSuccess}
        width="100%"
        height="auto"
        minH="10"
        paddingBlock="2"
        whiteSpace="normal"
        onClick={() => leaving.mutate()}
      >
        <KeyRound size={16} aria-hidden />
        <span>
          {t('proof.again')} <bdi>{name}</bdi>
        </span>
      </Button>
      <Box fontSize="sm" color="fg.muted">
        {t('proof.comeBack')}
      </Box>
    </Box>
  );
}
