/** The templates of one drug and error type, to copy into an entry's note. Lazily loaded: import it with `lazy`, mount it once, open it by `open`. */
import { Dialog } from '@chakra-ui/react/dialog';
import { Portal } from '@chakra-ui/react/portal';
import { Templates, type Subject } from './templates.tsx';

export interface TemplatesProps extends Subject {
  open: boolean;
  onClose: () => void;
  /** HTML of the template that was chosen; the dialog closes. */
  onTake: (html: string) => void;
  /** Where the focus goes when the dialog is gone: by then, since a note that was filled has a new editor. */
  focusAfter: () => HTMLElement | null;
}

export default function TemplatesDialog({ open, onClose, onTake, focusAfter, ...subject }: TemplatesProps) {
  return (
    <Dialog.Root placement={{ base: 'bottom', md: 'center' }} size="lg" scrollBehavior="inside" open={open} onOpenChange={(details) => !details.open && onClose()} lazyMount unmountOnExit restoreFocus={false}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner padding={{ base: '0', md: '4' }}>
          <Dialog.Content maxHeight={{ base: '88dvh', md: 'calc(100dvh - 6rem)' }} marginBlock={{ base: '0', md: '6' }} borderBottomRadius={{ base: '0', md: 'l3' }}>
            <Templates {...subject} focusAfter={focusAfter} onClose={onClose} onTake={(html) => { onTake(html); onClose(); }} />
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
