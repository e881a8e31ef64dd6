/** The commands of a patient, by clinical pharmacists of the patient's team (docs/product.md, "Rights"). */
import type { CalendarDate } from '../values/calendar-date.ts';
import { type Command, Rejection, refuseIfChanged } from '../command.ts';
import {
  refuseAdmissionBeforeBirth,
  refuseBirthAfterAdmission,
  refuseImpossibleAdmissionDate,
  refuseImpossibleBirthdate,
} from '../values/dates-of-care.ts';
import { isSame, pick } from '../values/record-fields.ts';
import { refusal } from '../reasons/refusal.ts';
import { notFound, patientErased, refuseUnless } from '../refusals.ts';
import { type GivenCareDetails, givenIn } from '../admission/care-details.ts';
import type { PatientEvent, PatientFacts } from './events.ts';
import { patientFields } from './fields.ts';
import type { Patient, RegisteredPatient } from './state.ts';
import { hasOpenStay, type Stay } from './stays.ts';

export interface RegisterPatient extends PatientFacts {
  readonly teamId: string;
}
/** Absent fields stay unchanged. */
export interface CorrectPatient extends Partial<PatientFacts> {
  readonly patientId: string;
  /** The first day of the patient's admissions, where a birth date is given. */
  readonly firstAdmission?: CalendarDate | undefined;
}
export interface DeletePatient {
  readonly patientId: string;
}
export interface UnregisterAdmission {
  readonly admissionId: string;
}
export interface TransferPatient {
  readonly admissionId: string;
  /** As read just before: a patient who is elsewhere by now was moved by a later command. */
  readonly fromTeamId: string;
  readonly toTeamId: string;
}
export interface RegisterAdmission extends GivenCareDetails {
  readonly admissionId: string;
  readonly admissionDate: CalendarDate;
  /** HTML, sanitised. */
  readonly admissionDetails: string;
  /** The stays of the person, as read just before. */
  readonly stays: readonly Stay[];
}

/** A repetition writes nothing. Near matches of the name are a warning only (docs/product.md, "Near matches"). */
export function registerPatient(patient: Patient, command: Command<RegisterPatient>): PatientEvent[] {
  const { teamId } = command;
  const facts = pick(patientFields, command);
  if (patient.status === 'deleted') throw notFound();
  refuseUnless(command.actor.canEdit);
  if (patient.status === 'registered') {
    if (patient.teamId === teamId && isSame(patientFields, patient, facts)) return [];
    throw new Rejection(refusal('patient-exists'));
  }
  refuseImpossibleBirthdate(facts.birthdate, command.today);
  return [{ type: 'PatientRegistered', data: { teamId, ...facts } }];
}

export function correctPatient(patient: Patient, command: Command<CorrectPatient>): PatientEvent[] {
  const before = registered(patient);
  refuseUnless(command.actor.canEdit);
  refuseIfMerged(before);
  const facts = pick(patientFields, { ...before, ...command });
  refuseImpossibleBirthdate(facts.birthdate, command.today);
  if (isSame(patientFields, before, facts)) return [];
  if (facts.birthdate !== before.birthdate) refuseBirthAfterAdmission(facts.birthdate, command.firstAdmission);
  refuseIfChanged(command, { kind: 'patient', id: command.patientId }, before.touch);
  return [{ type: 'PatientCorrected', data: facts }];
}

/**
 * Only without admissions and merges (docs/product.md, "Deletions"): a merged patient's admissions are those of the
 * patient who stays, whose stream cannot see whether they are there. The patient's key is destroyed afterwards
 * (`processes/process-managers/erase-patient.ts`).
 */
export function deletePatient(patient: Patient, command: Command<DeletePatient>): PatientEvent[] {
  const before = registered(patient);
  refuseUnless(command.actor.canEdit);
  refuseIfMerged(before);
  if (before.admissions.length > 0) throw new Rejection(refusal('patient-has-admissions'));
  if (before.absorbed.length > 0) throw new Rejection(refusal('patient-has-merged'));
  refuseIfChanged(command, { kind: 'patient', id: command.patientId }, before.touch);
  return [{ type: 'PatientDeleted', data: {} }];
}

/**
 * The first step of an admission; `admitPatient` on the admission's own stream follows (docs/architecture.md, "Rule 5:
 * the stream that sees it decides"). A person has one open admission. A repetition writes nothing.
 */
export function registerAdmission(patient: Patient, command: Command<RegisterAdmission>): PatientEvent[] {
  const { admissionId, admissionDate, admissionDetails } = command;
  const before = registered(patient);
  const { admissions, birthdate } = before;
  refuseUnless(command.actor.canEdit);
  if (admissions.some((admission) => admission.admissionId === admissionId)) return [];
  refuseIfMerged(before);
  refuseImpossibleAdmissionDate(admissionDate, command.today);
  refuseAdmissionBeforeBirth(admissionDate, birthdate);
  if (hasOpenStay(before, command.stays)) throw new Rejection(refusal('patient-has-open-admission'));
  return [{ type: 'AdmissionRegistered', data: { admissionId, admissionDate, admissionDetails, ...givenIn(command) } }];
}

/**
 * The second step of deleting an admission. The admission's own stream has checked the rights. A repetition writes
 * nothing, also after the deletion of the patient.
 */
export function unregisterAdmission(patient: Patient, { admissionId }: Command<UnregisterAdmission>): PatientEvent[] {
  if (patient.status === 'none') throw notFound();
  if (patient.status === 'deleted' || !patient.admissions.some((admission) => admission.admissionId === admissionId))
    return [];
  return [{ type: 'AdmissionUnregistered', data: { admissionId } }];
}

/**
 * The second step of a transfer. The admission's own stream has checked the rights. A repetition writes nothing, also
 * after the deletion of the patient.
 */
export function transferPatient(patient: Patient, command: Command<TransferPatient>): PatientEvent[] {
  const { admissionId, fromTeamId, toTeamId } = command;
  if (patient.status === 'none') throw notFound();
  if (patient.status === 'deleted' || patient.teamId !== fromTeamId) return [];
  return [{ type: 'PatientTransferred', data: { admissionId, fromTeamId, toTeamId } }];
}

/** @throws Rejection `notFound` where there is no patient; `patient-is-erased` from the agreement on */
export function registered(patient: Patient): RegisteredPatient {
  if (patient.status === 'deleted' && patient.isErased) throw patientErased();
  if (patient.status !== 'registered') throw notFound();
  if (patient.erasure?.isAgreed) throw patientErased();
  return patient;
}

/**
 * Changes of the person are written to the patient who stays.
 * @throws Rejection `patient-merged`
 */
export function refuseIfMerged({ mergedInto }: RegisteredPatient): void {
  if (mergedInto) throw new Rejection(refusal('patient-merged'));
}
