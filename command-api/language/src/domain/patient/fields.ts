/** The fields of a patient and of an allergy, each described once (docs/add-a-field.md). The browser loads this file: no zod. */
import { type FieldsOf, written } from '../values/record-fields.ts';
import type { Allergy, PatientFacts } from './events.ts';

/** The four names are one group, so that two corrections of a name are never mixed. */
export const patientFields = {
  firstName: { kind: 'line', group: 'name' },
  middleName: { kind: 'line', group: 'name' },
  lastName: { kind: 'line', group: 'name' },
  fourthName: { kind: 'line', group: 'name' },
  birthdate: { kind: 'day', isRequired: true },
  medicalRecordNumber: { kind: 'line' },
  sex: { kind: 'choice' },
} as const satisfies FieldsOf<PatientFacts>;

/** Drug, class and text are one group: an allergy has one agent. */
export const allergyFields = {
  drug: { kind: 'id', label: 'drugLabel', group: 'agent' },
  drugLabel: { kind: 'label', group: 'agent' },
  tag: { kind: 'id', label: 'tagLabel', group: 'agent' },
  tagLabel: { kind: 'label', group: 'agent' },
  agentText: { kind: 'line', group: 'agent' },
  reaction: { kind: 'line' },
  severity: { kind: 'choice' },
  certainty: { kind: 'choice' },
  source: { kind: 'choice' },
  onset: { kind: 'line' },
} as const satisfies FieldsOf<Omit<Allergy, 'allergyId'>>;

export const writtenAllergyFields = written(allergyFields);
