/**
 * The commands of an admission's medications, by clinical pharmacists (docs/product.md, "Admission medications"). The
 * order of checks is that of `decide.ts`.
 */
import type { CalendarDate } from '../values/calendar-date.ts';
import { type Command, refuseIfChanged, Rejection } from '../command.ts';
import { isSame, pick, presentFields } from '../values/record-fields.ts';
import { refusal } from '../reasons/refusal.ts';
import { invalidField, refuseUnless } from '../refusals.ts';
import type { AdmissionEvent, Medication } from './events.ts';
import { medicationFields } from './fields.ts';
import { admitted, medicationOf } from './lookup.ts';
import { endedBy } from './medication-course.ts';
import type { Admission } from './state.ts';

/** The caller looks up the label of the drug. The default of `startDate` is today. */
export interface AddMedication {
  readonly medication: Omit<Medication, 'startDate'> & { readonly startDate?: CalendarDate | undefined };
  /** The id of the deleted medication that it restores. Two restores of the same one have the same new id. */
  readonly bringsBack?: string | undefined;
}
/** Absent fields stay unchanged. */
export interface UpdateMedication {
  readonly medicationId: string;
  readonly changes: { readonly [Field in keyof Omit<Medication, 'medicationId'>]?: Medication[Field] | undefined };
}
/** The default of `stopDate` is today. */
export interface StopMedication {
  readonly medicationId: string;
  readonly stopDate?: CalendarDate | undefined;
}
/** The default of `from` is today; without `until` it lasts until it is ended. */
export interface HoldMedication {
  readonly medicationId: string;
  readonly from?: CalendarDate | undefined;
  readonly until: CalendarDate | null;
  readonly reason: string;
}
/** The default of `on` is today. */
export interface EndMedicationHold {
  readonly medicationId: string;
  readonly on?: CalendarDate | undefined;
}
export interface DeleteMedication {
  readonly medicationId: string;
}
export interface SortMedications {
  readonly admissionId: string;
  /** Each medication of the list once, in its new order. */
  readonly medicationIds: readonly string[];
}

export function addMedication(admission: Admission, command: Command<AddMedication>): AdmissionEvent[] {
  const { medications } = admitted(admission);
  refuseUnless(command.actor.canEdit);
  const isListed = (id: string): boolean => medications.some(({ medicationId }) => medicationId === id);
  const isRestored =
    command.bringsBack !== undefined && [command.bringsBack, command.medication.medicationId].some(isListed);
  if (isRestored) throw new Rejection(refusal('medication-back-already'));
  if (isListed(command.medication.medicationId)) return [];
  const medication = { ...command.medication, startDate: command.medication.startDate ?? command.today };
  refuseStopBeforeStart(medication);
  return [{ type: 'AdmissionMedicationAdded', data: { medication } }];
}

export function updateMedication(admission: Admission, command: Command<UpdateMedication>): AdmissionEvent[] {
  const { medicationId, changes } = command;
  admitted(admission);
  refuseUnless(command.actor.canEdit);
  const { touch, ...current } = medicationOf(admission, medicationId);
  const medication: Medication = { medicationId, ...pick(medicationFields, { ...current, ...presentFields(changes) }) };
  refuseStopBeforeStart(medication);
  if (isSame(medicationFields, current, medication)) return [];
  refuseIfChanged(command, { kind: 'medication', id: medicationId }, touch);
  const { startDate, stopDate } = medication;
  const isGiven = startDate < command.today && (stopDate === null || stopDate > command.today);
  const hasChanged = isGiven && doseOf(current) !== '' && doseOf(current) !== doseOf(medication);
  const doseChangedOn = hasChanged ? { doseChangedOn: command.today } : {};
  return [{ type: 'AdmissionMedicationUpdated', data: { medication, ...doseChangedOn } }];
}

/** Empty where none of the three is written. */
const doseOf = ({ dose, route, frequency }: Medication): string => [dose, route, frequency].filter(Boolean).join('\n');

/** Stopping again corrects the date. The date may be in the future. */
export function stopMedication(admission: Admission, command: Command<StopMedication>): AdmissionEvent[] {
  const { medicationId, stopDate = command.today } = command;
  admitted(admission);
  refuseUnless(command.actor.canEdit);
  const { touch, ...current } = medicationOf(admission, medicationId);
  refuseStopBeforeStart({ ...current, stopDate });
  if (current.stopDate === stopDate) return [];
  refuseIfChanged(command, { kind: 'medication', id: medicationId }, touch);
  return [{ type: 'AdmissionMedicationStopped', data: { medicationId, stopDate } }];
}

