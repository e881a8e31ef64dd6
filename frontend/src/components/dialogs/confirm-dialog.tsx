/** The dialog of `confirm`, shown by `ConfirmHost`. */
import { Button } from '@chakra-ui/react/button';
import { Dialog } from '@chakra-ui/react/dialog';
import { ClinicalText } from '../text/clinical-text.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { answer, useQuestion } from './confirm.tsx';
import { DialogShell } from './dialog-shell.tsx';

export default function ConfirmDialog() {
  const t = useTranslation();
  const { question, isOpen } = useQuestion();
  return (
    <DialogShell
      role="alertdialog"
      placement="center"
      size="xs"
      open={isOpen}
      onClose={() => answer(false)}
      positioner={{ padding: '4' }}
    >
      <Dialog.Header>
        <Dialog.Title>
          <ClinicalText>{question?.title ?? ''}</ClinicalText>
        </Dialog.Title>
      </Dialog.Header>
      {question?.body !== undefined && (
        <Dialog.Body>
          <Dialog.Description dir="auto">
            <ClinicalText>{question.body}</ClinicalText>
          </Dialog.Description>
        </Dialog.Body>
      )}
      <Dialog.Footer>
        <Button variant="outline" colorPalette="gray" onClick={() => answer(false)}>
          {question?.no ?? t('component.no')}
        </Button>
        <Button {...(question?.danger ? { colorPalette: 'red' } : {})} onClick={() => answer(true)}>
          {question?.yes ?? t('component.yes')}
        </Button>
      </Dialog.Footer>
    </DialogShell>
  );
}
