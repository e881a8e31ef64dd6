/** Renders the toasts; `toaster.tsx` loads it. */
import { Box } from '@chakra-ui/react/box';
import { createToaster, Toast, Toaster } from '@chakra-ui/react/toast';
import { useRef } from 'react';
import { clinicalText } from '../text/clinical-text.tsx';
import { useToastPosition } from './toast-position.ts';

/** The library's hotkey is Alt+T, which opens the templates here: the two would take the focus from each other. */
export const toaster = createToaster({
  placement: 'bottom-end',
  pauseOnPageIdle: true,
  max: 3,
  hotkey: ['altKey', 'KeyM'],
});

/** Clicks go through a toast to what is below it. */
const clickThrough = { '&, & *': { pointerEvents: 'none !important' } };

export default function ToastHost() {
  const host = useRef<HTMLDivElement>(null);
  useToastPosition(host);
  return (
    <Box ref={host} data-print="hide">
      <Toaster toaster={toaster} insetInline={{ mdDown: '4' }} css={clickThrough}>
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
