/** What can happen on `patient-<id>`. Encrypted with the patient's key on the way to the log. */
import * as z from 'zod';
import { CalendarDate } from '../calendar-date.ts';
import type { EventsOf } from '../event-schema.ts';
import { Id } from '../fields.ts';
import { RichText } from '../rich-text.ts';

export const patientEvents = {
  PatientRegistered: z.object({
    teamId: Id,
    firstName: z.string(),
    middleName: z.string(),
    lastName: z.string(),
    fourthName: z.string(),
    birthdate: CalendarDate,
    medicalRecordNumber: z.string(),
  }),
  /** Holds all that `PatientAdmitted` needs, so that an admission cut off between the two streams can be finished (rule 5). */
  AdmissionRegistered: z.object({ admissionId: Id, admissionDate: CalendarDate, admissionDetails: RichText }),
};
export type PatientEvent = EventsOf<typeof patientEvents>;

export const patientStream = (patientId: string): string => `patient-${patientId}`;
