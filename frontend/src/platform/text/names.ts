/** Names as people read them. */
import type { Patient } from 'command-api/contract/entities';

/** The four names of a patient, the empty ones left out. */
export const patientNames = (
  patient: Pick<Patient, 'firstName' | 'middleName' | 'lastName' | 'fourthName'>,
): string[] =>
  [patient.firstName, patient.middleName, patient.lastName, patient.fourthName].filter((name) => name !== '');

export const patientFullName = (patient: Parameters<typeof patientNames>[0]): string => patientNames(patient).join(' ');

/** For window titles, which show in screenshots and histories: `م. أ. ع.` */
export const patientInitials = (patient: Parameters<typeof patientNames>[0]): string =>
  patientNames(patient)
    .map((name) => `${[...name][0] ?? ''}.`)
    .join(' ');

export const personName = (person: { firstName: string; lastName: string }): string =>
  `${person.firstName} ${person.lastName}`.trim();
