import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { RefreshCw } from 'lucide-react';
import { reportsText as text } from './messages.ts';

/**
 * Offered, never done unasked: whoever reads a report out in a meeting must find the same figure twice. Its place is
 * kept, so that nothing moves when it comes.
 */
export function NewerFigures({ offered, busy, onShow }: { offered: boolean; busy: boolean; onShow: () => void }) {
  return (
    <Box
      role="status"
      data-print="hide"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap="3"
      minHeight="36px"
      fontSize="sm"
      color="fg.muted"
    >
      {offered || busy ? (
        <>
          <span>{text.newer}</span>
          <Button size="xs" variant="outline" loading={busy} onClick={onShow}>
            <RefreshCw size={14} aria-hidden />
            {text.showNewer}
          </Button>
        </>
      ) : null}
    </Box>
  );
}
