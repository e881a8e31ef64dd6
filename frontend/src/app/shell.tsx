/** The shell around every screen: navigation bar, content, footer, toasts, dialogs. */
import { Box } from '@chakra-ui/react/box';
import { useEffect, useRef, useState } from 'react';
import { Outlet, ScrollRestoration, useNavigate, useNavigation, useRevalidator } from 'react-router-dom';
import { useSession } from '../platform/session/session.ts';
import { ConfirmHost } from '../components/dialogs/confirm-host.tsx';
import { lazyComponent } from '../components/lazy-component.tsx';
import { AsyncBoundary } from '../components/async-boundary.tsx';
import { useHasToast } from '../components/toasts/toaster.tsx';
import { appText } from './messages.ts';
import { NavBar } from './nav-bar.tsx';
import { paths } from '../platform/paths.ts';
import { ScrollToTop } from './scroll-to-top.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';

/** Loaded when a session ends while a person works. */
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
  const personCount = usePersonCount(user?._id);
  const hasToast = useHasToast();
  const { state } = useNavigation();

  return (
    <Box minH="100dvh" display="flex" flexDirection="column">
      <Box asChild css={skip}>
        <a href="#content">{appText.skip}</a>
      </Box>
      {state !== 'idle' && <Box css={progress} aria-hidden />}
      <NavBar />
      {/* While data loads the footer would jump: for signed-in people it stays below the window. */}
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
        <Outlet key={personCount} />
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
      {hasToast && (
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
      <UnsavedGuard />
      <ScrollRestoration />
    </Box>
  );
}

/**
 * Revalidates the route when the session begins or ends, in this tab or another: the loaders decide again who may see
 * the screen. When another person signs in, the home screen opens.
 * @returns how many people have followed the first one. As the key of the screens it clears what the last one typed.
 */
function usePersonCount(id: string | undefined): number {
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const [owner, setOwner] = useState({ id, count: 0 });
  if (id !== undefined && id !== owner.id) setOwner({ id, count: owner.id === undefined ? 0 : owner.count + 1 });
  const previousId = useRef(id);
  useEffect(() => {
    const last = previousId.current;
    if (last === id) return;
    previousId.current = id;
    if (last === undefined || id === undefined) {
      void revalidate();
      return;
    }
    void navigate(paths.home.href(), { replace: true });
  }, [id, revalidate, navigate]);
  return owner.count;
}
