/** Work without a network on this device: the person's PIN, and what is kept (docs/offline.md). */
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useEffect, useState, type FormEvent } from 'react';
import { OfflinePinField } from '../../components/forms/credential-fields.tsx';
import { PanelSection } from '../../components/page.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import { offlineBounds, PIN_LENGTH_MIN } from '../../platform/offline/offline-setting.ts';
import { useIsDeviceRefused, useOpenDevice } from '../../platform/offline/offline-state.ts';
import { hasOfflinePin, setOfflinePin } from '../../platform/session/offline-pin.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

interface DeviceState {
  hasPin: boolean;
  reads: number;
  /** The browser has promised not to remove it by itself. */
  isPersistent: boolean;
}

export function OfflineSection() {
  const t = useTranslation();
  const device = useOpenDevice();
  const isRefused = useIsDeviceRefused();
  const [state, setState] = useState<DeviceState>();
  const [isTyping, setIsTyping] = useState(false);
  useEffect(() => {
    let isGone = false;
    const look = async (): Promise<void> => {
      const [hasPin, reads, isPersistent] = await Promise.all([
        hasOfflinePin(),
        device?.records.countReads(device.keys.owner) ?? 0,
        navigator.storage?.persisted?.() ?? false,
      ]);
      if (!isGone) setState({ hasPin, reads, isPersistent });
    };
    if (offlineBounds()) void look().catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [device, isTyping]);
  const bounds = offlineBounds();
  if (!bounds) return null;
  const remove = async (): Promise<void> => {
    await setOfflinePin(undefined);
    setState((now) => now && { ...now, hasPin: false });
    notify.removed(t('offline.removed'));
  };
  return (
    <PanelSection title={t('offline.title')} hint={t('offline.hint', { ...bounds })} titleSize="md" headSpace="3">
      {isRefused || !state ? (
        isRefused && <Box>{t('offline.refused')}</Box>
      ) : isTyping ? (
        <OfflinePinSetting onClose={() => setIsTyping(false)} />
      ) : (
        <Box display="flex" flexWrap="wrap" alignItems="center" gap="3">
          <Box flex="1" minW="14rem">
            {t(state.hasPin ? 'offline.hasPin' : 'offline.hasNoPin')} {t('offline.kept', { reads: state.reads })}{' '}
            {state.isPersistent ? '' : t('offline.mayGo')}
          </Box>
          <Button variant="outline" disabled={!device} onClick={() => setIsTyping(true)}>
            {t(state.hasPin ? 'offline.changePin' : 'offline.setPin')}
          </Button>
          {state.hasPin && (
            <Button variant="outline" colorPalette="red" disabled={!device} onClick={() => void remove()}>
              {t('offline.removePin')}
            </Button>
          )}
        </Box>
      )}
    </PanelSection>
  );
}

/** Keeps no draft: a PIN is not stored. */
function OfflinePinSetting({ onClose }: { onClose: () => void }) {
  const t = useTranslation();
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const [problem, setProblem] = useState<'short' | 'differ' | 'failed'>();
  const [isPending, setIsPending] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const mistake = isTooSimple(pin) ? 'short' : pin === again ? undefined : 'differ';
    setProblem(mistake);
    if (mistake) return;
    setIsPending(true);
    try {
      await setOfflinePin(pin);
      // The browser may ask the person.
      void navigator.storage?.persist?.();
      notify.saved(t('offline.saved'));
      onClose();
    } catch {
      setProblem('failed');
      setIsPending(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} aria-label={t('offline.title')}>
      <Box display="grid" gap="4" maxW="24rem">
        <OfflinePinField
          label={t('offline.pin')}
          hint={t('offline.pinHint')}
          error={problem === 'short' ? t('offline.short') : problem === 'failed' ? t('offline.failed') : undefined}
          name="new-offline-pin"
          value={pin}
          onChange={setPin}
          autoFocus
        />
        <OfflinePinField
          label={t('offline.again')}
          error={problem === 'differ' ? t('pin.differ') : undefined}
          name="new-offline-pin-again"
          value={again}
          onChange={setAgain}
        />
        <Box display="flex" flexWrap="wrap" gap="2">
          <Button type="submit" loading={isPending}>
            {t('pin.save')}
          </Button>
          <Button type="button" variant="ghost" onClick={onClose}>
            {t('pin.cancel')}
          </Button>
        </Box>
      </Box>
    </form>
  );
}

/** `000000`, `123456` and `654321` are tried first. */
export function isTooSimple(pin: string): boolean {
  const codes = [...pin].map((sign) => sign.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  const [step = 0] = steps;
  return codes.length < PIN_LENGTH_MIN || (steps.size === 1 && Math.abs(step) <= 1);
}
