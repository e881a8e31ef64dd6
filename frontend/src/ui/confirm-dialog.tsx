/** The dialog of {@link confirm}: mounted once, in the shell. */
import { Button } from '@chakra-ui/react/button';
import { Dialog } from '@chakra-ui/react/dialog';
import { Portal } from '@chakra-ui/react/portal';
import { useRef } from 'react';
import { useAsked } from './confirm.ts';

export default function ConfirmDialog() {
  const asked = useAsked();
  const last = useRef(asked);
  if (asked) last.current = asked;
  // The words stay while the dialog fades out.
  const shown = asked ?? last.current;
  return (
    <Dialog.Root role="alertdialog" placement="center" size="xs" open={asked !== undefined} onOpenChange={({ open }) => !open && asked?.answer(false)}>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner padding="4">
          <Dialog.Content>
            <Dialog.Header><Dialog.Title>{shown?.title}</Dialog.Title></Dialog.Header>
            {shown?.body !== undefined && <Dialog.Body><Dialog.Description dir="auto">{shown.body}</Dialog.Description></Dialog.Body>}
            <Dialog.Footer>
              <Button variant="outline" colorPalette="gray" onClick={() => asked?.answer(false)}>{shown?.no ?? 'No'}</Button>
              <Button {...(shown?.danger ? { colorPalette: 'red' } : {})} onClick={() => asked?.answer(true)}>{shown?.yes ?? 'Yes'}</Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}
