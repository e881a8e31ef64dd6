/** Calls of physician notes, and their editors (docs/product.md, "Physician notes"). */
import * as noteCalls from 'language/contract/calls/physician-notes';
import type { PhysicianNote } from 'language/contract/entities';
import { createClinicalTextKind } from '../../editing/clinical-text/clinical-text-kind.tsx';

const isNote = (value: unknown): value is PhysicianNote =>
  typeof value === 'object' && value !== null && 'noteDate' in value && 'note' in value && 'version' in value;

export const notes = createClinicalTextKind<PhysicianNote>({
  name: 'note',
  isSaved: isNote,
  contentOf: ({ _id, version, noteDate, note }) => ({ id: _id, version, date: noteDate, html: note }),
  admissionOf: ({ admissionId }) => admissionId,
  create: (admissionId, { date, html }) => ({
    method: noteCalls.addNote.method,
    path: noteCalls.addNote.path,
    params: {},
    body: { admissionId, noteDate: date, note: html },
  }),
  edit: (noteId, { date, html }) => ({
    method: noteCalls.editNote.method,
    path: noteCalls.editNote.path,
    params: { noteId },
    body: { noteId, noteDate: date, note: html },
  }),
});
