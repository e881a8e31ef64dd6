/** What is allowed with a patient: by clinical pharmacists of the patient's team (specification §6). */
import type { CalendarDate } from '../calendar-date.ts';
import { type Command, Rejection } from '../command.ts';
import { refuseAdmissionBeforeBirth, refuseImpossibleAdmissionDate, refuseImpossibleBirthdate } from '../dates-of-care.ts';
import { notFound, refuseUnless } from '../refusals.ts';
import type { PatientEvent } from './events.ts';
import type { Patient } from './state.ts';

export interface RegisterPatient {
  readonly teamId: string;
  readonly firstName: string;
  readonly middleName: string;
  readonly lastName: string;
  readonly fourthName: string;
  readonly birthdate: CalendarDate;
  readonly medicalRecordNumber: string;
}
export interface RegisterAdmission {
  readonly admissionId: string;
  readonly admissionDate: CalendarDate;
  /** HTML, sanitised. */
  readonly admissionDetails: string;
}

/** Specification §6. A repeat writes nothing; near matches of the name warn on the screen and never block (decisions, trap 4). */
export function registerPatient(patient: Patient, command: Command<RegisterPatient>): PatientEvent[] {
  const { teamId, firstName, middleName, lastName, fourthName, birthdate, medicalRecordNumber } = command;
  const facts = { teamId, firstName, middleName, lastName, fourthName, birthdate, medicalRecordNumber };
  refuseUnless(command.actor.canEdit);
  if (patient.status === 'registered') {
    if (sameFacts(patient, facts)) return [];
    throw new Rejection('conflict', 'This patient is already registered');
  }
  refuseImpossibleBirthdate(birthdate, command.today);
  return [{ type: 'PatientRegistered', data: facts }];
}

/** First half of admitting (rule 5): `admitPatient` on the admission's own stream follows. A repeat writes nothing. */
export function registerAdmission(patient: Patient, command: Command<RegisterAdmission>): PatientEvent[] {
  const { admissionId, admissionDate, admissionDetails } = command;
  if (patient.status === 'none') throw notFound();
  refuseUnless(command.actor.canEdit);
  if (patient.admissions.some((admission) => admission.admissionId === admissionId)) return [];
  refuseImpossibleAdmissionDate(admissionDate, command.today);
  refuseAdmissionBeforeBirth(admissionDate, patient.birthdate);
  return [{ type: 'AdmissionRegistered', data: { admissionId, admissionDate, admissionDetails } }];
}

const sameFacts = (a: RegisterPatient, b: RegisterPatient): boolean =>
  a.teamId === b.teamId &&
  a.firstName === b.firstName &&
  a.middleName === b.middleName &&
  a.lastName === b.lastName &&
  a.fourthName === b.fourthName &&
  a.birthdate === b.birthdate &&
  a.medicalRecordNumber === b.medicalRecordNumber;
