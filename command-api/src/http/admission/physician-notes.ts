/** Physicians' notes. */
import * as noteCalls from 'language/contract/calls/physician-notes';
import { AddPhysicianNote, EditPhysicianNote } from 'language/contract/bodies/physician-notes';
import { EmptyBody } from 'language/contract/bodies/shared';
import { addPhysicianNote, deletePhysicianNote, editPhysicianNote } from 'language/domain/admission/decide-note';
import { admissionOfNote, noteIdOf } from 'language/domain/admission/events';
import { shortDerivedId } from '../../commands/derived-id.ts';
import { command, written } from '../command-route.ts';
import { beforeDeletion, deleted, onAdmission } from './on-admission.ts';
import { renderNote } from 'language/contract/render/physician-notes';
import { sanitise } from '../sanitise.ts';

export const physicianNoteRoutes = [
  command(noteCalls.addNote, {
    makes: true,
    body: AddPhysicianNote,
    async answer(request) {
      const { admissionId, noteDate, note } = request.body;
      const noteId = noteIdOf(admissionId, shortDerivedId(request.commandId, 'note'));
      const payload = { noteId, noteDate, note: sanitise(note) };
      const outcome = await onAdmission(request, admissionId, {
        name: 'AddPhysicianNote',
        payload,
        decide: addPhysicianNote,
      });
      return { ...(await renderNote(request.dependencies, admissionId, outcome.state, noteId)), ...written(outcome) };
    },
  }),
  command(noteCalls.editNote, {
    body: EditPhysicianNote,
    async answer(request) {
      const noteId = request.param('noteId');
      const admissionId = admissionOfNote(noteId);
      const payload = { noteId, noteDate: request.body.noteDate, note: sanitise(request.body.note) };
      const outcome = await onAdmission(request, admissionId, {
        name: 'EditPhysicianNote',
        target: noteId,
        payload,
        decide: editPhysicianNote,
      });
      return { ...(await renderNote(request.dependencies, admissionId, outcome.state, noteId)), ...written(outcome) };
    },
  }),
  command(noteCalls.deleteNote, {
    body: EmptyBody,
    async answer(request) {
      const noteId = request.param('noteId');
      const admissionId = admissionOfNote(noteId);
      const outcome = await onAdmission(request, admissionId, {
        name: 'DeletePhysicianNote',
        target: noteId,
        payload: { noteId },
        decide: deletePhysicianNote,
      });
      return deleted(
        await renderNote(
          request.dependencies,
          admissionId,
          await beforeDeletion(request, admissionId, outcome),
          noteId,
        ),
        outcome,
      );
    },
  }),
];
