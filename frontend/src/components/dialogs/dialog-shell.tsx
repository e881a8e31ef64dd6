/**
 * What stands around every dialog: the veil, its place, its box. Loaded with the first dialog, never with the first
 * page.
 */
import { Dialog } from '@chakra-ui/react/dialog';
import { Portal } from '@chakra-ui/react/portal';
import type { ComponentProps } from 'react';

interface ShellProps extends Omit<Dialog.RootProps, 'onOpenChange'> {
  /** Asked by Escape, by the veil, by the cross: whether it really closes is for the caller to say. */
  onClose: () => void;
  place?: ComponentProps<typeof Dialog.Positioner>;
  box?: ComponentProps<typeof Dialog.Content>;
}

export function DialogShell({ onClose, place, box, children, ...root }: ShellProps) {
  return (
    <Dialog.Root {...root} onOpenChange={({ open }) => !open && onClose()}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner {...place}>
          <Dialog.Content {...box}>{children}</Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

/** A sheet from below on a phone, in the middle of anything wider; what is longer than the screen scrolls within it. */
export function Sheet(props: Omit<ShellProps, 'place' | 'box'>) {
  return (
    <DialogShell
      size="lg"
      placement={{ base: 'bottom', md: 'center' }}
      scrollBehavior="inside"
      lazyMount
      unmountOnExit
      {...props}
      place={{ padding: { base: '0', md: '4' } }}
      box={{
        maxHeight: { base: '90dvh', md: 'calc(100dvh - 4rem)' },
        marginBlock: { base: '0', md: '6' },
        borderBottomRadius: { base: '0', md: 'l3' },
      }}
    />
  );
}
