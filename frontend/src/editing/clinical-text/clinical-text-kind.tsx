/** The common parts of the clinical texts of a chart: the head of a review and a physician note are opened and saved alike. */
import { Box } from '@chakra-ui/react/box';
import type { Answer } from 'language/contract/entities';
import { useCallback, useEffect, type ReactNode } from 'react';
import { Disclosure } from '../../components/disclosure.tsx';
import { createCommandSender, usePendingCommands } from '../../outbox/outbox.ts';
import { refusalError, type Call, type PendingCommand } from '../../outbox/pending-command.ts';
import { translate } from '../../platform/language/language.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { paths } from '../../platform/paths.ts';
import { admissionDrafts } from '../../platform/storage/draft-storage.ts';
import { formatDate, today } from '../../platform/time/dates.ts';
import { DraftOffer } from '../draft-offer.tsx';
import { editorKeys } from '../editor-keys.ts';
import { editorDraftKey, useEditor } from '../open-editors.tsx';
import {
  cancelClinicalText,
  clinicalTextEditors,
  isClinicalTextDraft,
  movedSince,
  startClinicalTextEditor,
  type ClinicalTextContent,
  type ClinicalTextDraft,
  type ClinicalTextEditor,
  type TheirText,
} from './clinical-text-editor.tsx';
import { ClinicalTextForm } from './clinical-text-form.tsx';
import { PendingText } from './pending-text.tsx';

type EditCall = Omit<Call, 'ifVersion'>;

interface Definition<Saved> {
  name: 'review' | 'note';
  isSaved: (value: unknown) => value is Saved;
  contentOf: (saved: Saved) => ClinicalTextContent;
  admissionOf: (saved: Saved) => string;
  create: (admission: string, draft: ClinicalTextDraft) => EditCall;
  edit: (id: string, draft: ClinicalTextDraft) => EditCall;
}

export interface ClinicalTextKind<Saved> extends Definition<Saved> {
  /** Opens the form of a new text. @param withdrawn the command that was taken back from the outbox; its key is kept */
  openNew: (admission: string, draft: ClinicalTextDraft, withdrawn?: PendingCommand) => ClinicalTextEditor;
  /**
   * Opens a text for editing.
   * @param draft the text that was typed before
   * @param theirs another person's version, to be compared with the draft
   * @param withdrawn the command that was taken back from the outbox
   */
  open: (saved: Saved, draft?: ClinicalTextDraft, theirs?: TheirText, withdrawn?: PendingCommand) => ClinicalTextEditor;
}

const newKeys = { review: editorKeys.newReview, note: editorKeys.newNote };
const words = {
  review: { create: 'review.create', draft: 'review.draft', draftNew: 'review.draftNew' },
  note: { create: 'note.create', draft: 'note.draft', draftNew: 'note.draftNew' },
} as const;

/** The name of an unsaved text. @param date of the saved one; undefined for a new one */
export function clinicalTextName(name: 'review' | 'note', date: string | undefined): string {
  if (date === undefined) return translate(name === 'note' ? 'note.unsaved' : 'review.unsaved.fresh');
  return translate(name === 'note' ? 'note.unsavedEdit' : 'review.unsaved.edit', { date: formatDate(date) });
}

export function createClinicalTextKind<Saved extends object>(definition: Definition<Saved>): ClinicalTextKind<Saved> {
  const { name, isSaved, contentOf, admissionOf, create, edit } = definition;

  function start(
    admission: string,
    saved: ClinicalTextContent | undefined,
    draft: ClinicalTextDraft,
    theirs: TheirText | undefined,
    withdrawn: PendingCommand | undefined,
  ): ClinicalTextEditor {
    const key = saved ? editorKeys[name](saved.id) : newKeys[name];
    const where = saved
      ? paths.admission.href(admission, name === 'note' ? { note: saved.id } : { review: saved.id })
      : paths.admission.href(admission) + (name === 'note' ? '?tab=notes' : '');
    const sender = createCommandSender(withdrawn);
    const error = theirs ? undefined : withdrawn && refusalError(withdrawn);
    return clinicalTextEditors.open(key, () =>
      startClinicalTextEditor({
        ...(saved ? { saved } : {}),
        draft,
        read: (current) => (isSaved(current) ? contentOf(current) : undefined),
        ...(theirs ? { theirs } : {}),
        ...(error ? { error } : {}),
        save: async ({ draft: typed, saved: latest }, signal) => {
          const base = saved && (latest ?? saved).version;
          const call = saved
            ? { ...edit(saved.id, typed), ...(base === undefined ? {} : { ifVersion: base }) }
            : create(admission, typed);
          const answer = await sender.send<Answer<Saved>>(
            {
              what: clinicalTextName(name, saved?.date),
              where,
              of: admissionDrafts(admission) + key,
              draft: typed,
              base,
              call,
            },
            (id) => edit(saved?.id ?? id, typed),
            signal,
          );
          return contentOf(answer);
        },
      }),
    );
  }

  return {
    ...definition,
    openNew: (admission, draft, withdrawn) => start(admission, undefined, draft, undefined, withdrawn),
    open: (text, draft, theirs, withdrawn) => {
      const saved = contentOf(text);
      const editor = start(admissionOf(text), saved, draft ?? saved, theirs, withdrawn);
      editor.send({ type: 'edit' });
      return editor;
    },
  };
}

