/** The calls of physician notes. */
import type { AddPhysicianNote, EditPhysicianNote } from '../bodies/physician-notes.ts';
import type { Answer, PhysicianNote } from '../entities.ts';
import { call, type Body } from './call.ts';

/** The physicians' notes of an admission, by date */
export const listNotes = call<'members of the team', PhysicianNote[]>()(
  'GET',
  '/api/physicNotes/listAdmNotes/:admissionId',
);
/** Add a note */
export const addNote = call<'physicians of the team', Answer<PhysicianNote>, Body<typeof AddPhysicianNote>>()(
  'POST',
  '/api/physicNotes/addphysicNote',
);
/** Change a note */
export const editNote = call<'the author', Answer<PhysicianNote>, Body<typeof EditPhysicianNote>>()(
  'PUT',
  '/api/physicNotes/updatePhysicNote/:noteId',
);
/** Delete a note */
export const deleteNote = call<'the author', Answer<PhysicianNote>>()(
  'DELETE',
  '/api/physicNotes/deletePhysicNote/:noteId',
);
