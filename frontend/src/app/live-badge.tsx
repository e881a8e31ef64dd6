/**
 * Whether what is on the screen follows the team: live, reconnecting, offline, and when it was last heard of; and what
 * waits to be sent.
 */
import { Box } from '@chakra-ui/react/box';
import { VisuallyHidden } from '@chakra-ui/react/visually-hidden';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLastMessageTime } from '../sync/live/last-message-time.ts';
import { useLiveState } from '../sync/live/live-connection.ts';
import { formatTime } from '../platform/time/instants.ts';
import { liveText } from '../components/screen-messages.ts';
import { OutboxBadge } from '../outbox/outbox-badge.tsx';

const onlineEvents = (listener: () => void): (() => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};
const useOnline = (): boolean => useSyncExternalStore(onlineEvents, () => navigator.onLine);

/** A connection that is back before this was nothing that a listener has to be told. */
const CALM_MS = 2_000;
function useCalm<T>(value: T): T {
  const [calm, setCalm] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setCalm(value), CALM_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return calm;
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
  const live = useLiveState();
  const online = useOnline();
  const heard = useLastMessageTime();
  const state = online || live === 'off' ? live : 'offline';
  const calm = useCalm(state);
  const at = heard === undefined ? '' : liveText.lastHeard(formatTime(new Date(heard).toISOString()));
  return (
    <>
      <OutboxBadge />
      {state === 'off' ? null : (
        <>
          <Box
            as="span"
            aria-hidden
            data-live={state}
            title={[liveText[state].long, at].filter(Boolean).join(' ')}
            css={look}
          >
            {liveText[state].short}
            {state !== 'live' && heard !== undefined ? (
              <Box as="small" hideBelow="md">
                {at}
              </Box>
            ) : null}
          </Box>
          {/* Only a change of the state is read out, and no minute that passes. */}
          <VisuallyHidden role="status" data-state={state}>
            {calm === 'off' ? '' : liveText[calm].long}
          </VisuallyHidden>
        </>
      )}
    </>
  );
}
