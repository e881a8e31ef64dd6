import { Box } from '@chakra-ui/react/box';
import type { ReactNode } from 'react';

/** A notice above the screen. Screen readers announce new text only in a live region that is already there. */
export function Strip({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  return (
    <Box role="status" data-print="hide">
      {isShown && (
        <Box
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          gap="2"
          bg="amber.subtle"
          borderWidth="1px"
          borderColor="amber.border"
          borderRadius="l2"
          paddingInline="3"
          paddingBlock="1"
          marginBlockEnd="3"
        >
          {children}
        </Box>
      )}
    </Box>
  );
}
