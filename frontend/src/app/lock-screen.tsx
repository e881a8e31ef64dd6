/**
 * In place of every screen while the session is locked (docs/decisions/browser/lock-screen.md). It locks the session on
 * the server, and asks for the password or the PIN of its person.
 */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Input } from '@chakra-ui/react/input';
import { Lock } from 'lucide-react';
import type { LockState, UnlockWay } from 'command-api/contract/sessions';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { FormField } from '../components/forms/form-field.tsx';
import { useWindowTitle } from '../components/page.tsx';
import { ErrorAlert } from '../components/screen-states.tsx';
import { ApiError, createApi, endpoint } from '../platform/http/api.ts';
import { loadWithRetry } from '../platform/http/retry.ts';
import { paths } from '../platform/paths.ts';
import { session, sessionProof, sessionUnlocked, useSessionUser } from '../platform/session/session.ts';
import { openAfterUnlock } from '../platform/session/device-key.ts';
import { forgetPlace, keepPlace, takePlace } from '../platform/session/locked-place.ts';
import { storedLock } from '../platform/session/stored-session.ts';
import { personName } from '../platform/text/names.ts';
import { useTranslation } from '../platform/language/use-translation.ts';
import { RichMessage } from '../components/text/rich-message.tsx';

const lockCall = endpoint<LockState>()('POST', '/api/users/me/lock');
const unlockCall = endpoint<LockState, Partial<Record<UnlockWay, string>>>()('POST', '/api/users/me/unlock');
/** A read of any signed-in person. */
const meCall = endpoint<unknown>()('GET', '/api/users/me');
/** What was typed stays for its person, as after a session that has ended. */
const leave = (): void => {
  forgetPlace();
  session.send({ type: 'leave' });
};
const call = createApi({ base: location.origin, proof: sessionProof, onSessionEnd: leave });

const card = {
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
  const { ways, isAway, isUnlockable } = useLock(open);
  const [chosen, setChosen] = useState<UnlockWay>();
  const [value, setValue] = useState('');
  const [error, setError] = useState<ApiError>();
  const [isPending, setIsPending] = useState(false);
  /** After five wrong tries. */
  const [isPinGone, setIsPinGone] = useState(false);
  const offered: readonly UnlockWay[] = isPinGone ? ['password'] : ways;
  const way = chosen && offered.includes(chosen) ? chosen : (offered[0] ?? 'password');
  const other = offered.find((one) => one !== way);

  const unlock = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsPending(true);
    try {
      await call(unlockCall, { body: { [way]: value } });
      await open();
    } catch (failure) {
      const refused = ApiError.from(failure);
      setError(refused);
      if (refused.reason === 'no-pin') setIsPinGone(true);
      setValue('');
      setIsPending(false);
    }
  };
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
        <form onSubmit={(event) => void unlock(event)} aria-labelledby="lock-title">
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
            {isAway ? t('lock.connecting') : ''}
          </Box>
          <ErrorAlert error={error?.fields[way] === undefined ? error : null} />
          <UnlockField key={way} way={way} value={value} onChange={setValue} error={error?.fields[way]} />
          <Button type="submit" loading={isPending} disabled={!isUnlockable} width="100%">
            {t('lock.submit')}
          </Button>
          {other && (
            <Button
              type="button"
              variant="ghost"
              size="sm"
              onClick={() => {
                setChosen(other);
                setValue('');
                setError(undefined);
              }}
            >
              {other === 'pin' ? t('lock.pinInstead') : t('lock.passwordInstead')}
            </Button>
          )}
          <Box borderBlockStartWidth="1px" paddingBlockStart="3">
            <Button type="button" variant="ghost" size="sm" width="100%" onClick={leave}>
              {t('lock.other')}
            </Button>
          </Box>
        </form>
      </Box>
    </Box>
  );
}

interface FieldProps {
  way: UnlockWay;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

/** Named by its way, so that the browser offers a password for a password only. */
function UnlockField({ way, value, onChange, error }: FieldProps) {
  const t = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  // The keyboard is free for unlocking at once, and again after a wrong try.
  useEffect(() => input.current?.focus(), [error]);
  return (
    <FormField label={t(`lock.${way}`)} error={error} {...(way === 'pin' && { hint: t('lock.pinHint') })} required>
      <Input
        ref={input}
        type="password"
        name={way}
        autoComplete={way === 'pin' ? 'off' : 'current-password'}
        inputMode={way === 'pin' ? 'numeric' : undefined}
        dir="ltr"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </FormField>
  );
}

/**
 * Locks the session on the server, also after a reload: what the browser stores could have been removed. Notices when
 * another tab has unlocked it.
 */
function useLock(onUnlocked: () => Promise<void>): {
  ways: readonly UnlockWay[];
  isAway: boolean;
  isUnlockable: boolean;
} {
  const [ways, setWays] = useState<readonly UnlockWay[]>();
  const [isAway, setIsAway] = useState(false);
  const latest = useRef(onUnlocked);
  useEffect(() => {
    latest.current = onUnlocked;
  });
  useEffect(() => {
    const locking = loadWithRetry(
      async () => {
        try {
          return (await call(lockCall, {})).ways;
        } catch (error) {
          if (ApiError.from(error).isTransient) throw error;
          return [];
        }
      },
      {
        onLoaded: (found) => {
          setIsAway(false);
          setWays(found);
        },
        onFailed: () => setIsAway(true),
      },
    );
    const look = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || storedLock() !== undefined) return;
      locking.stop();
      await call(meCall, {}).then(
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
  return { ways: ways ?? ['password'], isAway, isUnlockable: ways !== undefined };
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
