import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQueryClient } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useHasStaleReads } from '../sync/cache/stale-reads.ts';
import { behindText } from '../components/screen-messages.ts';

/**
 * The server said that an answer may lack something that has happened (`X-Stale`). Said once and calmly; it goes by
 * itself with the next whole answer.
 */
export function BehindStrip() {
  const behind = useHasStaleReads();
  const client = useQueryClient();
  // The region stands before its words do, or they would not be read out.
  return (
    <Box role="status" data-print="hide">
      {behind && (
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
            {behindText.words}
          </Box>
          <Button size="xs" variant="outline" onClick={() => void client.invalidateQueries()}>
            {behindText.again}
          </Button>
        </Box>
      )}
    </Box>
  );
}
