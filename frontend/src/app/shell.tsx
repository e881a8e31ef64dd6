/** The frame around every screen. */
import { Box } from '@chakra-ui/react/box';
import { lazy, useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useNavigation, useRevalidator } from 'react-router-dom';
import { useSessionUser } from '../lib/session.ts';
import { useAsking } from '../ui/confirm.ts';
import { Part } from '../ui/part.tsx';
import { useToastsWanted } from '../ui/toaster.tsx';
import { appText } from './messages.ts';
import { NavBar } from './nav-bar.tsx';
import { PlainConfirm } from './plain-confirm.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';

/** Loaded with the first question, and kept from then on. */
const ConfirmDialog = lazy(() => import('../ui/confirm-dialog.tsx'));
/** Nobody scrolls before it is there. */
const ScrollToTop = lazy(() => import('./scroll-to-top.tsx'));
/** Loaded with the first toast. */
const ToastHost = lazy(() => import('../ui/toast-host.tsx'));

const year = new Date().getFullYear();

const skip = { position: 'absolute', insetInlineStart: '2', insetBlockStart: '-20', zIndex: 'skipNav', bg: 'bg.panel', color: 'fg', padding: '2', borderRadius: 'l2', _focus: { insetBlockStart: '2' } };
const progress = { position: 'fixed', insetBlockStart: 0, insetInline: 0, height: '3px', zIndex: 'banner', bg: 'amber.400', animation: 'fade-in 0.2s ease-out 0.15s backwards' };

export function Shell() {
  useSignedInFollower();
  const { question } = useAsking();
  const toastsWanted = useToastsWanted();
  const { state } = useNavigation();

  return (
    <Box minH="100dvh" display="flex" flexDirection="column">
      <Box asChild css={skip}><a href="#content">{appText.skip}</a></Box>
      {state !== 'idle' && <Box css={progress} aria-hidden />}
      <NavBar />
      <Box as="main" id="content" flex="1" width="100%" maxW="1120px" marginInline="auto" paddingInline={{ base: '3', md: '6' }} paddingBlock={{ base: '4', md: '6' }}>
        <Outlet />
      </Box>
      <Part><ScrollToTop /></Part>
      <Box as="footer" data-print="hide" color="fg.muted" fontSize="xs" textAlign="center" paddingBlock="5" paddingInline="4">{appText.copyright(year)}</Box>
      {toastsWanted && <Part><ToastHost /></Part>}
      {question && <Part instead={<PlainConfirm />}><ConfirmDialog /></Part>}
      <UnsavedGuard />
      <ScrollRestoration />
    </Box>
  );
}

/** When the session begins or ends, here or in another tab, the loaders decide again who may be on this screen. */
function useSignedInFollower(): void {
  const id = useSessionUser()?._id;
  const { revalidate } = useRevalidator();
  const before = useRef(id);
  useEffect(() => {
    if (before.current === id) return;
    before.current = id;
    void revalidate();
  }, [id, revalidate]);
}
