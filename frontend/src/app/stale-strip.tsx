import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQueryClient } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useHasStaleReads } from '../sync/client.ts';
import { staleText as text } from './messages.ts';

/**
 * Says that an answer may lack recent changes (the server's `X-Stale`). It disappears with the next complete answer.
 */
export function StaleStrip() {
  const isStale = useHasStaleReads();
  const client = useQueryClient();
  // Screen readers announce new text only in a live region that is already there.
  return (
    <Box role="status" data-print="hide">
      {isStale && (
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
          <Clock size={16} aria-hidden />
          <Box flex="1" minW="14rem">
            {text.words}
          </Box>
          <Button size="xs" variant="outline" onClick={() => void client.invalidateQueries()}>
            {text.again}
          </Button>
        </Box>
      )}
    </Box>
  );
}
