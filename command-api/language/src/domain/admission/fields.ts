/** The fields of what is in a chart, each described once (docs/add-a-field.md). The browser loads this file: no zod. */
import { isNoError } from '../values/codes.ts';
import { reachedBy } from '../values/severity-questions.ts';
import { emptyOf, type Field, type FieldsOf, written } from '../values/record-fields.ts';
import { careFields } from './care-fields.ts';
import type { AdmissionEvent, Entry, HomeMedication, Measurement, Medication, ReconciledLine } from './events.ts';

/** The words for the changes of an entry's fields. */
export const entryChanges = [
  'severity',
  'severityAnswers',
  'response',
  'rating',
  'followUp',
  'drug',
  'type',
  'note',
  'tags',
  'pcne',
] as const;

interface OfEntry extends Field {
  /** "No error" has none (docs/product.md, "No error"). */
  readonly isOfErrors?: true;
  /** A duplicated review begins without it (docs/product.md, "Duplicates"). */
  readonly isNotCopied?: true;
}
/** `change`: the word for a change in histories. A label changes with its id. */
type EntryField = OfEntry & ({ readonly kind: 'label' } | { readonly change: (typeof entryChanges)[number] });

/** As it is written. A severity and a response belong to their error type, and the tags to their drug. */
export const entryFields = {
  errType: { kind: 'id', label: 'errTypeLabel', group: 'type', change: 'type' },
  errTypeLabel: { kind: 'label', group: 'type' },
  errDrug: { kind: 'id', label: 'errDrugLabel', group: 'drug', change: 'drug' },
  errDrugLabel: { kind: 'label', group: 'drug' },
  errNote: { kind: 'markup', change: 'note' },
  errRes: { kind: 'code', group: 'type', change: 'response', isOfErrors: true },
  errSeverity: { kind: 'letter', group: 'type', change: 'severity', isOfErrors: true },
  severityAnswers: { kind: 'ids', group: 'type', change: 'severityAnswers', isOfErrors: true },
  followUpDate: { kind: 'day', change: 'followUp', isOfErrors: true, isNotCopied: true },
  drugTags: { kind: 'items', group: 'drug', change: 'tags' },
  pcne: { kind: 'ids', change: 'pcne', isOfErrors: true },
} as const satisfies FieldsOf<Omit<Entry, 'entryId'>, EntryField>;

/** The labels are the server's, which looks them up. */
export const writtenEntryFields = written(entryFields);

/** As it is read: also with the rating by the team's admin. */
export const ratedEntryFields = {
  ...entryFields,
  rating: { kind: 'rating', change: 'rating' },
} as const satisfies Readonly<Record<string, EntryField>>;

const emptied = (isEmptied: (field: OfEntry) => boolean | undefined) =>
  Object.fromEntries(
    Object.entries<OfEntry>(entryFields).flatMap(([name, field]) => (isEmptied(field) ? [[name, emptyOf(field)]] : [])),
  );
/** The values in place of those that a copy does not take of its original. */
export const emptyInCopies = emptied(({ isNotCopied }) => isNotCopied);
const emptyWithoutError = emptied(({ isOfErrors }) => isOfErrors);
type Judged = Pick<Entry, 'errType' | 'errSeverity' | 'severityAnswers'>;
/** The entry without the fields that "No error" does not have, and without answers that lead to another severity. */
export function withoutContradictions<Filled extends Readonly<Judged>>(entry: Filled): Filled {
  if (isNoError(entry.errType)) return { ...entry, ...emptyWithoutError };
  const { severityAnswers: answers = [], errSeverity } = entry;
  return answers.length === 0 || reachedBy(answers) === errSeverity ? entry : { ...entry, severityAnswers: [] };
}

type DataOf<Type extends AdmissionEvent['type']> = Extract<AdmissionEvent, { type: Type }>['data'];

/** The head of a review. */
export const reviewFields = {
  reviewDate: { kind: 'day', isRequired: true },
  clinicalNote: { kind: 'markup' },
} as const satisfies FieldsOf<Omit<DataOf<'ReviewHeadEdited'>, 'reviewId'>>;

export const noteFields = {
  noteDate: { kind: 'day', isRequired: true },
  note: { kind: 'markup' },
} as const satisfies FieldsOf<Omit<DataOf<'PhysicianNoteEdited'>, 'noteId'>>;

/** A dose depends on drug, route and frequency: one person's dose with another's frequency is an order that no one gave. */
export const medicationFields = {
  drug: { kind: 'id', label: 'drugLabel', group: 'drug' },
  drugLabel: { kind: 'label', group: 'drug' },
  dose: { kind: 'line', group: 'drug' },
  route: { kind: 'line', group: 'drug' },
  frequency: { kind: 'line', group: 'drug' },
  indication: { kind: 'line' },
  culture: { kind: 'line' },
  startDate: { kind: 'day', isRequired: true, group: 'days' },
  stopDate: { kind: 'day', group: 'days' },
  note: { kind: 'text' },
} as const satisfies FieldsOf<Omit<Medication, 'medicationId'>>;

export const writtenMedicationFields = written(medicationFields);

/** The label is a person's own where the catalogue does not have the drug. */
export const homeMedicationFields = {
  drug: { kind: 'id', label: 'drugLabel', group: 'drug' },
  drugLabel: { kind: 'line', group: 'drug' },
  dose: { kind: 'line', group: 'drug' },
  route: { kind: 'line', group: 'drug' },
  frequency: { kind: 'line', group: 'drug' },
  indication: { kind: 'line' },
  source: { kind: 'line' },
  note: { kind: 'line' },
} as const satisfies FieldsOf<Omit<HomeMedication, 'homeMedicationId'>>;

/** A decision is written as a whole. */
export const reconciledFields = {
  stage: { kind: 'line', group: 'decision' },
  action: { kind: 'line', group: 'decision' },
  reason: { kind: 'line', group: 'decision' },
  dose: { kind: 'line', group: 'decision' },
  route: { kind: 'line', group: 'decision' },
  frequency: { kind: 'line', group: 'decision' },
  until: { kind: 'day', group: 'decision' },
  advice: { kind: 'line', group: 'decision' },
} as const satisfies FieldsOf<Omit<ReconciledLine, 'line'>>;

/** A value depends on its unit, and a drug level on the times of the sample and of the dose before it. */
export const measurementFields = {
  kind: { kind: 'line', group: 'value' },
  value: { kind: 'number', group: 'value' },
  unit: { kind: 'line', group: 'value' },
  takenOn: { kind: 'day', isRequired: true, group: 'times' },
  takenAt: { kind: 'line', group: 'times' },
  lastDoseOn: { kind: 'day', group: 'times' },
  lastDoseAt: { kind: 'line', group: 'times' },
  source: { kind: 'line' },
  note: { kind: 'line' },
} as const satisfies FieldsOf<Omit<Measurement, 'measurementId'>>;

/** A discharge is a date with a status. */
export const dischargeFields = {
  dischargeDate: { kind: 'day', group: 'discharge' },
  dischargeStatus: { kind: 'code', group: 'discharge' },
  dischargeNote: { kind: 'text' },
} as const satisfies FieldsOf<DataOf<'PatientDischarged'>>;

export const admissionFields = {
  admissionDate: { kind: 'day', isRequired: true },
  admissionDetails: { kind: 'markup' },
  ...careFields,
  ...dischargeFields,
} as const satisfies FieldsOf<DataOf<'AdmissionEdited'> & DataOf<'PatientDischarged'>>;
