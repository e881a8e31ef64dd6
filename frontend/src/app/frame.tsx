/**
 * The parent of every screen that shows data: query client, live connection, notice of stale data. It is a chunk of its
 * own: the sign-in does not wait for it.
 */
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import '../sync/live/live-connection.ts';
import { prefetchWhenIdle } from '../platform/browser.ts';
import { queryClient } from '../sync/cache/query-client.ts';
import { clearStaleReads } from '../sync/client.ts';
import { StaleStrip } from './stale-strip.tsx';
// Most screens show rich text: its 15 KB (DOMPurify) come with the frame and not with the first screen that needs them.
import '../components/rich-text/rich-text-view.tsx';

prefetchWhenIdle(
  () => import('../components/dialogs/confirm-dialog.tsx'),
  () => import('../components/toasts/toast-host.tsx'),
  () => import('../outbox/outbox-list.tsx'),
  () => import('./sign-in-again.tsx'),
);

export function Component() {
  const { pathname } = useLocation();
  useEffect(() => clearStaleReads, [pathname]);
  return (
    <QueryClientProvider client={queryClient}>
      <StaleStrip />
      <Outlet />
    </QueryClientProvider>
  );
}
