/** The shell around every screen: navigation bar, content, footer, toasts, dialogs. */
import { Box } from '@chakra-ui/react/box';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Outlet, ScrollRestoration, useNavigate, useNavigation, useRevalidator } from 'react-router-dom';
import { Button } from '@chakra-ui/react/button';
import { ArrowUp } from 'lucide-react';
import { uuid } from '../platform/browser.ts';
import { shortcuts, useShortcut } from '../platform/keyboard/shortcuts.ts';
import { useAwaitsPin } from '../platform/offline/offline-state.ts';
import { useIsProofAsked } from '../platform/session/proof-request.ts';
import { lockSession, useSession } from '../platform/session/session.ts';
import { ConfirmHost } from '../components/dialogs/confirm.tsx';
import { AsyncBoundary, lazyComponent } from '../components/lazy-component.tsx';
import { useHasToast } from '../components/toasts/toaster.tsx';
import { useTranslation } from '../platform/language/use-translation.ts';
import { NavBar } from './nav-bar.tsx';
import { useIsWideScreen } from './screen-width.ts';
import { paths } from '../platform/paths.ts';
import { UnsavedGuard } from './unsaved-guard.tsx';

/** Loaded when a session ends while a person works. */
const SignInAgain = lazyComponent(() => import('./sign-in-again.tsx'));
/** Loaded when a call needs a fresh proof. */
const ProofDialog = lazyComponent(() => import('./proof-dialog.tsx'));
/** Loaded ahead, by the frame. */
const LockScreen = lazyComponent(() => import('./lock-screen.tsx'));
/** Loaded without a network, from the device. */
const OfflineUnlock = lazyComponent(() => import('./offline-unlock.tsx'));
/** Loaded with the first toast. */
const ToastHost = lazyComponent(() => import('../components/toasts/toast-host.tsx'));

const year = new Date().getFullYear();

/** By location: while a page is left by Back, the history has the entry of the other page already. */
const keysOfPages = new WeakMap<object, string>();

/**
 * The key of a page's scroll position. The first page of each load, and a page whose skip link was followed, have the router's key
 * `default`: one would begin where another was scrolled to. Each has a key of its own, kept in its entry of the browser's history,
 * so a reload has the same.
 */
function scrollKey(location: { readonly key: string }): string {
  if (location.key !== 'default') return location.key;
  const key = keysOfPages.get(location) ?? keyOfEntry();
  keysOfPages.set(location, key);
  return key;
}

function keyOfEntry(): string {
  const state: unknown = window.history.state;
  const kept = typeof state === 'object' && state !== null && 'page' in state ? state.page : undefined;
  if (typeof kept === 'string') return kept;
  const page = uuid();
  window.history.replaceState({ ...(state as object | null), page }, '');
  return page;
}

const shell = {
  minHeight: '100dvh',
  display: 'flex',
  flexDirection: 'column',
  // Set by an attribute and not by `:has`, with which each new element of the page restyles all of it.
  '--content': '1120px',
  '&[data-wide]': { '--content': '1680px' },
  '&[data-wide] > main': { paddingBlockStart: '1.5' },
  // The content's 1120 px and room for the button.
  '@media (min-width: 1240px)': {
    '&:not([data-wide]) > [data-to-top]': {
      position: 'fixed',
      insetBlockEnd: '4',
      insetInlineEnd: '4',
      zIndex: 'docked',
    },
  },
};
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
  const t = useTranslation();
  const { user, isExpired, isLocked } = useSession();
  const personCount = usePersonCount(user?._id);
  const hasToast = useHasToast();
  const isProofAsked = useIsProofAsked();
  const awaitsPin = useAwaitsPin();
  const { state } = useNavigation();
  const isWide = useIsWideScreen();
  useShortcut(shortcuts.lock, lockSession, user !== undefined && !isExpired && !isLocked);

  // Nothing else stays in the page. Typed text is kept as drafts.
  if (isLocked)
    return (
      <AsyncBoundary instead={<p role="alert">{t('app.locked')}</p>}>
        <LockScreen />
      </AsyncBoundary>
    );
  if (awaitsPin)
    return (
      <AsyncBoundary instead={<p role="alert">{t('app.locked')}</p>}>
        <OfflineUnlock />
      </AsyncBoundary>
    );
  return (
    <Box css={shell} data-wide={isWide || undefined}>
      <Box asChild css={skip}>
        <a href="#content">{t('app.skip')}</a>
      </Box>
      {state !== 'idle' && <Box css={progress} aria-hidden />}
      <NavBar />
      <Box
        as="main"
        id="content"
        flex="1"
        width="100%"
        maxW="var(--content)"
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
        {t('app.copyright', { year })}
      </Box>
      {hasToast && (
        <AsyncBoundary>
          <ToastHost />
        </AsyncBoundary>
      )}
      <ConfirmHost />
      {isExpired && (
        <AsyncBoundary instead={<p role="alert">{t('app.sessionEnded')}</p>}>
          <SignInAgain />
        </AsyncBoundary>
      )}
      {isProofAsked && (
        <AsyncBoundary instead={<p role="alert">{t('app.proofNeeded')}</p>}>
          <ProofDialog />
        </AsyncBoundary>
      )}
      <UnsavedGuard />
      <ScrollRestoration getKey={scrollKey} />
    </Box>
  );
}

/**
 * Revalidates the route when the session begins or ends, in this tab or another: the loaders decide again who may see
 * the screen. When another person signs in, the home screen opens.
 * @returns the number of people who have followed the first one. As the key of the screens it
 * clears what the last one typed.
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

const SHOWN_FROM_PX = 500;
const place = {
  alignSelf: 'center',
  width: '11',
  height: '11',
  padding: '0',
  borderRadius: 'full',
  boxShadow: 'md',
};
const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
};

/**
 * Appears once the page is scrolled (docs/product.md, "App shell"). It floats if there is a margin beside the content.
 * In a narrower window it would cover the buttons of a row: there it stays at the end of the page.
 */
function ScrollToTop() {
  const t = useTranslation();
  const isScrolled = useSyncExternalStore(
    subscribe,
    () => window.scrollY > SHOWN_FROM_PX,
    () => false,
  );
  if (!isScrolled) return null;
  return (
    <Button
      data-to-top
      data-print="hide"
      aria-label={t('app.toTop')}
      css={place}
      onClick={() => window.scrollTo({ top: 0, behavior: 'smooth' })}
    >
      <ArrowUp aria-hidden />
    </Button>
  );
}
