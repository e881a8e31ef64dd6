import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { Dialog } from '@chakra-ui/react/dialog';
import type { FormEvent, ReactNode } from 'react';
import { Sheet } from './dialog-shell.tsx';

interface Props {
  title: string;
  /** Beside the title. */
  head?: ReactNode;
  /** A press beside the dialog closes it: nothing would be lost. */
  closeOnInteractOutside?: boolean;
  /** The words of both buttons. */
  cancel: string;
  submit: string;
  /** The action cannot be undone. */
  danger?: boolean;
  /** The form shows itself what is missing. */
  noValidate?: boolean;
  isBusy: boolean;
  isDisabled?: boolean;
  onClose: () => void;
  /** Not called while it is busy. */
  onSubmit: () => void;
  children: ReactNode;
}

/** An open dialog with a form. */
export function FormDialog({
  title,
  head,
  closeOnInteractOutside = false,
  cancel,
  submit,
  danger = false,
  noValidate = false,
  isBusy,
  isDisabled = false,
  onClose,
  onSubmit,
  children,
}: Props) {
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy) onSubmit();
  };
  return (
    <Sheet open onClose={onClose} closeOnInteractOutside={closeOnInteractOutside}>
      <Dialog.Header flexWrap="wrap" rowGap="1">
        <Dialog.Title>{title}</Dialog.Title>
        {head}
      </Dialog.Header>
      <Box asChild display="contents">
        <form aria-label={title} onSubmit={send} noValidate={noValidate}>
          <Dialog.Body>
            <Box display="grid" gap="4">
              {children}
            </Box>
          </Dialog.Body>
          <Dialog.Footer flexWrap="wrap">
            <Button type="button" variant="outline" colorPalette="gray" onClick={onClose}>
              {cancel}
            </Button>
            <Button type="submit" loading={isBusy} disabled={isDisabled} {...(danger ? { colorPalette: 'red' } : {})}>
              {submit}
            </Button>
          </Dialog.Footer>
        </form>
      </Box>
    </Sheet>
  );
}
