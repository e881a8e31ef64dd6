/** Physicians' notes. */
import { AddPhysicianNote } from '../contract/bodies/physician-notes.ts';
import { addPhysicianNote } from '../domain/admission/decide.ts';
import { noteIdOf } from '../domain/admission/events.ts';
import { shortIdMadeBy } from './command-id.ts';
import { command, type CommandRoute } from './command-route.ts';
import { onAdmission } from './on-admission.ts';
import { renderNote } from './render/physician-notes.ts';
import { written } from './render/written.ts';
import { sanitise } from './sanitise.ts';

export const physicianNoteRoutes: readonly CommandRoute[] = [
  command('post', '/api/physicNotes/addphysicNote', {
    makes: true,
    body: AddPhysicianNote,
    async answer(asked) {
      const { admissionId, noteDate, note } = asked.body;
      const noteId = noteIdOf(admissionId, shortIdMadeBy(asked.commandId, 'note'));
      const payload = { noteId, noteDate, note: sanitise(note) };
      const outcome = await onAdmission(asked, admissionId, { name: 'AddPhysicianNote', payload, decide: addPhysicianNote });
      return { ...(await renderNote(asked.house, admissionId, outcome.state, noteId)), ...written(outcome) };
    },
  }),
];
