/** The table of medicines by day, made from the reviews and the list of medications of the chart. */
import type { AdmissionDetails, AdmissionMedication, Review } from 'language/contract/entities';
import { dashboardOf, daysOf, emptyDay } from 'language/contract/render/medication-dashboard';
import type { MedicationDay } from 'language/contract/reports';
import { asCalendarDate } from 'language/domain/values/calendar-date';
import type { GivenParts } from '../../clinical/given.tsx';
import { isListedOn, isSameMedicine } from '../../clinical/listed-medications.ts';

/** The changes of the list of medications on a day, in the order of a day. */
export const listChanges = ['started', 'doseChanged', 'held', 'resumed', 'stopped'] as const;
export type ListChange = (typeof listChanges)[number];

export interface TableDay extends MedicationDay {
  readonly changes?: readonly ListChange[];
}
export interface TableRow {
  readonly medication: string;
  readonly drug: string;
  readonly days: readonly TableDay[];
  /** The orders of the list on the last day. */
  readonly orders?: readonly (GivenParts & { readonly _id: string })[];
}
/** A `MedicationDashboard` is one without the list. */
export interface MedicationTable {
  readonly dayList: readonly string[];
  readonly zMedications: readonly TableRow[];
}

function daysOfChange({
  startDate,
  doseChangedOn,
  hold,
  stopDate,
}: AdmissionMedication): [ListChange, string | null][] {
  return [
    ['started', startDate],
    ...doseChangedOn.map((on): [ListChange, string] => ['doseChanged', on]),
    ['held', hold && hold.from],
    ['resumed', hold && hold.until !== stopDate ? hold.until : null],
    ['stopped', stopDate],
  ];
}

/** A row for each trade name of the reviews, then one for each medicine that only the list has. */
export function medicationTable(
  { _id, admissionDate, dischargeDate }: Pick<AdmissionDetails, '_id' | 'admissionDate' | 'dischargeDate'>,
  reviews: readonly Review[],
  medications: readonly AdmissionMedication[],
  today: string,
): MedicationTable {
  const [admitted, now] = [asCalendarDate(admissionDate), asCalendarDate(today)];
  if (!admitted || !now) return { dayList: [], zMedications: [] };
  const medicines = reviews.flatMap(({ reviewDate, drugErrs }) => {
    const day = asCalendarDate(reviewDate);
    if (!day) return [];
    return drugErrs.map(({ errDrug, errDrugLabel, errType, errTypeLabel, errRes }) => ({
      day,
      drug: errDrug,
      medication: errDrugLabel,
      type: errType,
      type_label: errTypeLabel,
      response: errRes,
    }));
  });
  const reviewed = [...new Set(reviews.flatMap(({ reviewDate }) => asCalendarDate(reviewDate) ?? []))];
  const discharged = asCalendarDate(dischargeDate ?? '') ?? null;
  const dayList = daysOf({ admitted, discharged, reviewed }, now);
  const { zMedications } = dashboardOf(_id, dayList, medicines);
  const unreviewed = medications
    .filter(({ drug }) => !zMedications.some((row) => isSameMedicine(row.drug, drug)))
    .filter(({ drug }, at, all) => all.findIndex((other) => isSameMedicine(other.drug, drug)) === at)
    .map(({ drug, drugLabel }) => ({ drug, medication: drugLabel, days: dayList.map(emptyDay) }));
  const rows = [...zMedications, ...unreviewed];
  /** The row of the same trade name, else the first of the medicine. */
  const rowOf = (medication: AdmissionMedication) =>
    rows.find(({ drug }) => drug === medication.drug) ?? rows.find(({ drug }) => isSameMedicine(drug, medication.drug));
  const lastDay = dayList.at(-1) ?? today;
  return {
    dayList,
    zMedications: rows.map((row) => {
      const listed = medications.filter((medication) => rowOf(medication) === row);
      const changed = listed.flatMap(daysOfChange);
      return {
        ...row,
        orders: listed.filter((medication) => isListedOn(medication, lastDay)),
        days: row.days.map((day) => {
          const changes = listChanges.filter((one) =>
            changed.some(([change, on]) => change === one && on === day.dayDate),
          );
          return changes.length === 0 ? day : { ...day, changes };
        }),
      };
    }),
  };
}
