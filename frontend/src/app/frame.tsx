/**
 * The parent of every screen that shows data: query client, live connection, notice of stale data. It is a chunk of its
 * own: the sign-in does not wait for it.
 */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { hideAnotherLog, useHasAnotherLog } from '../sync/another-log.ts';
import { clearStaleReads, useHasStaleReads } from '../sync/client.ts';
import { translate } from '../platform/language/language.ts';
import { useTranslation } from '../platform/language/use-translation.ts';
import { AsyncBoundary, lazyComponent } from '../components/lazy-component.tsx';
import { useSession } from '../platform/session/session.ts';
import { notify } from '../components/toasts/toaster.tsx';
import { deviceStorage } from '../platform/storage/device-storage.ts';
import '../sync/live/live-connection.ts';
import '../sync/offline-looks.ts';
import { offlineBounds } from '../platform/offline/offline-setting.ts';
import { prefetchWhenIdle } from '../platform/browser.ts';
import { subscribeToTime, today } from '../platform/time/dates.ts';
import { formatHospitalTime } from '../platform/time/instants.ts';
import { deviceAheadMs, serverNow } from '../platform/time/server-clock.ts';
import { queryClient } from '../sync/cache/query-client.ts';
import { Strip } from './strip.tsx';
// Most screens show rich text: its 15 KB (DOMPurify) come with the frame and not with the first screen that needs them.
import '../components/rich-text/rich-text-view.tsx';

/** Loaded with `OFFLINE=on`. */
const OfflineStrips = lazyComponent(() => import('./offline-strips.tsx'));
/** Loaded after the first screen. */
const ReminderWatch = lazyComponent(() => import('./reminder-watch.tsx'));

/**
 * Says that an answer may lack recent changes (the server's `X-Stale`). It disappears with the next complete answer.
 */
function StaleStrip() {
  const t = useTranslation();
  const isStale = useHasStaleReads();
  const client = useQueryClient();
  return (
    <Strip isShown={isStale}>
      <Clock size={16} aria-hidden />
      <Box flex="1" minW="14rem">
        {t('stale.words')}
      </Box>
      <Button size="xs" variant="outline" onClick={() => void client.invalidateQueries()}>
        {t('stale.again')}
      </Button>
    </Strip>
  );
}

/** Says that the event log was restored to an earlier point, until the person has read it. */
function AnotherLogStrip() {
  const t = useTranslation();
  const isOther = useHasAnotherLog();
  return (
    <Strip isShown={isOther}>
      <Box flex="1" minW="14rem">
        {t('anotherLog.words')}
      </Box>
      <Button size="xs" variant="outline" onClick={hideAnotherLog}>
        {t('component.dismiss')}
      </Button>
    </Strip>
  );
}

/** A clock that is a little off changes no date, and no one can set it to the second. */
const CLOCK_DIFFERS_MS = 10 * 60_000;
/**
 * The times of the device and of the hospital, or their days, with a line break between them; empty where they agree.
 */
function clockDifference(): string {
  if (Math.abs(deviceAheadMs()) >= CLOCK_DIFFERS_MS)
    return `${formatHospitalTime(new Date())}\n${formatHospitalTime(serverNow())}`;
  const [device, hospital] = [today(new Date()), today()];
  return device === hospital ? '' : `${device}\n${hospital}`;
}

/** Says that the clock of this device, or its rules of time zones, are wrong. The dates of the page are right. */
function ClockStrip() {
  const t = useTranslation();
  const [device = '', hospital = ''] = useSyncExternalStore(subscribeToTime, clockDifference).split('\n');
  return (
    <Box role="status" data-print="hide">
      {device !== '' && (
        <Box
          bg="amber.subtle"
          borderWidth="1px"
          borderColor="amber.border"
          borderRadius="l2"
          paddingInline="3"
          paddingBlock="1"
          marginBlockEnd="3"
        >
          {t('clock.differs', { device, hospital })}
        </Box>
      )}
    </Box>
  );
}

prefetchWhenIdle(
  () => import('../components/dialogs/confirm-dialog.tsx'),
  () => import('../components/toasts/toast-host.tsx'),
  () => import('../outbox/outbox-list.tsx'),
  () => import('./sign-in-again.tsx'),
  () => import('./lock-screen.tsx'),
  () => import('../features/search-everywhere/search-dialog.tsx'),
);

export function Component() {
  const { pathname } = useLocation();
  const { user, isExpired } = useSession();
  useEffect(() => clearStaleReads, [pathname]);
  useEffect(() => deviceStorage.onUnreadable(() => notify.failed(translate('unreadableDrafts'), 8_000)), []);
  return (
    <QueryClientProvider client={queryClient}>
      <ClockStrip />
      <AnotherLogStrip />
      <StaleStrip />
      {offlineBounds() && (
        <AsyncBoundary>
          <OfflineStrips />
        </AsyncBoundary>
      )}
      <Outlet />
      {user && !isExpired ? (
        <AsyncBoundary>
          <ReminderWatch key={user._id} user={user} />
        </AsyncBoundary>
      ) : null}
    </QueryClientProvider>
  );
}
