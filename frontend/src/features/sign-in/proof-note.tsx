/** Says why a form takes seconds: the browser works on a proof that lets the attempt pass. */
import { Box } from '@chakra-ui/react/box';
import { ShieldCheck } from 'lucide-react';

export function ProofNote({ isProving, children }: { isProving: boolean; children: string }) {
  return (
    <Box
      role="status"
      display="flex"
      gap="2"
      color="fg.muted"
      // It takes no room without words: it is there before them, so that they are read out.
      marginBlockStart={isProving ? undefined : '-4'}
      css={{ '& svg': { flexShrink: 0, marginBlockStart: '2px' } }}
    >
      {isProving && (
        <>
          <ShieldCheck size={18} aria-hidden />
          {children}
        </>
      )}
    </Box>
  );
}
