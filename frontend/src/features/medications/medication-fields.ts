/** The fields of the medication form: strings only, as a flat form holds them. */
import type { AdmissionMedication } from 'command-api/contract/entities';
import { isFlatDraft, type FlatFormDraft } from '../../editing/flat-form.tsx';
import { translate } from '../../platform/language/language.ts';
import { type FieldGroups, createVersionReader } from '../../editing/merge.ts';
import { areDatesInOrder } from '../../platform/time/dates.ts';
import { dateProblemText } from '../../platform/time/typed-date.ts';

export interface MedicationBody {
  drug: string;
  dose: string;
  route: string;
  frequency: string;
  startDate: string;
  stopDate: string | null;
  note: string;
}
/** `drugLabel` is only shown: the server fills in its own. */
export type MedicationFields = Readonly<
  Record<'drug' | 'drugLabel' | 'dose' | 'route' | 'frequency' | 'startDate' | 'stopDate' | 'note', string>
>;

export const blankMedication = (startDate: string): MedicationFields => ({
  drug: '',
  drugLabel: '',
  dose: '',
  route: '',
  frequency: '',
  startDate,
  stopDate: '',
  note: '',
});

export const fieldsOf = ({
  drug,
  drugLabel,
  dose,
  route,
  frequency,
  startDate,
  stopDate,
  note,
}: AdmissionMedication): MedicationFields => ({
  drug,
  drugLabel,
  dose,
  route,
  frequency,
  startDate,
  stopDate: stopDate ?? '',
  note,
});
export const bodyOf = ({
  drug,
  dose,
  route,
  frequency,
  startDate,
  stopDate,
  note,
}: MedicationFields): MedicationBody => ({
  drug,
  dose,
  route,
  frequency,
  startDate,
  stopDate: stopDate === '' ? null : stopDate,
  note,
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

/**
 * Fields that are merged together (docs/decisions/browser/conflicts.md).
 * A dose depends on drug, route and frequency: one person's dose with another's frequency is an order that no one gave.
 */
export const medicationGroups: FieldGroups<MedicationFields> = [
  ['drug', 'drugLabel', 'dose', 'route', 'frequency'],
  ['startDate', 'stopDate'],
  ['note'],
];
export const readMedication = createVersionReader<AdmissionMedication, MedicationFields>(
  ['drugLabel', 'startDate'],
  fieldsOf,
);

/** True if a stored draft can be shown in the form. */
export const isMedicationDraft = isFlatDraft(blankMedication(''));
export type MedicationDraft = FlatFormDraft<MedicationFields>;

/** True if the medication is taken on this day: not stopped, or stopped on a later day. */
export const isTaken = ({ stopDate }: Pick<AdmissionMedication, 'stopDate'>, today: string): boolean =>
  stopDate === null || stopDate > today;
