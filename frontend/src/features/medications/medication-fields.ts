/** What a person fills in of an admission's medication: texts alone, so that a flat form holds them. */
import type { AdmissionMedication } from 'command-api/contract/entities';
import { isFlatDraft, type FlatDraft } from '../../editing/flat-form/flat-form.ts';
import type { Groups } from '../../editing/conflict/merge.ts';
import { currentAs } from '../../editing/conflict/conflict-base.ts';

export interface MedicationBody {
  drug: string;
  dose: string;
  route: string;
  frequency: string;
  startDate: string;
  stopDate: string | null;
  note: string;
}
/** `drugLabel` is for the screen: the server fills in its own. */
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
/** Only what was changed. */
export function changesOf({
  drugLabel: _label,
  stopDate,
  ...texts
}: Partial<MedicationFields>): Partial<MedicationBody> {
  return { ...texts, ...(stopDate === undefined ? {} : { stopDate: stopDate === '' ? null : stopDate }) };
}

/** What is wrong before the server is asked, by field. */
export function missingIn({ drug, startDate, stopDate }: MedicationFields): {
  drug?: string;
  startDate?: string;
  stopDate?: string;
} {
  return {
    ...(drug === '' ? { drug: 'Choose a drug' } : {}),
    ...(startDate === '' ? { startDate: 'Enter a date' } : {}),
    ...(stopDate !== '' && stopDate < startDate ? { stopDate: 'The stop date is before the start date' } : {}),
  };
}

/**
 * A dose speaks of its drug, its route and how often it is given: half the dose of one and twice the times of another
 * are no order that anybody gave.
 */
export const medicationGroups: Groups<MedicationFields> = [
  ['drug', 'drugLabel', 'dose', 'route', 'frequency'],
  ['startDate', 'stopDate'],
  ['note'],
];
export const asMedication = currentAs<AdmissionMedication, MedicationFields>(['drugLabel', 'startDate'], fieldsOf);

/** Whether what a draft store holds can be shown in the form. */
export const isMedicationDraft = isFlatDraft(blankMedication(''));
export type MedicationDraft = FlatDraft<MedicationFields>;

/** Taken on this day: not stopped, or stopped on a day to come. */
export const isTaken = ({ stopDate }: Pick<AdmissionMedication, 'stopDate'>, today: string): boolean =>
  stopDate === null || stopDate > today;
