/** `/confirm-email`: confirms the e-mail address by the token of the mailed link, or sends the link again. */
import { useQuery } from '@tanstack/react-query';
import { type LoaderFunctionArgs, useLocation } from 'react-router-dom';
import { signedInOnly } from '../../app/route-guards.ts';
import { ConfirmEmail } from '../../features/account/confirm-email.tsx';
import { mailedToken } from '../../features/account/mailed-token.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { meQuery } from '../../sync/reads/shared-reads.ts';
import { PageHeader, Panel } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/screen-states.tsx';

/** A visitor signs in first: the tab keeps the token meanwhile. */
export function loader(request: LoaderFunctionArgs): null | Promise<null> {
  mailedToken('confirmation', globalThis.location);
  return signedInOnly(request);
}

export function Component() {
  const t = useTranslation();
  const location = useLocation();
  const me = useQuery(meQuery());
  return (
    <Panel
      maxW="460px"
      marginInline="auto"
      marginBlockStart={{ md: '8' }}
      padding={{ base: '5', md: '7' }}
      boxShadow="sm"
    >
      <PageHeader title={t('confirmation.title')} lead={t('confirmation.lead')} />
      <QueryBoundary query={me}>
        {(found) => <ConfirmEmail me={found} token={mailedToken('confirmation', location)} />}
      </QueryBoundary>
    </Panel>
  );
}
