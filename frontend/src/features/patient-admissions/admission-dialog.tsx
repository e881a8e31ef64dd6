/** "Edit admission" (specification §2): the admission, its discharge, and its deletion while there are no reviews. */
import { Box } from '@chakra-ui/react/box';
import { Dialog } from '@chakra-ui/react/dialog';
import type { Admission } from 'command-api/contract/entities';
import { useState } from 'react';
import { drafts } from '../../platform/storage/draft-storage.ts';
import { useWatch } from '../../sync/live/live-connection.ts';
import { useOtherPeople, useTouchPresence } from '../../sync/live/presence.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import { confirm } from '../../components/dialogs/confirm.ts';
import { Sheet } from '../../components/dialogs/dialog-shell.tsx';
import { admissionDraftKey, AdmissionForm } from './admission-form.tsx';
import { admissionsText as text } from './messages.ts';

interface Props {
  admission: Admission;
  /** `discharge`: with today as the day of discharge, the status to be chosen next. Undefined: closed. */
  open: 'edit' | 'discharge' | undefined;
  onClose: () => void;
}

export function AdmissionDialog({ admission, open, onClose }: Props) {
  const [dirty, setDirty] = useState(false);
  const user = useSessionUser()?._id ?? '';
  const close = async (): Promise<void> => {
    if (dirty) {
      if (!(await confirm({ ...text.discard, danger: true }))) return;
      drafts.settle({ user, of: admissionDraftKey(admission) });
    }
    onClose();
  };
  return (
    <Sheet open={open !== undefined} onClose={() => void close()} closeOnInteractOutside={false}>
      <Dialog.Header>
        <Dialog.Title>{open === 'discharge' ? text.discharge : text.editTitle}</Dialog.Title>
        <EditingPresence admission={admission._id} />
      </Dialog.Header>
      <AdmissionForm
        admission={admission}
        discharging={open === 'discharge'}
        onDirty={setDirty}
        onClose={() => void close()}
        onDone={onClose}
      />
    </Sheet>
  );
}

/**
 * While the form is open: says so to whoever is at this stay, and who else writes in it. A hint that lapses, no lock.
 */
function EditingPresence({ admission }: { admission: string }) {
  const user = useSessionUser();
  useWatch({ admission });
  useTouchPresence({ admission, target: 'admission', mode: 'editing' });
  const names = useOtherPeople(admission, user?._id ?? '').editingAt('admission');
  return (
    <Box role="status" fontSize="xs" color="amber.fg">
      {names.length > 0 ? text.writing(names) : null}
    </Box>
  );
}
