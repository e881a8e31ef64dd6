/** In place of every screen where a page opens without a network: what the device has is encrypted (docs/offline.md). */
import { Box } from '@chakra-ui/react/box';
import { WifiOff } from 'lucide-react';
import { RichMessage } from '../components/text/rich-message.tsx';
import { useWindowTitle } from '../components/page.tsx';
import { useTranslation } from '../platform/language/use-translation.ts';
import { useSessionUser } from '../platform/session/session.ts';
import { personName } from '../platform/text/names.ts';
import { card } from './lock-screen.tsx';
import { OfflinePinForm, useHasOfflinePin } from './offline-pin-form.tsx';

const stay = async (): Promise<void> => undefined;

export default function OfflineUnlock() {
  const t = useTranslation();
  useWindowTitle(t('offline.title'));
  const user = useSessionUser();
  const hasPin = useHasOfflinePin();
  return (
    <Box
      as="main"
      minH="100dvh"
      display="grid"
      placeItems="center"
      padding="4"
      bg={{ base: 'teal.800', _dark: 'teal.950' }}
    >
      <Box asChild css={card}>
        <section aria-labelledby="lock-title">
          <Box display="flex" alignItems="center" gap="3">
            <WifiOff size={22} aria-hidden />
            <Box asChild fontSize="lg" fontWeight="semibold">
              <h1 id="lock-title">{t('offline.title')}</h1>
            </Box>
          </Box>
          <Box fontSize="sm">
            <RichMessage
              id="lock.pageOf"
              elements={{
                name: (
                  <Box as="strong" fontWeight="semibold">
                    <bdi>{user ? personName(user) : ''}</bdi>
                  </Box>
                ),
              }}
            />
          </Box>
          <Box role="status" fontSize="sm" color="fg.muted">
            {hasPin === undefined ? '' : t(hasPin ? 'offline.away' : 'offline.noPinHere')}
          </Box>
          {hasPin && <OfflinePinForm onOpened={stay} />}
        </section>
      </Box>
    </Box>
  );
}
