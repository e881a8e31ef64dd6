/** The calls of physician notes (specification §7). */
import type { Answer, PhysicianNote } from 'command-api/contract/entities';
import { endpoint } from '../../lib/api.ts';
import { forgetNote, showNote } from '../../lib/chart.ts';
import { api } from '../../lib/client.ts';
import { datedEditors, startDatedEditor, type DatedEditor } from '../../lib/dated-editors.ts';
import type { DatedDraft, DatedText, TheirText } from '../../lib/dated-text.machine.ts';
import { createIntentions } from '../../lib/intention.ts';
import { send } from '../../lib/send.ts';

const addNote = endpoint<Answer<PhysicianNote>, { admissionId: string; noteDate: string; note: string }>()('POST', '/api/physicNotes/addphysicNote');

const editNote = endpoint<Answer<PhysicianNote>, { noteId: string; noteDate: string; note: string }>()('PUT', '/api/physicNotes/updatePhysicNote/:noteId');
export const deleteNote = endpoint<Answer<PhysicianNote>>()('DELETE', '/api/physicNotes/deletePhysicNote/:noteId');
export { forgetNote };

export const textOf = ({ _id, version, noteDate, note }: Pick<PhysicianNote, '_id' | 'version' | 'noteDate' | 'note'>): DatedText => ({ id: _id, version, date: noteDate, html: note });
const isNote = (value: unknown): value is PhysicianNote => typeof value === 'object' && value !== null && 'noteDate' in value && 'note' in value && 'version' in value;
const readNote = (current: unknown): DatedText | undefined => (isNote(current) ? textOf(current) : undefined);

export const noteKey = (noteId: string): string => `note:${noteId}`;

/** Opens a note for editing; `draft` is what was typed before, `theirs` what it has to be compared with. */
export function openNote(note: PhysicianNote, draft?: DatedDraft, theirs?: TheirText): DatedEditor {
  const intentions = createIntentions();
  const saved = textOf(note);
  const editor = datedEditors.open(noteKey(note._id), () =>
    startDatedEditor({
      saved, draft: draft ?? saved, read: readNote, ...(theirs ? { theirs } : {}),
      save: async ({ draft: typed, saved: base }) => {
        const body = { noteId: note._id, noteDate: typed.date, note: typed.html };
        const version = base?.version ?? saved.version;
        const answer = await send(intentions, [body, version], (intention) => api(editNote, { params: { noteId: note._id }, body, ifVersion: version, intention }));
        await showNote(answer);
        return textOf(answer);
      },
    }));
  editor.send({ type: 'edit' });
  return editor;
}

export const NEW_NOTE = 'new-note';

export function openNewNote(admissionId: string, draft: DatedDraft): DatedEditor {
  const intentions = createIntentions();
  return datedEditors.open(NEW_NOTE, () =>
    startDatedEditor({
      draft, read: () => undefined,
      save: async ({ draft: typed }) => {
        const body = { admissionId, noteDate: typed.date, note: typed.html };
        const answer = await send(intentions, body, (intention) => api(addNote, { body, intention }));
        await showNote(answer);
        return textOf(answer);
      },
    }));
}
