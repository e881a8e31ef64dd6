/**
 * Around every screen that shows data: the reads, the live connection, and whether what is shown may be behind. A chunk
 * of its own, so that whoever comes to sign in does not wait for it.
 */
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import '../components/theme/more-recipes.ts';
import '../sync/live/live-connection.ts';
import { prefetchWhenIdle } from '../platform/browser/run-when-idle.ts';
import { queryClient } from '../sync/cache/query-client.ts';
import { forgetStaleness } from '../sync/cache/stale-reads.ts';
import { BehindStrip } from './stale-strip.tsx';
// What nearly every screen shows: once here, instead of in pieces that many files wait for.
import '../sync/reads/admission-lists.ts';
import '../platform/storage/draft-storage.ts';
import '../editing/open-editors.ts';
import '../platform/storage/unsaved-changes.ts';
import '../components/forms/form-field.tsx';
import '../components/rich-text/rich-text-view.tsx';
import '@chakra-ui/react/input';

prefetchWhenIdle(
  () => import('../components/dialogs/confirm-dialog.tsx'),
  () => import('../components/toasts/toast-host.tsx'),
  () => import('../outbox/outbox-list.tsx'),
  () => import('./sign-in-again.tsx'),
);

export function Component() {
  const { pathname } = useLocation();
  useEffect(() => forgetStaleness, [pathname]);
  return (
    <QueryClientProvider client={queryClient}>
      <BehindStrip />
      <Outlet />
    </QueryClientProvider>
  );
}
