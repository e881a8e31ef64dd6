/** `/register2025` and `/register`: sign-up. */
import { Box } from '@chakra-ui/react/box';
import { Link, useSearchParams } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { useSignInWays } from '../../platform/session/sign-in-ways.ts';
import { signUpText as text, singleSignOnText } from '../../features/account/messages.ts';
import { SignUpForm } from '../../features/account/sign-up-form.tsx';
import { PageHeader, Panel } from '../../components/page.tsx';
import { SkeletonRows } from '../../components/screen-states.tsx';

export { signedOutOnly as loader } from '../../app/route-guards.ts';

export function Component() {
  const [search] = useSearchParams();
  const { localAccounts } = useSignInWays();
  return (
    <Panel maxW="520px" marginInline="auto" padding={{ base: '5', md: '7' }} boxShadow="sm">
      <PageHeader
        title={text.title}
        {...(localAccounts !== undefined && { lead: localAccounts ? text.lead : singleSignOnText.onlyWay })}
      />
      {localAccounts === undefined && <SkeletonRows label={text.loading} />}
      {localAccounts && <SignUpForm />}
      <Box marginBlockStart="2" color="fg.muted">
        {localAccounts && <>{text.haveAccount} </>}
        <Box
          asChild
          display="inline-block"
          paddingBlock="3"
          color="brand.fg"
          fontWeight="semibold"
          textDecoration="underline"
        >
          <Link to={paths.landing.href(search.get('returnFrom'))}>{text.logIn}</Link>
        </Box>
      </Box>
    </Panel>
  );
}
