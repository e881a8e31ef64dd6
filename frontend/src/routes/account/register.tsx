/** `/register2025` and `/register`: sign-up. */
import { Box } from '@chakra-ui/react/box';
import { Link, useSearchParams } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { useSignInWays } from '../../platform/session/sign-in-ways.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { SignUpForm } from '../../features/sign-in/sign-up-form.tsx';
import { PageHeader, Panel } from '../../components/page.tsx';
import { SkeletonRows } from '../../components/screen-states.tsx';

export function Component() {
  const t = useTranslation();
  const [search] = useSearchParams();
  const { localAccounts, signUp = 'open' } = useSignInWays();
  const lead = localAccounts ? t(signUp === 'open' ? 'signUp.lead' : `signUp.${signUp}`) : t('singleSignOn.onlyWay');
  return (
    <Panel maxW="520px" marginInline="auto" padding={{ base: '5', md: '7' }} boxShadow="sm">
      <PageHeader title={t('signUp.title')} {...(localAccounts !== undefined && { lead })} />
      {localAccounts === undefined && <SkeletonRows label={t('signUp.loading')} />}
      {localAccounts && signUp === 'open' && <SignUpForm />}
      <Box marginBlockStart="2" color="fg.muted">
        {localAccounts && <>{t('signUp.haveAccount')} </>}
        <Box
          asChild
          display="inline-block"
          paddingBlock="3"
          color="brand.fg"
          fontWeight="semibold"
          textDecoration="underline"
        >
          <Link to={paths.landing.href(search.get('returnFrom'))}>{t('signUp.logIn')}</Link>
        </Box>
      </Box>
    </Panel>
  );
}