/** Holding again corrects the newest hold, or replaces it where it is over. The stop date ends it. */
export function holdMedication(admission: Admission, command: Command<HoldMedication>): AdmissionEvent[] {
  const { medicationId, from = command.today, until, reason } = command;
  admitted(admission);
  refuseUnless(command.actor.canEdit);
  const { startDate, stopDate, hold: current, touch } = medicationOf(admission, medicationId);
  if (from < startDate) throw invalidField('from', refusal('hold-before-start'));
  if (until !== null && until <= from) throw invalidField('until', refusal('hold-ends-before-it-begins'));
  const hold = endedBy(stopDate, { from, until, reason });
  if (hold === null) throw invalidField('from', refusal('hold-after-stop'));
  if (current?.from === from && current.until === hold.until && current.reason === reason) return [];
  refuseIfChanged(command, { kind: 'medication', id: medicationId }, touch);
  return [{ type: 'MedicationHeld', data: { medicationId, ...hold } }];
}

/** A hold that has not begun by that day does not happen. */
export function endMedicationHold(admission: Admission, command: Command<EndMedicationHold>): AdmissionEvent[] {
  const { medicationId, on = command.today } = command;
  admitted(admission);
  refuseUnless(command.actor.canEdit);
  const { hold, touch } = medicationOf(admission, medicationId);
  if (endedBy(on, hold) === hold) return [];
  refuseIfChanged(command, { kind: 'medication', id: medicationId }, touch);
  return [{ type: 'MedicationHoldEnded', data: { medicationId, on } }];
}

export function deleteMedication(admission: Admission, command: Command<DeleteMedication>): AdmissionEvent[] {
  const { medicationId } = command;
  admitted(admission);
  refuseUnless(command.actor.canEdit);
  const { touch } = medicationOf(admission, medicationId);
  refuseIfChanged(command, { kind: 'medication', id: medicationId }, touch);
  return [{ type: 'AdmissionMedicationDeleted', data: { medicationId } }];
}

/**
 * Sets the whole order, so that two people who sort at the same time end with one of the two orders. A medication that
 * is missing or unknown in the list may be a change by another person, so the conflict is checked first.
 */
export function sortMedications(admission: Admission, command: Command<SortMedications>): AdmissionEvent[] {
  const { admissionId, medicationIds } = command;
  const { medications, listTouch } = admitted(admission);
  refuseUnless(command.actor.canEdit);
  const current = medications.map(({ medicationId }) => medicationId);
  if (new Set(medicationIds).size < medicationIds.length) throw invalidField('ids', refusal('medication-named-twice'));
  if (medicationIds.length === current.length && medicationIds.every((id, index) => id === current[index])) return [];
  refuseIfChanged(command, { kind: 'medications', id: admissionId }, listTouch);
  if (medicationIds.some((id) => !current.includes(id)))
    throw invalidField('ids', refusal('medication-not-in-admission'));
  if (medicationIds.length < current.length) throw invalidField('ids', refusal('medication-left-out'));
  return [{ type: 'AdmissionMedicationsSorted', data: { medicationIds: [...medicationIds] } }];
}

/**
 * By the admin account: medications without a stop date stop on the day of the discharge, or on their start date where
 * that is later. An admission that is open or deleted stays unchanged.
 */
export function stopMedicationsOfDischarged(admission: Admission, command: Command<object>): AdmissionEvent[] {
  refuseUnless(command.actor.isAdminAccount);
  if (admission.status !== 'discharged') return [];
  const { dischargeDate } = admission;
  return admission.medications
    .filter(({ stopDate }) => stopDate === null)
    .map(({ medicationId, startDate }) => ({
      type: 'AdmissionMedicationStopped',
      data: { medicationId, stopDate: startDate > dischargeDate ? startDate : dischargeDate },
    }));
}

function refuseStopBeforeStart({ startDate, stopDate }: Pick<Medication, 'startDate' | 'stopDate'>): void {
  if (stopDate !== null && stopDate < startDate) throw invalidField('stopDate', refusal('stop-before-start'));
}
