/** `/reset-password`: sends a link, and sets a new password by the token of the link. */
import { Box } from '@chakra-ui/react/box';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import { linkTokenIn, paths } from '../../platform/paths.ts';
import { RequestLinkForm, SetPasswordForm } from '../../features/sign-in/password-forms.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { FormPanel, PageHeader } from '../../components/page.tsx';

export function Component() {
  const t = useTranslation();
  const [search] = useSearchParams();
  const token = linkTokenIn(useLocation());
  return (
    <FormPanel maxW="460px">
      {token === '' ? (
        <>
          <PageHeader title={t('password.askTitle')} lead={t('password.askLead')} />
          <RequestLinkForm />
        </>
      ) : (
        <>
          <PageHeader title={t('password.setTitle')} lead={t('password.setLead')} />
          <SetPasswordForm token={token} />
        </>
      )}
      <Box
        asChild
        display="inline-block"
        marginBlockStart="2"
        paddingBlock="3"
        color="brand.fg"
        fontWeight="semibold"
        textDecoration="underline"
      >
        <Link to={paths.landing.href(search.get('returnFrom'))}>{t('password.back')}</Link>
      </Box>
    </FormPanel>
  );
}
