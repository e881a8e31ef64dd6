/** Renders the toasts, at the foot of the screen. `toaster.tsx` loads it. */
import { Box } from '@chakra-ui/react/box';
import { createToaster, Toast, Toaster } from '@chakra-ui/react/toast';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { clinicalText } from '../text/clinical-text.tsx';

/** The library's hotkey is Alt+T, which opens the templates here: the two would take the focus from each other. */
export const toaster = createToaster({
  placement: 'bottom-end',
  pauseOnPageIdle: true,
  max: 3,
  hotkey: ['altKey', 'KeyM'],
});

/** Presses go through a toast to what is below it, but not through its button (docs/decisions/browser/steady-screens.md). */
const clickThrough = {
  '&, & *': { pointerEvents: 'none !important' },
  '& button[data-part=action-trigger]': { pointerEvents: 'auto !important' },
};

export default function ToastHost() {
  const t = useTranslation();
  return (
    <Box data-print="hide">
      {/* The library's own name is English, with the place and the hotkey. */}
      <Toaster toaster={toaster} aria-label={t('toasts.region')} insetInline={{ mdDown: '4' }} css={clickThrough}>
        {(toast) => (
          <Toast.Root width={{ md: 'sm' }} paddingBlock="3">
            <Toast.Indicator />
            <Box flex="1">
              {toast.title !== undefined && <Toast.Title>{clinicalText(toast.title)}</Toast.Title>}
              {toast.description !== undefined && (
                <Toast.Description>{clinicalText(toast.description)}</Toast.Description>
              )}
            </Box>
            {toast.action ? <Toast.ActionTrigger>{toast.action.label}</Toast.ActionTrigger> : null}
          </Toast.Root>
        )}
      </Toaster>
    </Box>
  );
}
