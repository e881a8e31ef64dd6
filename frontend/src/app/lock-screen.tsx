/**
 * In place of every screen while the session is locked (docs/decisions/browser/lock-screen.md). It locks the session on
 * the server, and its form unlocks it (`unlock-form.tsx`).
 */
import * as accountCalls from 'language/contract/calls/account';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Lock } from 'lucide-react';
import type { LockState } from 'language/contract/sessions';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useWindowTitle } from '../components/page.tsx';
import { ApiError, createApi } from '../platform/http/api.ts';
import { loadWithRetry } from '../platform/http/retry.ts';
import { paths } from '../platform/paths.ts';
import { session, sessionProof, sessionUnlocked, useSessionUser } from '../platform/session/session.ts';
import { openAfterUnlock } from '../platform/session/device-key.ts';
import { forgetPlace, keepPlace, takePlace } from '../platform/session/locked-place.ts';
import { storedLock } from '../platform/session/stored-session.ts';
import { personName } from '../platform/text/names.ts';
import { useTranslation } from '../platform/language/use-translation.ts';
import { RichMessage } from '../components/text/rich-message.tsx';
import { OfflinePinForm, useHasOfflinePin } from './offline-pin-form.tsx';
import { UnlockForm } from './unlock-form.tsx';

/** The state where the server has refused to say more. */
const unknownLock: LockState = { isLocked: true, ways: ['password'], isOfProvider: false };
/** The typed text stays for its person, as after a session that has ended. */
const leave = (): void => {
  forgetPlace();
  session.send({ type: 'leave' });
};
const call = createApi({ base: location.origin, proof: sessionProof, onSessionEnd: leave });

export const card = {
  width: '100%',
  maxW: '24rem',
  bg: 'bg.panel',
  color: 'fg',
  borderWidth: '1px',
  borderRadius: 'l3',
  boxShadow: 'lg',
  padding: '6',
  display: 'grid',
  gap: '4',
};

export default function LockScreen() {
  const t = useTranslation();
  useWindowTitle(t('lock.title'));
  const user = useSessionUser();
  const returnToPlace = useHiddenAddress(user?._id ?? '');
  const open = async (): Promise<void> => {
    await openAfterUnlock();
    await returnToPlace();
    sessionUnlocked();
  };
  const { lock, isAway } = useLock(open);
  const hasPin = useHasOfflinePin();
  return (
    <Box
      as="main"
      minH="100dvh"
      display="grid"
      placeItems="center"
      padding="4"
      bg={{ base: 'teal.800', _dark: 'teal.950' }}
    >
      <Box asChild css={card}>
        <section aria-labelledby="lock-title">
          <Box display="flex" alignItems="center" gap="3">
            <Lock size={22} aria-hidden />
            <Box asChild fontSize="lg" fontWeight="semibold">
              <h1 id="lock-title">{t('lock.title')}</h1>
            </Box>
          </Box>
          <Box fontSize="sm">
            <RichMessage
              id="lock.pageOf"
              elements={{
                name: (
                  <Box as="strong" fontWeight="semibold">
                    <bdi>{user ? personName(user) : ''}</bdi>
                  </Box>
                ),
              }}
            />
          </Box>
          <Box role="status" fontSize="sm" color="fg.muted" _empty={{ display: 'none' }}>
            {isAway ? t(hasPin ? 'offline.away' : 'lock.connecting') : ''}
          </Box>
          {isAway && hasPin ? (
            <OfflinePinForm onOpened={open} />
          ) : (
            <UnlockForm lock={lock} call={call} onUnlocked={open} onSignInAgain={leave} />
          )}
          <Box borderBlockStartWidth="1px" paddingBlockStart="3">
            <Button type="button" variant="ghost" size="sm" width="100%" onClick={leave}>
              {t('lock.other')}
            </Button>
          </Box>
        </section>
      </Box>
    </Box>
  );
}

/**
 * Locks the session on the server, also after a reload: what the browser stores could have been removed. Notices when
 * another tab has unlocked it.
 */
function useLock(onUnlocked: () => Promise<void>): {
  /** Undefined until the server has answered. */
  lock: LockState | undefined;
  isAway: boolean;
} {
  const [lock, setLock] = useState<LockState>();
  const [isAway, setIsAway] = useState(false);
  const latest = useRef(onUnlocked);
  useEffect(() => {
    latest.current = onUnlocked;
  });
  useEffect(() => {
    const locking = loadWithRetry(
      async () => {
        try {
          return await call(accountCalls.lockSession, {});
        } catch (error) {
          if (ApiError.from(error).isTransient) throw error;
          return unknownLock;
        }
      },
      {
        onLoaded: (found) => {
          setIsAway(false);
          setLock(found);
        },
        onFailed: () => setIsAway(true),
      },
    );
    const look = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || storedLock() !== undefined) return;
      locking.stop();
      await call(accountCalls.getMe, {}).then(
        () => latest.current(),
        () => undefined,
      );
    };
    const onChange = (): void => void look();
    window.addEventListener('storage', onChange);
    document.addEventListener('visibilitychange', onChange);
    return () => {
      locking.stop();
      window.removeEventListener('storage', onChange);
      document.removeEventListener('visibilitychange', onChange);
    };
  }, []);
  return { lock, isAway };
}

/**
 * Shows an address that names no one: a search has names of patients in it.
 * @returns goes back to where the person was
 */
function useHiddenAddress(user: string): () => Promise<void> {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    if (pathname === paths.locked.href()) return;
    keepPlace(user, pathname + search + hash);
    void navigate(paths.locked.href(), { replace: true });
  }, [user, pathname, search, hash, navigate]);
  return async () => navigate(takePlace(user) ?? paths.home.href(), { replace: true });
}
