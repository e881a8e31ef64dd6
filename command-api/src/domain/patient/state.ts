/** What is true of a patient: who they are, and which admissions are registered. The fold of `patient-<id>`. */
import type { CalendarDate } from '../values/calendar-date.ts';
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
/** Nothing of the person is left, here or in the log. */
export interface DeletedPatient {
  readonly status: 'deleted';
  /** From the deletion's metadata, where nothing before it can be read any more. */
  readonly teamId?: string;
  readonly touch: Touch;
}
export type Patient = { readonly status: 'none' } | RegisteredPatient | DeletedPatient;

export const initial: Patient = { status: 'none' };

/**
 * Total: an event whose predecessor could not be read changes nothing. Leave out events without data (`unreadable`);
 * the deletion can be read when nothing before it can any more, and nothing comes after it.
 */
export function evolve(patient: Patient, event: Recorded<PatientEvent>): Patient {
  if (patient.status === 'deleted') return patient;
  if (event.type === 'PatientDeleted') {
    const teamId = patient.status === 'registered' ? patient.teamId : event.metadata.teamId;
    return { status: 'deleted', ...(teamId === undefined ? {} : { teamId }), touch: touchOf(event) };
  }
  if (event.type === 'PatientRegistered') {
    return {
      status: 'registered',
      ...event.data,
      registeredAt: event.metadata.occurredAt,
      admissions: [],
      touch: touchOf(event),
    };
  }
  if (patient.status === 'none') return patient;

  switch (event.type) {
    case 'PatientCorrected':
      return { ...patient, ...event.data, touch: touchOf(event) };
    case 'AdmissionRegistered':
      return { ...patient, admissions: [...patient.admissions, event.data] };
    case 'AdmissionUnregistered':
      return {
        ...patient,
        admissions: patient.admissions.filter(({ admissionId }) => admissionId !== event.data.admissionId),
      };
    default:
      return unknownEvent(event, patient);
  }
}
