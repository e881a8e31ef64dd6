/** Renders the medicines of reviews by day (docs/product.md, "Medication dashboard"). The browser loads it: no zod. */
import { addDays, type CalendarDate, daysBetween } from '../../domain/values/calendar-date.ts';
import { isNoError, type Response, responseLabel } from '../../domain/values/codes.ts';
import type { MedicationDashboard, MedicationDay } from '../reports.ts';

/** A stay up to this many days has a column for every day; a longer one only for the days with a review. */
const LONGEST_FULL_STAY = 366;

export interface Stay {
  admitted: CalendarDate;
  discharged: CalendarDate | null;
  /** Ascending. */
  reviewed: CalendarDate[];
}
export interface Medicine {
  day: CalendarDate;
  drug: string;
  medication: string;
  type: string;
  type_label: string;
  response: Response | null;
}

/** The days from admission to discharge, or to today without a discharge, and the days of reviews outside of them. */
export function daysOf({ admitted, discharged, reviewed }: Stay, today: CalendarDate): CalendarDate[] {
  const last = [discharged ?? today, ...reviewed].reduce((a, b) => (a > b ? a : b));
  const first = [admitted, ...reviewed].reduce((a, b) => (a < b ? a : b));
  const days = daysBetween(first, last) + 1;
  return days > LONGEST_FULL_STAY
    ? reviewed
    : Array.from({ length: Math.max(days, 1) }, (_, day) => addDays(first, day));
}

/**
 * The cell of several entries of a medicine on one day shows an error before "No error", and the last written first.
 */
export function dashboardOf(
  admission: string,
  dayList: CalendarDate[],
  medicines: readonly Medicine[],
): MedicationDashboard {
  const rows = new Map<string, { medication: string; days: Map<string, Medicine[]> }>();
  for (const medicine of medicines) {
    const row = rows.get(medicine.drug) ?? { medication: '', days: new Map<string, Medicine[]>() };
    row.medication = medicine.medication;
    row.days.set(medicine.day, [...(row.days.get(medicine.day) ?? []), medicine]);
    rows.set(medicine.drug, row);
  }
  return {
    admission,
    dayList,
    zMedications: [...rows].map(([drug, { medication, days }]) => ({
      medication,
      drug,
      days: dayList.map((day) => cellOf(day, days.get(day) ?? [])),
    })),
  };
}

/** A day on which the medicine was not reviewed. */
export const emptyDay = (dayDate: string): MedicationDay => ({
  isChecked: false,
  dayDate,
  zType: null,
  zTypeLabel: '',
  zResp: null,
  zRespLabel: '',
  entries: 0,
});

function cellOf(dayDate: string, medicines: readonly Medicine[]): MedicationDay {
  const shown = medicines.findLast(({ type }) => !isNoError(type)) ?? medicines.at(-1);
  if (!shown) return emptyDay(dayDate);
  return {
    isChecked: true,
    dayDate,
    zType: shown.type,
    zTypeLabel: shown.type_label,
    zResp: shown.response,
    zRespLabel: isNoError(shown.type) ? '' : shown.response === null ? 'Pending' : responseLabel(shown.response),
    entries: medicines.length,
  };
}
