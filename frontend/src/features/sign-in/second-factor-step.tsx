/** The second step of a sign-in: the password was right. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { SecondFactorForm } from '../../components/forms/second-factor-form.tsx';
import { useIsProving } from '../../platform/captcha/with-proof.ts';
import { session, useSession } from '../../platform/session/session.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { ProofNote } from './proof-note.tsx';

export default function SecondFactorStep() {
  const t = useTranslation();
  const { half, isSigningIn, error } = useSession();
  const isProving = useIsProving();
  if (!half) return null;
  return (
    <Box display="grid" gap="4">
      <p>{t('secondStep.lead')}</p>
      <SecondFactorForm
        kinds={half.factors}
        error={error}
        isPending={isSigningIn}
        onProof={({ password: _password, ...proof }) => session.send({ type: 'secondFactor', proof })}
        submit={t('secondStep.submit')}
      >
        <Button type="button" variant="ghost" onClick={() => session.send({ type: 'startOver' })}>
          {t('secondStep.back')}
        </Button>
      </SecondFactorForm>
      <ProofNote isProving={isProving}>{t('signIn.proving')}</ProofNote>
    </Box>
  );
}
