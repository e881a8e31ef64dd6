/**
 * Around every screen that shows data: the reads, the live connection, and whether what is shown may be behind. A chunk of its own,
 * so that whoever comes to sign in does not wait for it.
 */
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import './more-recipes.ts';
import '../lib/live.ts';
import { queryClient } from '../lib/queries.ts';
import { forgetBehind } from '../lib/stale.ts';
import { BehindStrip } from '../ui/behind-strip.tsx';
// What nearly every screen shows: once here, instead of in pieces that many files wait for.
import '../ui/form-field.tsx';
import '../ui/rich-text-view.tsx';
import '@chakra-ui/react/input';

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
