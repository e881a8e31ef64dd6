/** `/confirm-email`: confirms the e-mail address by the token of the mailed link, or sends the link again. */
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { ConfirmEmail } from '../../features/sign-in/confirm-email.tsx';
import { mailedToken } from '../../features/sign-in/mailed-token.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { meQuery } from '../../sync/reads/shared-reads.ts';
import { FormPanel, PageHeader } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/screen-states.tsx';

export function Component() {
  const t = useTranslation();
  const location = useLocation();
  const me = useQuery(meQuery());
  return (
    <FormPanel maxW="460px">
      <PageHeader title={t('confirmation.title')} lead={t('confirmation.lead')} />
      <QueryBoundary query={me}>
        {(found) => <ConfirmEmail me={found} token={mailedToken('confirmation', location)} />}
      </QueryBoundary>
    </FormPanel>
  );
}
