/**
 * Around every screen that shows data: the reads, the live connection, and whether what is shown may be behind. A chunk
 * of its own, so that whoever comes to sign in does not wait for it.
 */
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import './more-recipes.ts';
import '../lib/live.ts';
import { fetchAhead } from '../lib/fetch-ahead.ts';
import { queryClient } from '../lib/queries.ts';
import { forgetBehind } from '../lib/stale.ts';
import { BehindStrip } from '../ui/behind-strip.tsx';
// What nearly every screen shows: once here, instead of in pieces that many files wait for.
import '../lib/chart.ts';
import '../lib/drafts.ts';
import '../lib/editors.ts';
import '../lib/unsaved.ts';
import '../ui/form-field.tsx';
import '../ui/rich-text-view.tsx';
import '@chakra-ui/react/input';

fetchAhead(
  () => import('../ui/confirm-dialog.tsx'),
  () => import('../ui/toast-host.tsx'),
  () => import('../ui/waiting-list.tsx'),
  () => import('./sign-in-again.tsx'),
);

export function Component() {
  const { pathname } = useLocation();
  useEffect(() => forgetBehind, [pathname]);
  return (
    <QueryClientProvider client={queryClient}>
      <BehindStrip />
      <Outlet />
    </QueryClientProvider>
  );
}
