/** Renders a physician note in the contract's shape. The query API answers the same from its rows. */
import type * as contract from '../entities.ts';
import { noteFields } from '../../domain/admission/fields.ts';
import { admitted, noteOf } from '../../domain/admission/lookup.ts';
import type { Admission } from '../../domain/admission/state.ts';
import { pick } from '../../domain/values/record-fields.ts';
import { revisionToJson } from '../../domain/values/revision.ts';
import { renderOrigin } from './moves.ts';
import { type People, personOf } from './people.ts';

/** @throws Rejection `notFound` where the admission has no such note */
export async function renderNote(
  people: People,
  admissionId: string,
  admission: Admission,
  noteId: string,
): Promise<contract.PhysicianNote> {
  const { patientId } = admitted(admission);
  const note = noteOf(admission, noteId);
  const author = await personOf(people, note.authorId);
  return {
    _id: noteId,
    admissionId,
    patientId,
    teamId: note.teamId,
    ...pick(noteFields, note),
    userId: note.authorId,
    userName: author.name,
    userPhone: author.phone,
    createdAt: note.createdAt,
    version: revisionToJson(note.touch.version),
    ...renderOrigin(note),
  };
}
