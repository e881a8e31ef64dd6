/** Short confirmations at the end of the screen. Failures are {@link ErrorAlert}s in place, never toasts, but for what the specification calls a toast. */
import { Toast, Toaster, createToaster } from '@chakra-ui/react/toast';
import { Box } from '@chakra-ui/react/box';

const toaster = createToaster({ placement: 'bottom-end', pauseOnPageIdle: true, max: 3 });

/** Durations: 2000 ms, and 2500 ms for entries and reviews (specification §9). */
export const notify = {
  saved: (title: string, duration = 2_000): void => void toaster.create({ type: 'success', title, duration }),
  removed: (title: string, description?: string, duration = 2_500): void => void toaster.create({ type: 'error', title, duration, ...(description === undefined ? {} : { description }) }),
  info: (title: string, description?: string, duration = 2_500): void => void toaster.create({ type: 'info', title, duration, ...(description === undefined ? {} : { description }) }),
  failed: (title: string, duration = 2_000): void => void toaster.create({ type: 'error', title, duration }),
};

export function ToastHost() {
  return (
    <Box data-print="hide">
      <Toaster toaster={toaster} insetInline={{ mdDown: '4' }}>
        {(toast) => (
          <Toast.Root width={{ md: 'sm' }} paddingBlock="3">
            <Toast.Indicator />
            <Box flex="1">
              {toast.title !== undefined && <Toast.Title>{toast.title}</Toast.Title>}
              {toast.description !== undefined && <Toast.Description>{toast.description}</Toast.Description>}
            </Box>
          </Toast.Root>
        )}
      </Toaster>
    </Box>
  );
}
