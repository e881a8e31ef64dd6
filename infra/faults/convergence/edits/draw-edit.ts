/** Draws an edit of a person by their role. */
import type { Edit, EditContext, Draw } from './edit.ts';
import {
  addReview,
  duplicateReview,
  deleteReview,
  editHead,
  addEntry,
  updateEntry,
  removeEntry,
  rate,
  respond,
  takeOver,
} from './reviews.ts';
import { addNote, editNote, deleteNote } from './notes.ts';
import { addMedication, updateMedication, stopMedication, deleteMedication, sortMedications } from './medications.ts';
import { moveEntry, moveNote, moveReview } from './moves.ts';
import { editDetails, discharge, addGroup, removeGroup } from './admission.ts';

const pharmacistEdits: readonly [{ value: Draw; percent: number }, ...{ value: Draw; percent: number }[]] = [
  { value: addReview, percent: 6 },
  { value: duplicateReview, percent: 2 },
  { value: deleteReview, percent: 3 },
  { value: editHead, percent: 9 },
  { value: addEntry, percent: 12 },
  { value: updateEntry, percent: 14 },
  { value: takeOver, percent: 2 },
  { value: respond, percent: 3 },
  { value: moveEntry, percent: 2 },
  { value: moveReview, percent: 1 },
  { value: removeEntry, percent: 5 },
  { value: addMedication, percent: 7 },
  { value: updateMedication, percent: 12 },
  { value: stopMedication, percent: 4 },
  { value: deleteMedication, percent: 4 },
  { value: sortMedications, percent: 3 },
  { value: editDetails, percent: 4 },
  { value: discharge, percent: 3 },
  { value: addGroup, percent: 3 },
  { value: removeGroup, percent: 1 },
];
const physicianEdits: typeof pharmacistEdits = [
  { value: addNote, percent: 35 },
  { value: editNote, percent: 48 },
  { value: deleteNote, percent: 14 },
  { value: moveNote, percent: 3 },
];
const adminEdits: typeof pharmacistEdits = [
  { value: rate, percent: 50 },
  ...pharmacistEdits.map(({ value, percent }) => ({ value, percent: percent / 2 })),
];

/** @returns undefined where the screen shows nothing to edit */
export function drawEdit(context: EditContext): Edit | undefined {
  const draws = { admin: adminEdits, pharmacist: pharmacistEdits, physician: physicianEdits }[context.member.role];
  return context.random.weighted(draws)(context);
}
