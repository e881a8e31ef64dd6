/** The storage of drafts and unsent commands on this device (docs/decisions/browser/device-storage.md). */
import { Box } from '@chakra-ui/react/box';
import { Panel } from '../../components/page.tsx';
import { isSecure } from '../../platform/storage/device-storage.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

export function DraftsSection() {
  const t = useTranslation();
  return (
    <Panel as="section" aria-labelledby="drafts-title">
      <Box as="h2" id="drafts-title" fontSize="md" fontWeight="semibold">
        {t('deviceDrafts.title')}
      </Box>
      <Box color="fg.muted" fontSize="sm">
        {isSecure() ? t('deviceDrafts.encrypted') : t('deviceDrafts.inClear')}
      </Box>
    </Panel>
  );
}
