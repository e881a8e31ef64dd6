/** What is allowed with a patient: by clinical pharmacists of the patient's team (specification §6). */
import type { CalendarDate } from '../values/calendar-date.ts';
import { type Command, Rejection, refuseIfChanged } from '../command.ts';
import {
  refuseAdmissionBeforeBirth,
  refuseImpossibleAdmissionDate,
  refuseImpossibleBirthdate,
} from '../values/dates-of-care.ts';
import { refusal } from '../reasons/refusal.ts';
import { notFound, refuseUnless } from '../refusals.ts';
import type { PatientEvent } from './events.ts';
import type { Patient, RegisteredPatient } from './state.ts';

/** What is said of the person. */
export interface PatientFacts {
  readonly firstName: string;
  readonly middleName: string;
  readonly lastName: string;
  readonly fourthName: string;
  readonly birthdate: CalendarDate;
  readonly medicalRecordNumber: string;
}
export interface RegisterPatient extends PatientFacts {
  readonly teamId: string;
}
/** What is left out stays as it is. */
export interface CorrectPatient extends Partial<PatientFacts> {
  readonly patientId: string;
}
export interface DeletePatient {
  readonly patientId: string;
}
export interface UnregisterAdmission {
  readonly admissionId: string;
}
export interface RegisterAdmission {
  readonly admissionId: string;
  readonly admissionDate: CalendarDate;
  /** HTML, sanitised. */
  readonly admissionDetails: string;
}

/**
 * Specification §6. A repeat writes nothing; near matches of the name warn on the screen and never block (decisions,
 * trap 4).
 */
export function registerPatient(patient: Patient, command: Command<RegisterPatient>): PatientEvent[] {
  const { teamId } = command;
  const facts = factsIn(command);
  if (patient.status === 'deleted') throw notFound();
  refuseUnless(command.actor.canEdit);
  if (patient.status === 'registered') {
    if (patient.teamId === teamId && sameFacts(patient, facts)) return [];
    throw new Rejection(refusal('patient-exists'));
  }
  refuseImpossibleBirthdate(facts.birthdate, command.today);
  return [{ type: 'PatientRegistered', data: { teamId, ...facts } }];
}

/** Specification §7: names, birth date, record number. */
export function correctPatient(patient: Patient, command: Command<CorrectPatient>): PatientEvent[] {
  const before = registered(patient);
  refuseUnless(command.actor.canEdit);
  const facts = factsIn({ ...before, ...command });
  refuseImpossibleBirthdate(facts.birthdate, command.today);
  if (sameFacts(before, facts)) return [];
  refuseIfChanged(command, { kind: 'patient', id: command.patientId }, before.touch);
  return [{ type: 'PatientCorrected', data: facts }];
}

/**
 * Specification §4: only without admissions. Whoever appends this destroys the patient's key next
 * (`erase-deleted-patients.ts`).
 */
export function deletePatient(patient: Patient, command: Command<DeletePatient>): PatientEvent[] {
  const before = registered(patient);
  refuseUnless(command.actor.canEdit);
  if (before.admissions.length > 0) throw new Rejection(refusal('patient-has-admissions'));
  refuseIfChanged(command, { kind: 'patient', id: command.patientId }, before.touch);
  return [{ type: 'PatientDeleted', data: {} }];
}

/** First half of admitting (rule 5): `admitPatient` on the admission's own stream follows. A repeat writes nothing. */
export function registerAdmission(patient: Patient, command: Command<RegisterAdmission>): PatientEvent[] {
  const { admissionId, admissionDate, admissionDetails } = command;
  const { admissions, birthdate } = registered(patient);
  refuseUnless(command.actor.canEdit);
  if (admissions.some((admission) => admission.admissionId === admissionId)) return [];
  refuseImpossibleAdmissionDate(admissionDate, command.today);
  refuseAdmissionBeforeBirth(admissionDate, birthdate);
  return [{ type: 'AdmissionRegistered', data: { admissionId, admissionDate, admissionDetails } }];
}

/**
 * Second half of deleting an admission: its own stream has decided already, so whoever may have done that is not asked
 * again. A repeat writes nothing, and neither does one that comes after the patient is gone.
 */
export function unregisterAdmission(patient: Patient, { admissionId }: Command<UnregisterAdmission>): PatientEvent[] {
  if (patient.status === 'none') throw notFound();
  if (patient.status === 'deleted' || !patient.admissions.some((admission) => admission.admissionId === admissionId))
    return [];
  return [{ type: 'AdmissionUnregistered', data: { admissionId } }];
}

function registered(patient: Patient): RegisteredPatient {
  if (patient.status !== 'registered') throw notFound();
  return patient;
}

const factsIn = ({
  firstName,
  middleName,
  lastName,
  fourthName,
  birthdate,
  medicalRecordNumber,
}: PatientFacts): PatientFacts => ({
  firstName,
  middleName,
  lastName,
  fourthName,
  birthdate,
  medicalRecordNumber,
});

const sameFacts = (a: PatientFacts, b: PatientFacts): boolean =>
  a.firstName === b.firstName &&
  a.middleName === b.middleName &&
  a.lastName === b.lastName &&
  a.fourthName === b.fourthName &&
  a.birthdate === b.birthdate &&
  a.medicalRecordNumber === b.medicalRecordNumber;
