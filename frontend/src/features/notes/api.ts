/** Calls of physician notes, and their editors (docs/product.md, "Physician notes"). */
import * as noteCalls from 'command-api/contract/calls/physician-notes';
import type { Answer, PhysicianNote } from 'command-api/contract/entities';
import { paths } from '../../platform/paths.ts';
import { removeCachedNote } from '../../sync/reads/admission-lists.ts';
import {
  type ClinicalTextContent,
  type ClinicalTextDraft,
  type ClinicalTextEditor,
  clinicalTextEditors,
  startClinicalTextEditor,
  type TheirText,
} from '../../editing/clinical-text/clinical-text-editor.tsx';
import { formatDate } from '../../platform/time/dates.ts';
import { admissionDrafts } from '../../platform/storage/draft-storage.ts';
import { createCommandSender } from '../../outbox/outbox.ts';
import { refusalError, type PendingCommand } from '../../outbox/pending-command.ts';
import { translate } from '../../platform/language/language.ts';

export { removeCachedNote };

export const textOf = ({
  _id,
  version,
  noteDate,
  note,
}: Pick<PhysicianNote, '_id' | 'version' | 'noteDate' | 'note'>): ClinicalTextContent => ({
  id: _id,
  version,
  date: noteDate,
  html: note,
});
const isNote = (value: unknown): value is PhysicianNote =>
  typeof value === 'object' && value !== null && 'noteDate' in value && 'note' in value && 'version' in value;
const readNote = (current: unknown): ClinicalTextContent | undefined => (isNote(current) ? textOf(current) : undefined);

export const noteKey = (noteId: string): string => `note:${noteId}`;

const noteEdit = (noteId: string, { date, html }: ClinicalTextDraft) => ({
  method: noteCalls.editNote.method,
  path: noteCalls.editNote.path,
  params: { noteId },
  body: { noteId, noteDate: date, note: html },
});

/**
 * Opens a note for editing.
 * @param draft the text that was typed before
 * @param theirs another version, to be compared with the draft
 * @param withdrawn the command that was taken back from the outbox
 */
export function openNote(
  note: PhysicianNote,
  draft?: ClinicalTextDraft,
  theirs?: TheirText,
  withdrawn?: PendingCommand,
): ClinicalTextEditor {
  const sender = createCommandSender(withdrawn);
  const saved = textOf(note);
  const error = theirs ? undefined : withdrawn && refusalError(withdrawn);
  const editor = clinicalTextEditors.open(noteKey(note._id), () =>
    startClinicalTextEditor({
      saved,
      draft: draft ?? saved,
      read: readNote,
      ...(theirs ? { theirs } : {}),
      ...(error ? { error } : {}),
      save: async ({ draft: typed, saved: base }, signal) => {
        const version = base?.version ?? saved.version;
        const command = {
          what: translate('note.unsavedEdit', { date: formatDate(note.noteDate) }),
          where: paths.admission.href(note.admissionId, { note: note._id }),
          of: admissionDrafts(note.admissionId) + noteKey(note._id),
          draft: typed,
          base: version,
        };
        return textOf(
          await sender.send<Answer<PhysicianNote>>(
            { ...command, call: { ...noteEdit(note._id, typed), ifVersion: version } },
            () => noteEdit(note._id, typed),
            signal,
          ),
        );
      },
    }),
  );
  editor.send({ type: 'edit' });
  return editor;
}

export const NEW_NOTE = 'new-note';

/** Opens the form of a new note. @param withdrawn the command that was taken back from the outbox */
export function openNewNote(
  admissionId: string,
  draft: ClinicalTextDraft,
  withdrawn?: PendingCommand,
): ClinicalTextEditor {
  const sender = createCommandSender(withdrawn);
  const error = withdrawn && refusalError(withdrawn);
  return clinicalTextEditors.open(NEW_NOTE, () =>
    startClinicalTextEditor({
      draft,
      read: () => undefined,
      ...(error ? { error } : {}),
      save: async ({ draft: typed }, signal) => {
        const body = { admissionId, noteDate: typed.date, note: typed.html };
        const command = {
          what: translate('note.unsaved'),
          where: `${paths.admission.href(admissionId)}?tab=notes`,
          of: admissionDrafts(admissionId) + NEW_NOTE,
          draft: typed,
          base: undefined,
        };
        return textOf(
          await sender.send<Answer<PhysicianNote>>(
            { ...command, call: { method: noteCalls.addNote.method, path: noteCalls.addNote.path, params: {}, body } },
            (id) => noteEdit(id, typed),
            signal,
          ),
        );
      },
    }),
  );
}
