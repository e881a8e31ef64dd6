/** Names for display. */
import type { Patient } from 'language/contract/entities';

/** The names of a patient, without empty ones. */
export const patientNames = (
  patient: Pick<Patient, 'firstName' | 'middleName' | 'lastName' | 'fourthName'>,
): string[] =>
  [patient.firstName, patient.middleName, patient.lastName, patient.fourthName].filter((name) => name !== '');

export const patientFullName = (patient: Parameters<typeof patientNames>[0]): string => patientNames(patient).join(' ');

/** `م. أ. ع.`, for window titles, which appear in screenshots and browser histories. */
export const patientInitials = (patient: Parameters<typeof patientNames>[0]): string =>
  patientNames(patient)
    .map((name) => `${[...name][0] ?? ''}.`)
    .join(' ');

export const personName = (person: { firstName: string; lastName: string }): string =>
  `${person.firstName} ${person.lastName}`.trim();
