/** Whether what is on the screen follows the team: live, reconnecting, offline. */
import { Box } from '@chakra-ui/react/box';
import { useSyncExternalStore } from 'react';
import { useLiveState } from '../lib/live.ts';
import { uiText } from './messages.ts';

const onlineEvents = (listener: () => void): (() => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};
const useOnline = (): boolean => useSyncExternalStore(onlineEvents, () => navigator.onLine);

const look = {
  display: 'inline-flex', alignItems: 'center', gap: '1.5', fontSize: 'xs', fontWeight: 'semibold', paddingInline: '2', height: '6', borderRadius: 'full', whiteSpace: 'nowrap',
  color: 'fg.muted', bg: 'bg.muted',
  '&::before': { content: '""', width: '8px', height: '8px', borderRadius: 'full', bg: 'fg.subtle' },
  '&[data-state=live]': { color: 'brand.fg', bg: 'brand.subtle', _before: { bg: 'brand.focusRing' } },
  '&[data-state=reconnecting], &[data-state=offline]': { color: 'amber.fg', bg: 'amber.muted', _before: { bg: 'amber.solid' } },
};

export default function LiveBadge() {
  const live = useLiveState();
  const online = useOnline();
  if (live === 'off') return null;
  const state = online ? live : 'offline';
  const words = uiText.live[state];
  return <Box as="span" role="status" data-state={state} title={words.long} css={look}>{words.short}</Box>;
}
