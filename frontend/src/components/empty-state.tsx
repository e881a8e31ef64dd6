/** Says in a sentence that there is nothing here, and offers the next step. */
import { Box } from '@chakra-ui/react/box';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  children?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
  /** The heading level on the page. */
  level?: 1 | 2 | 3;
}

export function EmptyState({ title, children, icon, action, level = 2 }: Props) {
  const tag = `h${level}` as const;
  return (
    <Box
      textAlign="center"
      paddingBlock="10"
      paddingInline={{ md: '4' }}
      css={{ '& > svg': { marginInline: 'auto', color: 'fg.subtle', marginBlockEnd: '3' } }}
    >
      {icon}
      <Box as={tag} fontSize="md" fontWeight="semibold">
        {title}
      </Box>
      {children !== undefined && (
        <Box color="fg.muted" maxW="46ch" marginInline="auto" marginBlockStart="1">
          {children}
        </Box>
      )}
      {action !== undefined && <Box marginBlockStart="4">{action}</Box>}
    </Box>
  );
}
