/** Signs in with a passkey alone. Absent where passkeys do not work. */
import { Button } from '@chakra-ui/react/button';
import { KeyRound } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { ErrorAlert } from '../../components/screen-states.tsx';
import { ApiError } from '../../platform/http/api.ts';
import { answerWithPasskey, PasskeyCancelled, passkeysOff } from '../../platform/session/passkeys.ts';
import { session } from '../../platform/session/session.ts';
import { useSignInWays } from '../../platform/session/sign-in-ways.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

const subscribe = () => () => undefined;

export function PasskeySignIn() {
  const t = useTranslation();
  const { publicUrl } = useSignInWays();
  // The page is made before a browser is known.
  const isOffered = useSyncExternalStore(
    subscribe,
    () => passkeysOff(publicUrl) === undefined,
    () => false,
  );
  const [error, setError] = useState<ApiError>();
  const [isWaiting, setIsWaiting] = useState(false);
  if (!isOffered) return null;
  const signIn = async (): Promise<void> => {
    setError(undefined);
    setIsWaiting(true);
    try {
      session.send({ type: 'passkey', answered: await answerWithPasskey() });
    } catch (failure) {
      // The person has closed the browser's dialog.
      if (!(failure instanceof PasskeyCancelled)) setError(ApiError.from(failure));
    } finally {
      setIsWaiting(false);
    }
  };
  return (
    <>
      <ErrorAlert error={error} />
      <Button type="button" variant="outline" width="100%" loading={isWaiting} onClick={() => void signIn()}>
        <KeyRound size={16} aria-hidden />
        {t('secondStep.passkeyAlone')}
      </Button>
    </>
  );
}
