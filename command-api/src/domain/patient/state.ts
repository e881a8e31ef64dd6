/** The state of a patient, folded from `patient-<id>`: facts and registered admissions. */
import type { CalendarDate } from '../values/calendar-date.ts';
import { type Recorded, type Touch, touchOf } from '../command.ts';
import { unknownEvent } from '../event-schema.ts';
import type { GivenCareDetails } from '../admission/care-details.ts';
import type { PatientEvent } from './events.ts';

export interface RegisteredAdmission extends GivenCareDetails {
  readonly admissionId: string;
  readonly admissionDate: CalendarDate;
  /** HTML. */
  readonly admissionDetails: string;
}

/** `touch`: the last change of the facts. A new admission does not change it. */
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
/** No data of the person remains, neither here nor readable in the log. */
export interface DeletedPatient {
  readonly status: 'deleted';
  /** From the deletion's metadata where earlier events are unreadable. */
  readonly teamId?: string;
  readonly touch: Touch;
}
export type Patient = { readonly status: 'none' } | RegisteredPatient | DeletedPatient;

export const initial: Patient = { status: 'none' };

/**
 * Total: an event that does not fit changes nothing. The caller leaves out events without data (`unreadable`). The
 * deletion is always readable and is the last event.
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
