/**
 * The templates of one drug and error type, to copy into an entry's note. Lazily loaded: import it with `lazy`, mount
 * it once, open it by `open`.
 */
import { Sheet } from '../../components/dialogs/dialog-shell.tsx';
import { TemplatesContent, type TemplateSubject } from './templates.tsx';

export interface TemplatesProps extends TemplateSubject {
  open: boolean;
  onClose: () => void;
  /** HTML of the template that was chosen; the dialog closes. */
  onTake: (html: string) => void;
  /** Where the focus goes when the dialog is gone: by then, since a note that was filled has a new editor. */
  focusAfter: () => HTMLElement | null;
}

export default function TemplatesDialog({ open, onClose, onTake, focusAfter, ...subject }: TemplatesProps) {
  return (
    <Sheet open={open} onClose={onClose} restoreFocus={false}>
      <TemplatesContent
        {...subject}
        focusAfter={focusAfter}
        onClose={onClose}
        onTake={(html) => {
          onTake(html);
          onClose();
        }}
      />
    </Sheet>
  );
}
