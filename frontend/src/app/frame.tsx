/**
 * Around every screen that shows data: the reads, the live connection, and whether what is shown may be behind. A chunk
 * of its own, so that whoever comes to sign in does not wait for it.
 */
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import '../sync/live/live-connection.ts';
import { prefetchWhenIdle } from '../platform/browser/run-when-idle.ts';
import { queryClient } from '../sync/cache/query-client.ts';
import { clearStaleReads } from '../sync/cache/stale-reads.ts';
import { BehindStrip } from './stale-strip.tsx';
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
      <BehindStrip />
      <Outlet />
    </QueryClientProvider>
  );
}
