/**
 * The ways to unlock a session: its person's PIN on this device, a passkey or the password. A person of single sign-on may
 * have none of them, and signs in again.
 */
import type { AnsweredPasskey } from 'language/contract/bodies/second-factors';
import * as accountCalls from 'language/contract/calls/account';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { KeyRound } from 'lucide-react';
import type { LockState, UnlockWay } from 'language/contract/sessions';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { PasswordField, PinField } from '../components/forms/credential-fields.tsx';
import { ErrorAlert } from '../components/screen-states.tsx';
import { type Api, ApiError } from '../platform/http/api.ts';
import { answerWithPasskey, PasskeyCancelled, passkeysOff } from '../platform/session/passkeys.ts';
import { useSignInWays } from '../platform/session/sign-in-ways.ts';
import { useTranslation } from '../platform/language/use-translation.ts';

type Typed = Exclude<UnlockWay, 'passkey'>;
/** One of them. */
interface Unlocking {
  pin?: string;
  password?: string;
  passkey?: AnsweredPasskey;
}

interface Props {
  /** Undefined until the server has answered: the password can be typed meanwhile. */
  lock: LockState | undefined;
  call: Api;
  onUnlocked: () => Promise<void>;
  onSignInAgain: () => void;
}

export function UnlockForm({ lock, call, onUnlocked, onSignInAgain }: Props) {
  const t = useTranslation();
  const { singleSignOn, publicUrl } = useSignInWays();
  const [chosen, setChosen] = useState<Typed>();
  const [value, setValue] = useState('');
  const [error, setError] = useState<ApiError>();
  const [pending, setPending] = useState<'typed' | 'passkey'>();
  /** After five wrong tries. */
  const [isPinGone, setIsPinGone] = useState(false);
  const ways = lock?.ways ?? ['password'];
  const typed = ways.filter((way): way is Typed => way === 'password' || (way === 'pin' && !isPinGone));
  const way = chosen && typed.includes(chosen) ? chosen : typed[0];
  const other = typed.find((one) => one !== way);
  const hasPasskey = ways.includes('passkey') && passkeysOff(publicUrl) === undefined;

  const unlock = async (by: 'typed' | 'passkey', proof: () => Promise<Unlocking>): Promise<void> => {
    setPending(by);
    try {
      await call(accountCalls.unlockSession, { body: await proof() });
      await onUnlocked();
    } catch (failure) {
      const refused =
        failure instanceof PasskeyCancelled ? new ApiError(0, t('lock.passkeyCancelled')) : ApiError.from(failure);
      setError(refused);
      if (refused.reason === 'no-pin') setIsPinGone(true);
      setValue('');
      setPending(undefined);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (way !== undefined) void unlock('typed', async () => ({ [way]: value }));
  };
  const askPasskey = (): Promise<void> =>
    unlock('passkey', async () => ({
      passkey: await answerWithPasskey(() => call(accountCalls.getUnlockChallenge, { body: {} })),
    }));

  return (
    <form onSubmit={submit} aria-labelledby="lock-title">
      <Box display="grid" gap="4">
        <ErrorAlert error={way !== undefined && error?.fields[way] !== undefined ? null : error} />
        {way !== undefined && (
          <>
            <UnlockField key={way} way={way} value={value} onChange={setValue} error={error?.fields[way]} />
            <Button type="submit" loading={pending === 'typed'} disabled={!lock || pending !== undefined} width="100%">
              {t('lock.submit')}
            </Button>
          </>
        )}
        {hasPasskey && (
          <Button
            type="button"
            variant={way === undefined ? 'solid' : 'outline'}
            loading={pending === 'passkey'}
            disabled={pending !== undefined}
            onClick={() => void askPasskey()}
            width="100%"
          >
            <KeyRound size={16} aria-hidden />
            {t('lock.passkey')}
          </Button>
        )}
        {way === undefined && !hasPasskey && (
          <Box fontSize="sm">{ways.includes('passkey') ? t('lock.noPasskeysHere') : t('lock.onlyAgain')}</Box>
        )}
        {(lock?.isOfProvider === true || (way === undefined && !hasPasskey)) && (
          <Button
            type="button"
            variant={way === undefined && !hasPasskey ? 'solid' : 'outline'}
            width="100%"
            height="auto"
            minH="10"
            paddingBlock="2"
            whiteSpace="normal"
            onClick={onSignInAgain}
          >
            <bdi>{singleSignOn?.name ?? t('lock.signInAgain')}</bdi>
          </Button>
        )}
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
      </Box>
    </form>
  );
}

interface FieldProps {
  way: Typed;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

function UnlockField({ way, value, onChange, error }: FieldProps) {
  const t = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  // The keyboard is free for unlocking at once, and again after a wrong try.
  useEffect(() => input.current?.focus(), [error]);
  const field = { ref: input, label: t(`lock.${way}`), value, onChange, error };
  return way === 'pin' ? <PinField {...field} name="pin" hint={t('lock.pinHint')} /> : <PasswordField {...field} />;
}
