/** How drafts and unsent commands are kept on this device (docs/decisions/browser/device-storage.md). */
import { Box } from '@chakra-ui/react/box';
import { Panel } from '../../components/page.tsx';
import { isSecure } from '../../platform/storage/device-storage.ts';
import { draftsText as text } from './messages.ts';

export function DraftsSection() {
  return (
    <Panel as="section" aria-labelledby="drafts-title">
      <Box as="h2" id="drafts-title" fontSize="md" fontWeight="semibold">
        {text.title}
      </Box>
      <Box color="fg.muted" fontSize="sm">
        {isSecure() ? text.encrypted : text.inClear}
      </Box>
    </Panel>
  );
}
