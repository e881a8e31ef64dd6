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
import { acceptTransfer, declineTransfer, offerTransfer, withdrawTransfer } from './transfers.ts';
import { agreeToErasure, askErasure, refuseErasure, withdrawErasure } from './erasures.ts';
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
  { value: offerTransfer, percent: 5 },
  { value: withdrawTransfer, percent: 1 },
  { value: askErasure, percent: 1 },
  { value: withdrawErasure, percent: 0.5 },
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
  { value: rate, percent: 45 },
  { value: agreeToErasure, percent: 4 },
  { value: refuseErasure, percent: 1 },
  ...pharmacistEdits.map(({ value, percent }) => ({ value, percent: percent / 2 })),
];

/** Of a chart that the screen does not show: a transfer of it may be offered. */
const answersToOffers: typeof pharmacistEdits = [
  { value: acceptTransfer, percent: 85 },
  { value: declineTransfer, percent: 15 },
];

/** @returns undefined where the screen shows nothing to edit */
export function drawEdit(context: EditContext): Edit | undefined {
  if (!context.chart.isShown)
    return context.member.role === 'physician' ? undefined : context.random.weighted(answersToOffers)(context);
  const draws = { admin: adminEdits, pharmacist: pharmacistEdits, physician: physicianEdits }[context.member.role];
  return context.random.weighted(draws)(context);
}
