/**
 * Merging a patient into the one who stays, and undoing it (docs/decisions/write-side/merged-patients.md). The merged
 * patient's stream decides whether it may be merged, then the other stream whether it takes the patient.
 */
import { type Command, Rejection, refuseIfChanged } from '../command.ts';
import { refusal } from '../reasons/refusal.ts';
import { invalidField, refuseUnless } from '../refusals.ts';
import type { CalendarDate } from '../values/calendar-date.ts';
import { refuseBirthAfterAdmission } from '../values/dates-of-care.ts';
import { registered } from './decide.ts';
import type { PatientEvent } from './events.ts';
import type { Patient } from './state.ts';

/** A merge can be undone for this long. */
export const UNDO_HOURS = 24;
export const UNDO_MS = UNDO_HOURS * 3_600_000;

/** `survivor`: the patient who stays, as read just before. */
export interface MergePatient {
  readonly patientId: string;
  readonly into: string;
  readonly survivor: Patient;
  /** The first day of the merged patient's admissions. */
  readonly firstAdmission?: CalendarDate | undefined;
  /** Typed by the person, or empty. */
  readonly reason: string;
}
export interface AbsorbPatient {
  readonly patientId: string;
  readonly teamId: string;
}
/** `survivorTeamId`: the team of the patient who stays after all merges, as read just before. */
export interface SeparatePatient {
  readonly patientId: string;
  readonly survivorTeamId: string | undefined;
}
export interface UndoMerge {
  readonly into: string;
}

/**
 * The first step of a merge, on the merged patient's stream. A repetition writes nothing. Patients who were merged into it stay
 * with it. Circles cannot come about: `absorbPatient` takes nothing into a patient who is merged.
 */
export function mergePatient(merged: Patient, command: Command<MergePatient>): PatientEvent[] {
  const { patientId, into, reason } = command;
  const before = registered(merged);
  refuseUnless(command.actor.canEdit);
  if (patientId === into) throw invalidField('patient', refusal('merge-with-itself'));
  if (before.mergedInto?.patientId === into) return [];
  if (before.mergedInto) throw new Rejection(refusal('merged-into-another'));
  const survivor = registered(command.survivor);
  if (survivor.teamId !== before.teamId) throw invalidField('patient', refusal('patients-of-two-teams'));
  if (survivor.mergedInto) throw new Rejection(refusal('survivor-merged'));
  refuseBirthAfterAdmission(survivor.birthdate, command.firstAdmission, 'patient');
  refuseIfChanged(command, { kind: 'patient', id: patientId }, before.touch);
  return [{ type: 'PatientMerged', data: { into, reason } }];
}

/**
 * The second step, on the stream of the patient who stays. A patient who was merged or moved to another team meanwhile
 * declines. The event makes this answer final, also if the patient is on its own again later.
 */
export function absorbPatient(survivor: Patient, { patientId, teamId }: Command<AbsorbPatient>): PatientEvent[] {
  const before = registered(survivor);
  if (hasAbsorbed(before, patientId)) return [];
  const type = before.mergedInto || before.teamId !== teamId ? 'PatientMergeDeclined' : 'PatientAbsorbed';
  return [{ type, data: { patientId } }];
}

/**
 * The first step of undoing, on the stream of the patient who stays: also if that one was merged since. Not in another
 * team than that of the merge: a transfer took one chart along, and the other patient would be left without theirs.
 */
export function separatePatient(survivor: Patient, command: Command<SeparatePatient>): PatientEvent[] {
  const { patientId } = command;
  const { absorbed, teamId, mergedInto } = registered(survivor);
  refuseUnless(command.actor.canEdit);
  const merge = absorbed.find((one) => one.patientId === patientId);
  if (!merge) throw new Rejection(refusal('not-merged'));
  if (Date.parse(command.at) - Date.parse(merge.at) > UNDO_MS)
    throw new Rejection(refusal('merge-too-old', { hours: UNDO_HOURS }));
  if (merge.teamId !== (mergedInto ? command.survivorTeamId : teamId))
    throw new Rejection(refusal('merge-transferred'));
  return [{ type: 'PatientSeparated', data: { patientId } }];
}

/** The last step of undoing, and of a merge that was declined, on the merged patient's stream. A repetition writes nothing. */
export function undoMerge(merged: Patient, { into }: Command<UndoMerge>): PatientEvent[] {
  if (merged.status !== 'registered' || merged.mergedInto?.patientId !== into) return [];
  return [{ type: 'PatientMergeUndone', data: {} }];
}

export const hasAbsorbed = (patient: Patient, patientId: string): boolean =>
  patient.status === 'registered' && patient.absorbed.some((one) => one.patientId === patientId);
