/** The parts around every dialog: backdrop, positioner, content box. */
import { Dialog } from '@chakra-ui/react/dialog';
import { Portal } from '@chakra-ui/react/portal';
import type { ComponentProps } from 'react';

interface ShellProps extends Omit<Dialog.RootProps, 'onOpenChange'> {
  /** Called on Escape and on a click on the backdrop. The caller decides whether the dialog closes. */
  onClose: () => void;
  positioner?: ComponentProps<typeof Dialog.Positioner>;
  box?: ComponentProps<typeof Dialog.Content>;
}

export function DialogShell({ onClose, positioner, box, children, ...root }: ShellProps) {
  return (
    <Dialog.Root {...root} onOpenChange={({ open }) => !open && onClose()}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner {...positioner}>
          <Dialog.Content {...box}>{children}</Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

/** At the bottom on a phone, else in the middle. Content that is higher than the window scrolls inside. */
export function Sheet(props: Omit<ShellProps, 'place' | 'box'>) {
  return (
    <DialogShell
      size="lg"
      placement={{ base: 'bottom', md: 'center' }}
      scrollBehavior="inside"
      lazyMount
      unmountOnExit
      {...props}
      positioner={{ padding: { base: '0', md: '4' } }}
      box={{
        maxHeight: { base: '90dvh', md: 'calc(100dvh - 4rem)' },
        marginBlock: { base: '0', md: '6' },
        borderBottomRadius: { base: '0', md: 'l3' },
      }}
    />
  );
}
