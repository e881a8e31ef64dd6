/** The offline PIN: opens what this device has of its person, while the server is away (docs/offline.md). */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { OfflinePinField } from '../components/forms/credential-fields.tsx';
import { useTranslation } from '../platform/language/use-translation.ts';
import { usePinChanges } from '../platform/offline/offline-state.ts';
import { hasOfflinePin, openWithPin } from '../platform/session/offline-pin.ts';

/** Undefined until the device has answered. */
export function useHasOfflinePin(): boolean | undefined {
  const changes = usePinChanges();
  const [hasPin, setHasPin] = useState<boolean>();
  useEffect(() => {
    let isGone = false;
    void hasOfflinePin().then((found) => isGone || setHasPin(found));
    return () => {
      isGone = true;
    };
  }, [changes]);
  return hasPin;
}

export function OfflinePinForm({ onOpened }: { onOpened: () => Promise<void> }) {
  const t = useTranslation();
  const [pin, setPin] = useState('');
  const [isPending, setIsPending] = useState(false);
  const [triesLeft, setTriesLeft] = useState<number>();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), [triesLeft]);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setIsPending(true);
    const refused = await openWithPin(pin).catch(() => ({ triesLeft: 0 }));
    if (refused === undefined) {
      await onOpened();
      return;
    }
    setTriesLeft(refused.triesLeft);
    setPin('');
    setIsPending(false);
  };
  if (triesLeft === 0)
    return (
      <Box role="alert" fontSize="sm">
        {t('offline.gone')}
      </Box>
    );
  return (
    <form onSubmit={(event) => void submit(event)} aria-labelledby="lock-title">
      <Box display="grid" gap="4">
        <OfflinePinField
          ref={input}
          name="offline-pin"
          label={t('offline.pinAsked')}
          value={pin}
          onChange={setPin}
          error={triesLeft === undefined ? undefined : t('offline.wrong', { triesLeft })}
        />
        <Button type="submit" loading={isPending} width="100%">
          {t('offline.open')}
        </Button>
      </Box>
    </form>
  );
}
