/** What can happen on `patient-<id>`. Encrypted with the patient's key on the way to the log. */
import * as z from 'zod';
import { CalendarDate } from '../values/calendar-date.ts';
import type { EventsOf } from '../event-schema.ts';
import { Id } from '../values/fields.ts';
import { RichText } from '../values/rich-text.ts';

const facts = {
  firstName: z.string(),
  middleName: z.string(),
  lastName: z.string(),
  fourthName: z.string(),
  birthdate: CalendarDate,
  medicalRecordNumber: z.string(),
};

export const patientEvents = {
  PatientRegistered: z.object({ teamId: Id, ...facts }),
  /** What is said of the person, as it stands from now on. */
  PatientCorrected: z.object(facts),
  /**
   * Holds all that `PatientAdmitted` needs, so that an admission cut off between the two streams can be finished (rule
   * 5).
   */
  AdmissionRegistered: z.object({ admissionId: Id, admissionDate: CalendarDate, admissionDetails: RichText }),
  /** The admission has been deleted on its own stream: the patient is free of it. */
  AdmissionUnregistered: z.object({ admissionId: Id }),
  /**
   * The last event of the stream. Without content, so that it is understood when the patient's key has been destroyed.
   */
  PatientDeleted: z.object({}),
};
export type PatientEvent = EventsOf<typeof patientEvents>;

export const patientStream = (patientId: string): string => `patient-${patientId}`;
