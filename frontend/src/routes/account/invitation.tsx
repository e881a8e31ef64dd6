/** `/invitation`: the target of a mailed invitation to a team, for visitors and signed-in people. */
import { Invitation } from '../../features/sign-in/invitation.tsx';
import { FormPanel, PageHeader } from '../../components/page.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';

export function Component() {
  const t = useTranslation();
  return (
    <FormPanel maxW="520px">
      <PageHeader title={t('invitation.title')} />
      <Invitation />
    </FormPanel>
  );
}
