/** The fields of a patient, each described once (docs/add-a-field.md). The browser loads this file: no zod. */
import type { FieldsOf } from '../values/record-fields.ts';
import type { PatientFacts } from './events.ts';

/** The four names are one group, so that two corrections of a name are never mixed. */
export const patientFields = {
  firstName: { kind: 'line', group: 'name' },
  middleName: { kind: 'line', group: 'name' },
  lastName: { kind: 'line', group: 'name' },
  fourthName: { kind: 'line', group: 'name' },
  birthdate: { kind: 'day', isRequired: true },
  medicalRecordNumber: { kind: 'line' },
} as const satisfies FieldsOf<PatientFacts>;
