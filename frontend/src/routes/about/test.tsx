/** `/test`: checks the browser, its sound and the connection. Public. */
import { Box } from '@chakra-ui/react/box';
import { checkText as text } from '../../features/self-check/messages.ts';
import { SelfCheck } from '../../features/self-check/self-check.tsx';
import { PageHeader } from '../../components/page.tsx';

export function Component() {
  return (
    <Box maxWidth="860px" marginInline="auto">
      <PageHeader title={text.title} lead={text.lead} />
      <SelfCheck />
    </Box>
  );
}
