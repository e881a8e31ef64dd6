/** The frame around every screen. */
import { Box } from '@chakra-ui/react/box';
import { useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useNavigate, useNavigation, useRevalidator } from 'react-router-dom';
import { useSession } from '../platform/session/session.ts';
import { ConfirmHost } from '../components/dialogs/confirm-host.tsx';
import { lazyComponent } from '../components/lazy-component.tsx';
import { AsyncBoundary } from '../components/async-boundary.tsx';
import { useToastsWanted } from '../components/toasts/toaster.tsx';
import { appText } from './messages.ts';
import { NavBar } from './nav-bar.tsx';
import { paths } from '../platform/paths.ts';
import { ScrollToTop } from './scroll-to-top.tsx';

/** Loaded before any screen where something is typed that can be lost (`router.tsx`). */
const UnsavedGuard = lazyComponent(() => import('./unsaved-guard.tsx'));
/** Loaded when a session ends while somebody is at work. */
const SignInAgain = lazyComponent(() => import('./sign-in-again.tsx'));
/** Loaded with the first toast. */
const ToastHost = lazyComponent(() => import('../components/toasts/toast-host.tsx'));

const year = new Date().getFullYear();

const skip = {
  position: 'absolute',
  insetInlineStart: '2',
  insetBlockStart: '-20',
  zIndex: 'skipNav',
  bg: 'bg.panel',
  color: 'fg',
  padding: '2',
  borderRadius: 'l2',
  _focus: { insetBlockStart: '2' },
};
const progress = {
  position: 'fixed',
  insetBlockStart: 0,
  insetInline: 0,
  height: '3px',
  zIndex: 'banner',
  bg: 'amber.400',
  animation: 'fade-in 0.2s ease-out 0.15s backwards',
};

export function Shell() {
  const { user, isExpired } = useSession();
  const turn = useTurn(user?._id);
  const toastsWanted = useToastsWanted();
  const { state } = useNavigation();

  return (
    <Box minH="100dvh" display="flex" flexDirection="column">
      <Box asChild css={skip}>
        <a href="#content">{appText.skip}</a>
      </Box>
      {state !== 'idle' && <Box css={progress} aria-hidden />}
      <NavBar />
      {/* Whoever is signed in has the footer below what they see: it would jump with everything that comes. */}
      <Box
        as="main"
        id="content"
        flex="1"
        minH={user ? '100dvh' : undefined}
        width="100%"
        maxW="1120px"
        marginInline="auto"
        paddingInline={{ base: '3', md: '6' }}
        paddingBlock={{ base: '4', md: '6' }}
      >
        <Outlet key={turn} />
      </Box>
      <ScrollToTop />
      <Box
        as="footer"
        data-print="hide"
        color="fg.muted"
        fontSize="xs"
        textAlign="center"
        paddingBlock="5"
        paddingInline="4"
      >
        {appText.copyright(year)}
      </Box>
      {toastsWanted && (
        <AsyncBoundary>
          <ToastHost />
        </AsyncBoundary>
      )}
      <ConfirmHost />
      {isExpired && (
        <AsyncBoundary instead={<p role="alert">{appText.sessionEnded}</p>}>
          <SignInAgain />
        </AsyncBoundary>
      )}
      <AsyncBoundary>
        <UnsavedGuard />
      </AsyncBoundary>
      <ScrollRestoration />
    </Box>
  );
}

/**
 * When the session begins or ends, here or in another tab, the loaders decide again who may be on this screen. Another
 * person begins at home, on a clean page: with their number as the screens' key nothing stands any more of what the one
 * before typed.
 * @returns that number
 */
function useTurn(id: string | undefined): number {
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const [owner, setOwner] = useState({ id, turn: 0 });
  if (id !== undefined && id !== owner.id) setOwner({ id, turn: owner.id === undefined ? 0 : owner.turn + 1 });
  const before = useRef(id);
  useEffect(() => {
    const last = before.current;
    if (last === id) return;
    before.current = id;
    if (last === undefined || id === undefined) {
      void revalidate();
      return;
    }
    void navigate(paths.home.href(), { replace: true });
  }, [id, revalidate, navigate]);
  return owner.turn;
}
