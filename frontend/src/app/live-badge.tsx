/** The state of the live connection (live, reconnecting, offline), the time of its last message, and the outbox. */
import { Box } from '@chakra-ui/react/box';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLastMessageTime, useLiveState } from '../sync/live/live-connection.ts';
import { formatTime } from '../platform/time/instants.ts';
import { useTranslation } from '../platform/language/use-translation.ts';
import { lazyComponent } from '../components/lazy-component.tsx';
import { OutboxBadge } from '../outbox/outbox-badge.tsx';

/** Loaded when something was refused. */
const RefusedText = lazyComponent(async () => ({
  default: (await import('../routes/admission/unsaved-text.tsx')).RefusedText,
}));

const onlineEvents = (listener: () => void): (() => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};
const useOnline = (): boolean => useSyncExternalStore(onlineEvents, () => navigator.onLine);

/** A shorter break of the connection is not announced to screen readers. */
const SETTLE_MS = 2_000;
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

const look = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  fontSize: 'xs',
  fontWeight: 'semibold',
  paddingInline: '2',
  height: '6',
  borderRadius: 'full',
  whiteSpace: 'nowrap',
  color: 'fg.muted',
  bg: 'bg.muted',
  '&::before': { content: '""', width: '8px', height: '8px', borderRadius: 'full', bg: 'fg.subtle' },
  '&[data-live=live]': { color: 'brand.fg', bg: 'brand.subtle', _before: { bg: 'brand.focusRing' } },
  '&[data-live=reconnecting], &[data-live=offline]': {
    color: 'amber.fg',
    bg: 'amber.muted',
    _before: { bg: 'amber.solid' },
  },
  '& small': { fontSize: 'xs', fontWeight: 'normal', fontVariantNumeric: 'tabular-nums' },
};

export default function LiveBadge() {
  const t = useTranslation();
  const live = useLiveState();
  const online = useOnline();
  const heard = useLastMessageTime();
  const state = online || live === 'off' ? live : 'offline';
  const announced = useSettled(state);
  const at = heard === undefined ? '' : t('live.lastHeard', { at: formatTime(new Date(heard).toISOString()) });
  return (
    <>
      <OutboxBadge RefusedText={RefusedText} />
      {state === 'off' ? null : (
        <>
          <Box
            as="span"
            aria-hidden
            data-live={state}
            title={[t(`live.${state}.long`), at].filter(Boolean).join(' ')}
            css={look}
          >
            {t(`live.${state}.short`)}
            {state !== 'live' && heard !== undefined ? (
              <Box as="small" hideBelow="md">
                {at}
              </Box>
            ) : null}
          </Box>
          {/* Announced when the state changes, not each minute. */}
          <VisuallyHidden role="status" data-state={state}>
            {announced === 'off' ? '' : t(`live.${announced}.long`)}
          </VisuallyHidden>
        </>
      )}
    </>
  );
}
