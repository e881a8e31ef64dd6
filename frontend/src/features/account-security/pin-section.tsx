/** The PIN that unlocks the person's sessions on this device (docs/product.md, "Sessions"). */
import * as accountCalls from 'language/contract/calls/account';
import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { PasswordField, PinField } from '../../components/forms/credential-fields.tsx';
import { PanelSection } from '../../components/page.tsx';
import { ErrorAlert, QueryBoundary, SkeletonRows } from '../../components/screen-states.tsx';
import { notify } from '../../components/toasts/toaster.tsx';
import type { ApiError } from '../../platform/http/api.ts';
import { showAnswer } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { useCommand } from '../../sync/commands.ts';
import { devicePinQuery } from './api.ts';
import { shortcuts, shortcutText } from '../../platform/keyboard/shortcuts.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';

export function PinSection() {
  const t = useTranslation();
  const pin = useQuery(devicePinQuery());
  const [isOpen, setIsOpen] = useState(false);
  const removing = useCommand(accountCalls.removeDevicePin, {
    onSuccess: (answer) => {
      showAnswer(queryKeys.devicePin, answer);
      notify.removed(t('pin.removed'));
    },
  });
  return (
    <PanelSection
      title={t('pin.title')}
      hint={t('pin.hint', { lock: shortcutText(shortcuts.lock) })}
      titleSize="md"
      headSpace="3"
    >
      <ErrorAlert error={removing.error} />
      <QueryBoundary query={pin} skeleton={<SkeletonRows rows={1} height="44px" label={t('pin.loading')} />}>
        {({ isSet }) =>
          isOpen ? (
            <PinForm onClose={() => setIsOpen(false)} />
          ) : (
            <Box display="flex" flexWrap="wrap" alignItems="center" gap="3">
              <Box flex="1" minW="14rem">
                {isSet ? t('pin.isSet') : t('pin.isNotSet')}
              </Box>
              <Button variant="outline" onClick={() => setIsOpen(true)}>
                {isSet ? t('pin.change') : t('pin.set')}
              </Button>
              {isSet && (
                <Button
                  variant="outline"
                  colorPalette="red"
                  loading={removing.isPending}
                  onClick={() => removing.mutate({})}
                >
                  {t('pin.remove')}
                </Button>
              )}
            </Box>
          )
        }
      </QueryBoundary>
    </PanelSection>
  );
}

/** Keeps no draft: a PIN and a password are not stored in a browser. */
function PinForm({ onClose }: { onClose: () => void }) {
  const t = useTranslation();
  const [pin, setPinTyped] = useState('');
  const [again, setAgain] = useState('');
  const [password, setPassword] = useState('');
  const [isDifferent, setIsDifferent] = useState(false);
  const setting = useCommand(accountCalls.setDevicePin, {
    onSuccess: (answer) => {
      showAnswer(queryKeys.devicePin, answer);
      notify.saved(t('pin.saved'));
      onClose();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsDifferent(pin !== again);
    if (pin === again) setting.mutate({ body: { pin, password } });
  };
  const fields = setting.error?.fields ?? {};
  return (
    <form onSubmit={submit} aria-label={t('pin.title')}>
      <Box display="grid" gap="4" maxW="24rem">
        <ErrorAlert error={unlessBeside(setting.error)} />
        <PinField
          label={t('pin.pin')}
          hint={t('pin.pinHint')}
          error={fields['pin']}
          name="new-pin"
          value={pin}
          onChange={setPinTyped}
          autoFocus
        />
        <PinField
          label={t('pin.again')}
          error={isDifferent ? t('pin.differ') : undefined}
          name="new-pin-again"
          value={again}
          onChange={setAgain}
        />
        <PasswordField label={t('pin.password')} error={fields['password']} value={password} onChange={setPassword} />
        <Box display="flex" flexWrap="wrap" gap="2">
          <Button type="submit" loading={setting.isPending}>
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

const unlessBeside = (error: ApiError | null): ApiError | null =>
  error && Object.keys(error.fields).length > 0 ? null : error;
