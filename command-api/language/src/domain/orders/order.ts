/**
 * The parts of a medication order. The browser loads it: no schema's library. `parse-order.ts` reads written orders,
 * `format-order.ts` writes them.
 */

/** Units of measure: mass, activity, substance, volume. */
export const measures = ['mg', 'g', 'mcg', 'units', 'mmol', 'mEq', 'mL'] as const;
export type Measure = (typeof measures)[number];
/** Countable pieces. */
export const forms = [
  'tablet',
  'capsule',
  'puff',
  'drop',
  'ampoule',
  'vial',
  'sachet',
  'suppository',
  'patch',
  'nebule',
] as const;
export type Form = (typeof forms)[number];
/** An amount by weight or surface of the body, and by time: `mg/kg`, `mcg/kg/min`, `mL/h`. */
export type Unit = Form | `${Measure | 'drop'}${'' | '/kg' | '/m2'}${'' | '/min' | '/h' | '/day'}`;

export interface Dose {
  readonly amount: number;
  /** The upper end of a range. */
  readonly amountTo?: number;
  /**
   * The parts of a combination, such as 500/125 mg; `amount` is their sum. The text alone does not tell it from a choice of
   * two doses: who knows the drug checks that it is a combination.
   */
  readonly components?: readonly number[];
  readonly unit: Unit;
  /** The volume in mL that contains the amount: 40 mg in 0.4 mL. */
  readonly inMl?: number;
}

export const routes = [
  'po',
  'iv',
  'iv-infusion',
  'im',
  'sc',
  'id',
  'sl',
  'buccal',
  'pr',
  'pv',
  'inh',
  'neb',
  'top',
  'td',
  'ng',
  'eye',
  'ear',
  'nasal',
  'it',
] as const;
export type Route = (typeof routes)[number];

/** Saturday begins the week of the hospital. */
export const weekdays = ['saturday', 'sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;
export type Weekday = (typeof weekdays)[number];

export type Schedule =
  /** Doses a day. */
  | { readonly kind: 'times'; readonly times: number }
  | { readonly kind: 'interval'; readonly hours: number; readonly hoursTo?: number }
  /** One dose every so many days, 2 or more. */
  | { readonly kind: 'days'; readonly days: number }
  /** Doses a week; the days where they are given. */
  | { readonly kind: 'week'; readonly times: number; readonly on?: readonly Weekday[] }
  | { readonly kind: 'once' }
  /** The unit of the dose tells the rate. */
  | { readonly kind: 'continuous' }
  | {
      readonly kind: 'as-needed';
      readonly minHours?: number;
      readonly maxTimes?: number;
      readonly maxADay?: { readonly amount: number; readonly unit: Unit };
    };

/** The hours of the day at which a dose is given; each is one dose a day. */
export const moments = ['morning', 'noon', 'evening', 'night', 'bedtime'] as const;
export const mealHints = ['before-meals', 'with-meals', 'after-meals', 'empty-stomach'] as const;
export type ClockHint = (typeof moments)[number] | (typeof mealHints)[number];

export interface Order {
  /** Each dose. An amount by the day (`mg/kg/day`) is that of all doses of a day. */
  readonly dose?: Dose;
  /** The content of one counted piece, or of a volume of the liquid. */
  readonly strength?: Dose;
  readonly form?: Form;
  readonly route?: Route;
  readonly schedule?: Schedule;
  /** In the order of `moments` and `mealHints`. */
  readonly hints: readonly ClockHint[];
}

export const isForm = (unit: Unit): unit is Form => (forms as readonly string[]).includes(unit);
export const isMoment = (hint: ClockHint): boolean => (moments as readonly string[]).includes(hint);

const minutesOf: Readonly<Record<string, number>> = { min: 1, h: 60, day: 1440 };
/** The minutes that the amount of a rate is for. */
export const minutesOfUnit = (unit: Unit): number | undefined => minutesOf[/\/(min|h|day)$/.exec(unit)?.[1] ?? ''];

/** Doses on a day on which the medicine is given, fewest and most. */
function dosesADay(schedule: Schedule): { readonly least: number; readonly most: number } | undefined {
  const inHours = (hours: number): number => Math.max(1, 24 / hours);
  switch (schedule.kind) {
    case 'times':
      return { least: schedule.times, most: schedule.times };
    case 'interval':
      return { least: inHours(schedule.hoursTo ?? schedule.hours), most: inHours(schedule.hours) };
    case 'days':
    case 'once':
      return { least: 1, most: 1 };
    case 'week':
      return schedule.times > 7 ? undefined : { least: 1, most: 1 };
    case 'as-needed': {
      const limits = [
        schedule.maxTimes ?? Infinity,
        schedule.minHours === undefined ? Infinity : 24 / schedule.minHours,
      ];
      const most = Math.min(...limits);
      return Number.isFinite(most) ? { least: 0, most } : undefined;
    }
    case 'continuous':
      return undefined;
    default:
      return schedule satisfies never;
  }
}

/** Removes the noise of binary fractions: 0.1 × 3 is 0.3. */
const rounded = (amount: number): number => Number(amount.toPrecision(12));

/**
 * The amount on a day on which the medicine is given, in the unit of the dose without its time; the amount by kg stays by
 * kg. Pieces are not converted by their strength. Undefined where the order does not say it.
 */
export function dailyAmount({
  dose,
  schedule,
}: Order): { readonly amount: number; readonly amountTo?: number; readonly unit: Unit } | undefined {
  if (schedule?.kind === 'as-needed' && schedule.maxADay)
    return { amount: 0, amountTo: schedule.maxADay.amount, unit: schedule.maxADay.unit };
  if (!dose) return undefined;
  const minutes = minutesOfUnit(dose.unit);
  const isDailyTotal = minutes === 1440 || (minutes !== undefined && schedule?.kind === 'continuous');
  const doses = isDailyTotal
    ? { least: 1440 / minutes, most: 1440 / minutes }
    : schedule && minutes === undefined
      ? dosesADay(schedule)
      : undefined;
  if (!doses) return undefined;
  const unit = dose.unit.replace(/\/(?:min|h|day)$/, '') as Unit;
  const [amount, amountTo] = [rounded(dose.amount * doses.least), rounded((dose.amountTo ?? dose.amount) * doses.most)];
  return amount === amountTo ? { amount, unit } : { amount, amountTo, unit };
}
