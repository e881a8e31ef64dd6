/** "Edit admission" (specification §2): the admission, its discharge, and its deletion while there are no reviews. */
import { Dialog } from '@chakra-ui/react/dialog';
import type { Admission } from 'command-api/contract/entities';
import { useState } from 'react';
import { confirm } from '../../ui/confirm.ts';
import { Sheet } from '../../ui/dialog-shell.tsx';
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
    <Sheet open={open !== undefined} onClose={() => void close()} closeOnInteractOutside={false}>
      <Dialog.Header><Dialog.Title>{open === 'discharge' ? text.discharge : text.editTitle}</Dialog.Title></Dialog.Header>
      <StayForm admission={admission} discharging={open === 'discharge'} onDirty={setDirty} onClose={() => void close()} onDone={onClose} />
    </Sheet>
  );
}
