import { Box } from '@chakra-ui/react/box';
import { Button } from '@chakra-ui/react/button';
import { useSelector } from '@xstate/react';
import { NotebookText } from 'lucide-react';
import { inPcneOrder } from 'language/domain/values/pcne';
import { useCallback, useRef, useState, type ComponentType } from 'react';
import { bufferKeysUntil } from '../../platform/keyboard/key-buffer.ts';
import { isBlank } from '../../platform/text/sanitize.ts';
import { shortcuts, shortcutText } from '../../platform/keyboard/shortcuts.ts';
import { RichText } from '../../components/rich-text/rich-text.tsx';
import type { EntryEditor } from './entry-editor.tsx';
import { useTranslation } from '../../platform/language/use-translation.ts';

/** The props of the dialog that chooses a template. */
export interface TemplatesProps {
  open: boolean;
  onClose: () => void;
  /** HTML for the note, with PCNE codes. */
  onTake: (html: string, pcne: readonly string[]) => void;
  /** A template was taken beside the note: the focus stays, and no on-screen keyboard opens. */
  onQuickTake: (html: string, pcne: readonly string[]) => void;
  focusAfter: () => HTMLElement | null;
  drug: { id: string; label: string };
  type: { id: string; label: string };
  note: string;
  pcne: readonly string[];
}
/** A component of another feature, which the route passes in. */
export type TemplatesComponent = ComponentType<TemplatesProps>;
interface Props {
  editor: EntryEditor;
  disabled: boolean;
  /** The team chooses PCNE codes: a template brings its own. */
  usesPcne: boolean;
  /** The note has blanks. */
  error: string | undefined;
  /** Counts how often the first blank was asked for. */
  blankAsked: number;
  isTemplatesOpen: boolean;
  onTemplates: (open: boolean) => void;
  Templates: TemplatesComponent | undefined;
}

/** The note of an entry, and the templates for its drug and error type that can be copied into it. */
export function NoteField({
  editor,
  disabled,
  usesPcne,
  error,
  blankAsked,
  isTemplatesOpen,
  onTemplates,
  Templates,
}: Props) {
  const t = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const draft = useSelector(editor, (state) => state.context.draft);
  /** Counts how often a template was copied in: the rich text reads its text only when it is drawn first. */
  const [{ round, isFocused }, setTaken] = useState({ round: 0, isFocused: false });
  const others = useSelector(editor, (state) => state.context.round);
  const change = useCallback((errNote: string) => editor.send({ type: 'change', patch: { errNote } }), [editor]);
  const takeWith = (isFocusMoved: boolean) => (html: string, codes: readonly string[]) => {
    const { errNote, pcne } = editor.getSnapshot().context.draft;
    change(isBlank(errNote) ? html : errNote + html);
    if (usesPcne && codes.length > 0)
      editor.send({ type: 'change', patch: { pcne: inPcneOrder([...pcne, ...codes]) } });
    setTaken({ round: round + 1, isFocused: isFocusMoved });
  };
  const textbox = () => box.current?.querySelector<HTMLElement>('[role=textbox]') ?? null;
  const closeTemplates = () => {
    onTemplates(false);
    // The dialog returns the focus once it is closed.
    bufferKeysUntil((focused) => focused === textbox());
  };
  return (
    <Box ref={box}>
      {/* After a template of the dialog it takes the focus as soon as it is drawn, which may be after the dialog has closed. */}
      <RichText
        key={`${round} ${others}`}
        label={t('entry.note')}
        defaultHtml={draft.errNote}
        disabled={disabled}
        autoFocus={isFocused}
        blankAsked={blankAsked}
        onIdle={change}
      />
      {error === undefined ? null : (
        <Box role="alert" color="fg.error" fontSize="xs" fontWeight="medium" marginBlockStart="1">
          {error}
        </Box>
      )}
      {Templates ? (
        <Templates
          open={isTemplatesOpen}
          onClose={closeTemplates}
          onTake={takeWith(true)}
          onQuickTake={takeWith(false)}
          focusAfter={textbox}
          drug={{ id: draft.errDrug, label: draft.errDrugLabel }}
          type={{ id: draft.errType, label: draft.errTypeLabel }}
          note={draft.errNote}
          pcne={draft.pcne}
        />
      ) : null}
    </Box>
  );
}

/** Opens the templates, from the foot of the form. */
export function TemplatesButton({
  disabled,
  isSubjectChosen,
  onOpen,
}: {
  disabled: boolean;
  /** A drug and an error type are chosen. */
  isSubjectChosen: boolean;
  onOpen: () => void;
}) {
  const t = useTranslation();
  return (
    <Button
      type="button"
      size="sm"
      variant="outline"
      disabled={disabled || !isSubjectChosen}
      title={isSubjectChosen ? undefined : t('entry.templatesFirst')}
      onClick={onOpen}
    >
      <NotebookText size={14} aria-hidden />
      {t('entry.templates')}
      <Box as="kbd" className="key-hint">
        {shortcutText(shortcuts.templates)}
      </Box>
    </Button>
  );
}
