/** What is true of a patient: who they are, and which admissions are registered. The fold of `patient-<id>`. */
import type { CalendarDate } from '../calendar-date.ts';
import { type Recorded, type Touch, touchOf } from '../command.ts';
import { unknownEvent } from '../event-schema.ts';
import type { PatientEvent } from './events.ts';

export interface RegisteredAdmission {
  readonly admissionId: string;
  readonly admissionDate: CalendarDate;
  /** HTML. */
  readonly admissionDetails: string;
}

/** `touch` counts what is said of the person; a new admission leaves it alone. */
export interface RegisteredPatient {
  readonly status: 'registered';
  readonly teamId: string;
  readonly firstName: string;
  readonly middleName: string;
  readonly lastName: string;
  readonly fourthName: string;
  readonly birthdate: CalendarDate;
  readonly medicalRecordNumber: string;
  /** The instant of registration, ISO 8601 UTC. */
  readonly registeredAt: string;
  /** In the order they were registered. */
  readonly admissions: readonly RegisteredAdmission[];
  readonly touch: Touch;
}
export type Patient = { readonly status: 'none' } | RegisteredPatient;

export const initial: Patient = { status: 'none' };

/** Total: an event whose predecessor could not be read changes nothing. Leave out events without data (`unreadable`). */
export function evolve(patient: Patient, event: Recorded<PatientEvent>): Patient {
  switch (event.type) {
    case 'PatientRegistered':
      return { status: 'registered', ...event.data, registeredAt: event.metadata.occurredAt, admissions: [], touch: touchOf(event) };
    case 'AdmissionRegistered':
      return patient.status === 'none' ? patient : { ...patient, admissions: [...patient.admissions, event.data] };
    default:
      return unknownEvent(event, patient);
  }
}
