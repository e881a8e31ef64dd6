/** The care details of an admission, each described once (docs/add-a-field.md). A bed is one of a room. */
import type { Field } from '../values/record-fields.ts';

export const careFields = {
  room: { kind: 'line', group: 'place' },
  bed: { kind: 'line', group: 'place' },
  consultant: { kind: 'line' },
  workingDiagnosis: { kind: 'line' },
  pregnancy: { kind: 'line' },
  plannedDischarge: { kind: 'line' },
} as const satisfies Readonly<Record<string, Field>>;
