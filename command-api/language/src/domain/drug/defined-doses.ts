/**
 * Consumption of medicines by the hospital's own ATC codes and defined daily doses (docs/decisions/read-side/classification.md):
 * DDD as in the WHO's guidelines for ATC classification and DDD assignment, days of therapy (DOT), bed-days and days present
 * as in the NHSN's protocol of antimicrobial use. Days are `YYYY-MM-DD`.
 */
import { isForm, type Order, type Route, type Unit } from '../orders/order.ts';
import { addDays, type CalendarDate } from '../values/calendar-date.ts';

/** The routes of defined daily doses, as the WHO's index writes them. */
export const dddRoutes = ['O', 'P', 'R', 'N', 'SL', 'TD', 'V', 'Inhal'] as const;
/** Each unit with its size in mg, units, mmol or mL. */
export const dddUnits = {
  g: { size: 1000, of: 'mg' },
  mg: { size: 1, of: 'mg' },
  mcg: { size: 0.001, of: 'mg' },
  U: { size: 1, of: 'units' },
  TU: { size: 1000, of: 'units' },
  MU: { size: 1_000_000, of: 'units' },
  mmol: { size: 1, of: 'mmol' },
  ml: { size: 1, of: 'mL' },
} as const;
export type DddRoute = (typeof dddRoutes)[number];
export type DddUnit = keyof typeof dddUnits;
/** `route` is '' where one value is for all routes. */
export interface DefinedDose {
  readonly value: number;
  readonly unit: DddUnit;
  readonly route: DddRoute | '';
}

const routeOf: Partial<Record<Route, DddRoute>> = {
  po: 'O',
  ng: 'O',
  iv: 'P',
  'iv-infusion': 'P',
  im: 'P',
  sc: 'P',
  id: 'P',
  it: 'P',
  sl: 'SL',
  buccal: 'SL',
  pr: 'R',
  pv: 'V',
  inh: 'Inhal',
  neb: 'Inhal',
  td: 'TD',
  nasal: 'N',
};
const sizeOf: Partial<Record<Unit, readonly [size: number, of: string]>> = {
  g: [1000, 'mg'],
  mg: [1, 'mg'],
  mcg: [0.001, 'mg'],
  units: [1, 'units'],
  mmol: [1, 'mmol'],
  mL: [1, 'mL'],
};

/** The defined dose for the route of an order; of an order whose route is not known, the only one. */
function definedFor(doses: readonly DefinedDose[], route: Route | undefined): DefinedDose | undefined {
  const own = route && routeOf[route];
  const fitting = doses.filter((one) => one.route === '' || (own !== undefined && one.route === own));
  return fitting[0] ?? (route === undefined && doses.length === 1 ? doses[0] : undefined);
}

/** DDDs of one giving; undefined where the order does not say it: a range, an amount by weight, a piece of unknown strength. */
function dddOfDose({ dose, strength, route }: Order, doses: readonly DefinedDose[]): number | undefined {
  const defined = definedFor(doses, route);
  if (!dose || dose.amountTo !== undefined || !defined) return undefined;
  const content = isForm(dose.unit) ? strength : { amount: 1, unit: dose.unit };
  const [size, of] = (content && sizeOf[content.unit]) ?? [];
  const unit = dddUnits[defined.unit];
  if (!content || size === undefined || of !== unit.of) return undefined;
  return (dose.amount * content.amount * size) / (defined.value * unit.size);
}

/** On each of these days a medicine is given `times` times; undefined where the schedule does not say it. */
function givings(
  { schedule }: Order,
  days: readonly CalendarDate[],
): { days: CalendarDate[]; times: number } | undefined {
  const every = (step: number, times: number) => ({ days: days.filter((_day, index) => index % step === 0), times });
  switch (schedule?.kind) {
    case 'times':
      return every(1, schedule.times);
    case 'interval':
      if (schedule.hoursTo !== undefined) return undefined;
      return schedule.hours <= 24 ? every(1, 24 / schedule.hours) : every(Math.round(schedule.hours / 24), 1);
    case 'days':
      return every(schedule.days, 1);
    case 'once':
      return { days: days.slice(0, 1), times: 1 };
    // The days of a weekly medicine, of one as needed and of an infusion without an end are not known.
    case 'week':
    case 'as-needed':
    case 'continuous':
    case undefined:
      return undefined;
    default:
      return schedule satisfies never;
  }
}

/** Both days are included. */
export function daysFromTo(from: CalendarDate, to: CalendarDate): CalendarDate[] {
  const days: CalendarDate[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

export interface Course {
  /** Undefined where a part of the text was not understood. */
  readonly order: Order | undefined;
  readonly start: CalendarDate;
  /** The last day with it; null without an end. */
  readonly stop: CalendarDate | null;
  readonly isHeld: (day: CalendarDate) => boolean;
}
export interface Consumption {
  /** Undefined where the DDDs are not known. */
  readonly ddd: number | undefined;
  /** Empty where the schedule is not known. */
  readonly daysOfTherapy: readonly CalendarDate[];
}
/** @param stay the days on which the patient is in the team, within the period */
export function consumed(
  { order, start, stop, isHeld }: Course,
  stay: readonly CalendarDate[],
  doses: readonly DefinedDose[],
): Consumption {
  const first = stay[0];
  const last = stay.at(-1);
  if (!order || first === undefined || last === undefined) return { ddd: undefined, daysOfTherapy: [] };
  // Counted from the first day of the order: every second day goes on through the beginning of the period.
  const course = daysFromTo(start, stop !== null && stop < last ? stop : last);
  const given = givings(order, course);
  if (!given) return { ddd: undefined, daysOfTherapy: [] };
  const daysOfTherapy = given.days.filter((day) => day >= first && !isHeld(day));
  const ofDose = dddOfDose(order, doses);
  return { ddd: ofDose === undefined ? undefined : ofDose * given.times * daysOfTherapy.length, daysOfTherapy };
}

/**
 * The day of the discharge is a day present, and no bed-day, unless it is also that of the admission.
 * @param leftOn null while the patient is there
 */
export const bedDaysOf = (
  present: readonly CalendarDate[],
  cameOn: CalendarDate,
  leftOn: CalendarDate | null,
): number => present.filter((day) => day !== leftOn || day === cameOn).length;
