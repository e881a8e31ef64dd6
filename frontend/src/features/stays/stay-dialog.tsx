/** "Edit admission" (specification §2): the admission, its discharge, and its deletion while there are no reviews. */
import { Dialog } from '@chakra-ui/react/dialog';
import { Portal } from '@chakra-ui/react/portal';
import type { Admission } from 'command-api/contract/entities';
import { useState } from 'react';
import { confirm } from '../../ui/confirm.ts';
import { StayForm } from './stay-form.tsx';
import { staysText as text } from './messages.ts';

interface Props {
  admission: Admission;
  /** `discharge`: with today as the day of discharge, the status to be chosen next. Undefined: closed. */
  open: 'edit' | 'discharge' | undefined;
  onClose: () => void;
}

export function StayDialog({ admission, open, onClose }: Props) {
  const [dirty, setDirty] = useState(false);
  const close = async (): Promise<void> => {
    if (!dirty || (await confirm({ ...text.discard, danger: true }))) onClose();
  };
  return (
    <Dialog.Root placement={{ base: 'bottom', md: 'center' }} size="lg" scrollBehavior="inside" open={open !== undefined} onOpenChange={(details) => !details.open && void close()} closeOnInteractOutside={false} lazyMount unmountOnExit>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner padding={{ base: '0', md: '4' }}>
          <Dialog.Content maxHeight={{ base: '92dvh', md: 'calc(100dvh - 4rem)' }} marginBlock={{ base: '0', md: '6' }} borderBottomRadius={{ base: '0', md: 'l3' }}>
            <Dialog.Header><Dialog.Title>{open === 'discharge' ? text.discharge : text.editTitle}</Dialog.Title></Dialog.Header>
            <StayForm admission={admission} discharging={open === 'discharge'} onDirty={setDirty} onClose={() => void close()} onDone={onClose} />
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
