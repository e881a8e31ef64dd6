/** Notices about the device, with `OFFLINE=on`: as of when the page is, a PIN that is missing, a newer version. */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Clock, Download, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useIsDeviceRefused, useOpenDevice } from '../platform/offline/offline-state.ts';
import { createStoredSwitch } from '../platform/storage/stored-switch.ts';
import { takeNewVersion, useHasNewVersion } from '../platform/offline/worker-version.ts';
import { paths } from '../platform/paths.ts';
import { formatTime } from '../platform/time/instants.ts';
import { useTranslation } from '../platform/language/use-translation.ts';
import { useLiveState } from '../sync/live/live-connection.ts';
import { useKeptSince } from '../sync/cache/kept-queries.ts';
import { useHasOfflinePin } from './offline-pin-form.tsx';
import { Strip } from './strip.tsx';

const offersPin = createStoredSwitch('offline-pin-offer', () => true);

/** Nothing moves under a finger: a strip that came, or was over, changes the screen with the next navigation. */
function useUntilNavigation(isShown: boolean): boolean {
  const { pathname } = useLocation();
  const [at, setAt] = useState({ pathname, isShown });
  if (at.pathname !== pathname) setAt({ pathname, isShown });
  return at.pathname === pathname ? at.isShown : isShown;
}

export default function OfflineStrips() {
  return (
    <>
      <AsOfStrip />
      <NewVersionStrip />
      <PinStrip />
    </>
  );
}

/** Stays until the next navigation after all is read again. */
function AsOfStrip() {
  const t = useTranslation();
  const { pathname } = useLocation();
  const since = useKeptSince();
  const isLive = useLiveState() === 'live';
  const at = isLive ? undefined : since;
  // The screen that was shown without a network.
  const [shownAt, setShownAt] = useState<string>();
  if (at !== undefined && shownAt !== pathname) setShownAt(pathname);
  const isOver = at === undefined && shownAt === pathname;
  const time = (ms: number): string => formatTime(new Date(ms).toISOString());
  return (
    <Strip isShown={at !== undefined || isOver}>
      <Clock size={16} aria-hidden />
      <Box flex="1" minW="14rem" data-as-of>
        {at === undefined ? t('offline.upToDate') : t('offline.asOf', { at: time(at) })}
      </Box>
    </Strip>
  );
}

function NewVersionStrip() {
  const t = useTranslation();
  const hasNew = useUntilNavigation(useHasNewVersion());
  return (
    <Strip isShown={hasNew}>
      <Download size={16} aria-hidden />
      <Box flex="1" minW="14rem">
        {t('offline.newVersion')}
      </Box>
      <Button size="xs" variant="outline" onClick={takeNewVersion}>
        {t('offline.takeVersion')}
      </Button>
    </Strip>
  );
}

/** Offered once on a device, until the person has a PIN or wants none. */
function PinStrip() {
  const t = useTranslation();
  const isOpen = useOpenDevice() !== undefined;
  const isRefused = useIsDeviceRefused();
  const hasPin = useHasOfflinePin();
  const isOffered = offersPin.useIsOn();
  const isShown = useUntilNavigation(isOffered && (isRefused || (isOpen && hasPin === false)));
  return (
    <Strip isShown={isShown && isOffered}>
      <KeyRound size={16} aria-hidden />
      <Box flex="1" minW="14rem">
        {t(isRefused ? 'offline.refused' : 'offline.noPin')}
      </Box>
      {!isRefused && (
        <Button asChild size="xs" variant="outline">
          <Link to={paths.security.href()}>{t('offline.setPin')}</Link>
        </Button>
      )}
      <Button size="xs" variant="ghost" onClick={() => offersPin.set(false)}>
        {t('component.dismiss')}
      </Button>
    </Strip>
  );
}
