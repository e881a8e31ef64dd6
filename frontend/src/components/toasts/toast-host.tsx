/** Where toasts appear; loaded by `toaster.ts`. */
import { Box } from '@chakra-ui/react/box';
import { createToaster, Toast, Toaster } from '@chakra-ui/react/toast';
import { useRef } from 'react';
import { clinicalText } from '../text/clinical-text.tsx';
import { useToastPlace } from './use-toast-place.ts';

/**
 * Its own key would be Alt+T, which opens the templates: two at once took the focus from each other, and the dialog
 * closed.
 */
export const toaster = createToaster({
  placement: 'bottom-end',
  pauseOnPageIdle: true,
  max: 3,
  hotkey: ['altKey', 'KeyM'],
});

/** They are read and not pressed: what they come to lie over can be pressed through them. */
const through = { '&, & *': { pointerEvents: 'none !important' } };

export default function ToastHost() {
  const host = useRef<HTMLDivElement>(null);
  useToastPlace(host);
  return (
    <Box ref={host} data-print="hide">
      <Toaster toaster={toaster} insetInline={{ mdDown: '4' }} css={through}>
        {(toast) => (
          <Toast.Root width={{ md: 'sm' }} paddingBlock="3">
            <Toast.Indicator />
            <Box flex="1">
              {toast.title !== undefined && <Toast.Title>{clinicalText(toast.title)}</Toast.Title>}
              {toast.description !== undefined && (
                <Toast.Description>{clinicalText(toast.description)}</Toast.Description>
              )}
            </Box>
          </Toast.Root>
        )}
      </Toaster>
    </Box>
  );
}
