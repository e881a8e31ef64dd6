/** `/test`: checks the browser, its sound and the connection. Public. */
import { Box } from '@chakra-ui/react/box';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { SelfCheck } from '../../features/self-check/self-check.tsx';
import { PageHeader } from '../../components/page.tsx';

export function Component() {
  const t = useTranslation();
  return (
    <Box maxWidth="860px" marginInline="auto">
      <PageHeader title={t('check.title')} lead={t('check.lead')} />
      <SelfCheck />
    </Box>
  );
}