interface Author {
  userName: string;
}

/** @returns the open editor of a text, which hears of newer versions, and its change that waits in the outbox */
export function useClinicalText<Saved extends Author>(
  { name, contentOf, admissionOf }: ClinicalTextKind<Saved>,
  saved: Saved,
  user: string,
): { editor: ClinicalTextEditor | undefined; change: PendingCommand | undefined } {
  const key = editorKeys[name](contentOf(saved).id);
  const editor = useEditor(clinicalTextEditors, key);
  const { of: draftId } = editorDraftKey(user, admissionOf(saved), key);
  const [change] = usePendingCommands(useCallback(({ of }: PendingCommand) => of === draftId, [draftId]));
  useEffect(() => {
    editor?.send({ type: 'remote', theirs: { current: contentOf(saved), by: saved.userName, at: undefined } });
  }, [editor, contentOf, saved]);
  return { editor, change };
}

/** Below a text that is not open: its change that waits in the outbox, else the draft of one. */
export function UnsentChange<Saved extends Author>({
  kind,
  saved,
  user,
  change,
  canEdit,
}: {
  kind: ClinicalTextKind<Saved>;
  saved: Saved;
  user: string;
  change: PendingCommand | undefined;
  canEdit: boolean;
}) {
  const t = useTranslation();
  const { name, open, contentOf, admissionOf } = kind;
  const content = contentOf(saved);
  if (change)
    return (
      <PendingText
        item={change}
        onEdit={(draft, withdrawn) => open(saved, draft, movedSince(withdrawn, content, saved.userName), withdrawn)}
      />
    );
  return canEdit ? (
    <DraftOffer
      draftKey={editorDraftKey(user, admissionOf(saved), editorKeys[name](content.id))}
      what={t(words[name].draft)}
      isUsable={isClinicalTextDraft}
      version={content.version}
      onRestore={({ value }, moved) =>
        open(saved, value, moved ? { current: content, by: saved.userName, at: undefined } : undefined)
      }
    />
  ) : null;
}

/** The form of a new text, with its draft. Its date is today at first. */
export function NewClinicalText<Saved>({
  kind: { name, openNew },
  admission,
  user,
  children,
}: {
  kind: ClinicalTextKind<Saved>;
  admission: string;
  user: string;
  /** Above the form. */
  children?: ReactNode;
}) {
  const t = useTranslation();
  const editor = useEditor(clinicalTextEditors, newKeys[name]);
  const toggle = (isOpen: boolean) => {
    if (isOpen) openNew(admission, { date: today(), html: '' });
    else if (editor) void cancelClinicalText(editor);
  };
  return (
    <Box marginBlockStart="4" data-print="hide">
      {children}
      {editor ? null : (
        <DraftOffer
          draftKey={editorDraftKey(user, admission, newKeys[name])}
          what={t(words[name].draftNew)}
          isUsable={isClinicalTextDraft}
          version={undefined}
          onRestore={({ value }) => openNew(admission, value)}
        />
      )}
      <Disclosure label={t(words[name].create)} open={editor !== undefined} onToggle={toggle}>
        {editor ? <ClinicalTextForm editor={editor} name={name} isNew /> : null}
      </Disclosure>
    </Box>
  );
}
