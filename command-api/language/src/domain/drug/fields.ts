/** The fields of a drug, each described once (docs/add-a-field.md). The browser loads this file: no zod. */
import type { FieldsOf } from '../values/record-fields.ts';
import type { Classification } from './classification.ts';
import type { DrugContent } from './state.ts';

export const drugFields = {
  label: { kind: 'line' },
  /** A table of their own: entries refer to them. */
  tradeLabels: { kind: 'items' },
  errTemps: { kind: 'items' },
  tags: { kind: 'ids' },
  tips: { kind: 'text' },
  compatibility: { kind: 'items' },
} as const satisfies FieldsOf<DrugContent>;

/** From the hospital's file; no form has them. */
export const classificationFields = {
  atc: { kind: 'line' },
  ddds: { kind: 'items' },
} as const satisfies FieldsOf<Classification>;
