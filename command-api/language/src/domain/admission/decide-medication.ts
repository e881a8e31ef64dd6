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
  return [{ type: 'AdmissionMedicationUpdated', data: { medication } }];
}

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
