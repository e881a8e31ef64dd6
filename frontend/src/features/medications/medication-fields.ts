/** The fields of the medication form: strings only, as a flat form holds them. */
import type { AdmissionMedication } from 'language/contract/entities';
import { medicationFields as described, writtenMedicationFields } from 'language/domain/admission/fields';
import { groupsOf, pick } from 'language/domain/values/record-fields';
import { textsOf } from '../../editing/flat-fields.ts';
import { isFlatDraft, type FlatFormDraft } from '../../editing/flat-form.tsx';
import { translate } from '../../platform/language/language.ts';
import { type FieldGroups, createVersionReader } from '../../editing/merge.ts';
import { areDatesInOrder } from '../../platform/time/dates.ts';
import { dateProblemText } from '../../platform/time/typed-date.ts';

/** The label is only shown: the server fills in its own. */
export type MedicationBody = Pick<AdmissionMedication, keyof typeof writtenMedicationFields>;
export type MedicationFields = Readonly<Record<keyof typeof described, string>>;

export const fieldsOf = (medication: Partial<AdmissionMedication>): MedicationFields => textsOf(described, medication);
export const blankMedication = (startDate: string): MedicationFields => fieldsOf({ startDate });
export const bodyOf = (fields: MedicationFields): MedicationBody => ({
  ...pick(writtenMedicationFields, fields),
  stopDate: fields.stopDate === '' ? null : fields.stopDate,
});
/** The body of an update: only the changed fields. */
export function changesOf({
  drugLabel: _label,
  stopDate,
  ...texts
}: Partial<MedicationFields>): Partial<MedicationBody> {
  return { ...texts, ...(stopDate === undefined ? {} : { stopDate: stopDate === '' ? null : stopDate }) };
}

/** Messages by field for what can be checked before the form is sent. */
export function missingIn({ drug, startDate, stopDate }: MedicationFields): {
  drug?: string;
  startDate?: string;
  stopDate?: string;
} {
  const start = startDate === '' ? translate('medication.missing.startDate') : dateProblemText(startDate);
  const stop =
    dateProblemText(stopDate) ??
    (areDatesInOrder(startDate, stopDate) ? undefined : translate('medication.missing.order'));
  return {
    ...(drug === '' ? { drug: translate('medication.missing.drug') } : {}),
    ...(start === undefined ? {} : { startDate: start }),
    ...(stop === undefined ? {} : { stopDate: stop }),
  };
}

/** Fields that are merged together (docs/decisions/browser/conflicts.md). */
export const medicationGroups: FieldGroups<MedicationFields> = groupsOf(described);
export const readMedication = createVersionReader<AdmissionMedication, MedicationFields>(
  ['drugLabel', 'startDate'],
  fieldsOf,
);

/** True if a stored draft can be shown in the form. */
export const isMedicationDraft = isFlatDraft(blankMedication(''));
export type MedicationDraft = FlatFormDraft<MedicationFields>;
