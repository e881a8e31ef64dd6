/** `/`: the product and the sign-in. `returnFrom` is the page to return to. */
import { Box } from '@chakra-ui/react/box';
import { Link, useSearchParams } from 'react-router-dom';
import { paths } from '../../platform/paths.ts';
import { useSignInWays } from '../../platform/session/sign-in-ways.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { Introduction, landingLinks } from '../../features/sign-in/introduction.tsx';
import { SignInForm } from '../../features/sign-in/sign-in-form.tsx';
import { SingleSignOn } from '../../features/sign-in/single-sign-on.tsx';
import { PageHeader, Panel } from '../../components/page.tsx';
import { SkeletonRows } from '../../components/screen-states.tsx';

export function Component() {
  const t = useTranslation();
  const [search] = useSearchParams();
  const returnFrom = search.get('returnFrom');
  const { localAccounts, signUp = 'open', singleSignOn } = useSignInWays();
  // The admin account keeps its password: `/?admin`.
  const isForAdmin = localAccounts === false && search.has('admin');
  const hasForm = localAccounts === true || isForAdmin;
  const lead = isForAdmin
    ? t('singleSignOn.adminOnly')
    : localAccounts === false
      ? t('singleSignOn.onlyWay')
      : undefined;
  return (
    <Box
      display="grid"
      gridTemplateColumns={{ base: '1fr', md: '1.2fr 1fr' }}
      gap={{ base: '6', md: '12' }}
      alignItems="center"
      paddingBlock={{ md: '10' }}
    >
      <Panel order={{ base: 0, md: 1 }} padding={{ base: '5', md: '7' }} boxShadow="sm">
        <PageHeader title={t('signIn.title')} {...(lead !== undefined && { lead })} />
        {localAccounts === undefined && <SkeletonRows rows={3} label={t('signIn.loading')} />}
        {hasForm && <SignInForm />}
        {singleSignOn && <SingleSignOn name={singleSignOn.name} returnFrom={returnFrom} isPrimary={!hasForm} />}
        {hasForm && (
          <Box
            display="flex"
            flexWrap="wrap"
            alignItems="baseline"
            justifyContent="space-between"
            columnGap="4"
            marginBlockStart="2"
            color="fg.muted"
            css={landingLinks}
          >
            {localAccounts &&
              (signUp === 'open' ? (
                <span>
                  {t('signIn.noAccount')} <Link to={paths.register.href(returnFrom)}>{t('signIn.createAccount')}</Link>
                </span>
              ) : (
                <span>{t(`signUp.${signUp}`)}</span>
              ))}
            <Link to={paths.resetPassword.href(returnFrom)}>{t('signIn.forgotten')}</Link>
          </Box>
        )}
      </Panel>
      <Introduction />
    </Box>
  );
}
