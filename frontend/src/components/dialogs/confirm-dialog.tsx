/** The dialog of `confirm`, shown by `ConfirmHost`. */
import { Button } from '@chakra-ui/react/button';
import { Dialog } from '@chakra-ui/react/dialog';
import { ClinicalText } from '../text/clinical-text.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { DialogShell } from './dialog-shell.tsx';

export interface Question {
  title: string;
  body?: string;
  /** The label of the confirming button. Default: "Yes". */
  yes?: string;
  no?: string;
  /** The action cannot be undone. */
  danger?: boolean;
}

export interface AskedQuestion {
  /** The last question: the dialog shows it while it closes. Undefined before the first one. */
  question: Question | undefined;
  isOpen: boolean;
}

interface Props extends AskedQuestion {
  onAnswer: (yes: boolean) => void;
}

export default function ConfirmDialog({ question, isOpen, onAnswer }: Props) {
  const t = useTranslation();
  return (
    <DialogShell
      role="alertdialog"
      placement="center"
      size="xs"
      open={isOpen}
      onClose={() => onAnswer(false)}
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
        <Button variant="outline" colorPalette="gray" onClick={() => onAnswer(false)}>
          {question?.no ?? t('component.no')}
        </Button>
        <Button {...(question?.danger ? { colorPalette: 'red' } : {})} onClick={() => onAnswer(true)}>
          {question?.yes ?? t('component.yes')}
        </Button>
      </Dialog.Footer>
    </DialogShell>
  );
}
