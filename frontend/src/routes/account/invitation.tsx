/** `/invitation`: the target of a mailed invitation to a team, for visitors and signed-in people. */
import { Invitation } from '../../features/account/invitation.tsx';
import { PageHeader, Panel } from '../../components/page.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';

export function Component() {
  const t = useTranslation();
  return (
    <Panel
      maxW="520px"
      marginInline="auto"
      marginBlockStart={{ md: '8' }}
      padding={{ base: '5', md: '7' }}
      boxShadow="sm"
    >
      <PageHeader title={t('invitation.title')} />
      <Invitation />
    </Panel>
  );
}
