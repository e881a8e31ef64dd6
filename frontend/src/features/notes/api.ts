/** The calls of physician notes (specification §7). */
import type { Answer, PhysicianNote } from 'command-api/contract/entities';
import { endpoint } from '../../lib/api.ts';
import { showNote } from '../../lib/chart.ts';
import { api } from '../../lib/client.ts';
import { datedEditors, startDatedEditor, type DatedEditor } from '../../lib/dated-editors.ts';
import type { DatedDraft } from '../../lib/dated-text.machine.ts';
import { createIntentions } from '../../lib/intention.ts';
import { send } from '../../lib/send.ts';

const addNote = endpoint<Answer<PhysicianNote>, { admissionId: string; noteDate: string; note: string }>()('POST', '/api/physicNotes/addphysicNote');

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
        return { id: answer._id, version: answer.version, date: answer.noteDate, html: answer.note };
      },
    }));
}
