/**
 * The course of a listed medication between its start and its stop: when it is held and when its dose changed. The browser
 * loads this file: no zod.
 */
import type { CalendarDate } from '../values/calendar-date.ts';

/** A hold is no stop: the medication is to be given again. */
export interface Hold<Day extends string = CalendarDate> {
  /** The first day without the medication. */
  readonly from: Day;
  /** The first day with it again; null until it is resumed. */
  readonly until: Day | null;
  readonly reason: string;
}

export interface MedicationCourse<Day extends string = CalendarDate> {
  /** The newest hold, also after its end: at most one is open or ahead. Null: never held. */
  readonly hold: Hold<Day> | null;
  /** The days on which dose, route or frequency changed, ascending. */
  readonly doseChangedOn: readonly Day[];
}
export const newCourse = { hold: null, doseChangedOn: [] } as const satisfies MedicationCourse;

/** The hold that ends on a day at the latest; null where it would not have begun by then. A null day ends nothing. */
export function endedBy<Day extends string>(day: Day | null, hold: Hold<Day> | null): Hold<Day> | null {
  if (hold === null || day === null) return hold;
  if (day <= hold.from) return null;
  return hold.until !== null && hold.until <= day ? hold : { ...hold, until: day };
}

/** True if the medication is held on a day, by its newest hold. */
export const isHeld = ({ hold }: { readonly hold: Hold<string> | null }, day: string): boolean =>
  hold !== null && hold.from <= day && (hold.until === null || hold.until > day);

/** The course after the whole medication was written again. */
export const afterUpdate = <Day extends string>(
  { hold, doseChangedOn }: MedicationCourse<Day>,
  stopDate: Day | null,
  changedOn: Day | undefined,
): MedicationCourse<Day> => ({
  hold: endedBy(stopDate, hold),
  doseChangedOn:
    changedOn === undefined || doseChangedOn.includes(changedOn)
      ? doseChangedOn
      : [...doseChangedOn, changedOn].toSorted(),
});
