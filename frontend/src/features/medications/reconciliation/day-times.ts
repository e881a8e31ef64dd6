/** When a patient takes a medicine, in plain words and by the times of the day. A time that is not written is never guessed. */
import { isMoment, mealHints, type Dose, type Order, type Route } from 'language/domain/orders/order';
import { parseDose, parseFrequency, parseRoute, understood } from 'language/domain/orders/parse-order';
import type { MessageId, Words } from '../../../platform/language/language.ts';

export const dayTimes = ['morning', 'noon', 'evening', 'bedtime'] as const;
export type DayTime = (typeof dayTimes)[number];

export interface Intake {
  /** The amount of each time. */
  readonly amount: string;
  /** Empty where the frequency does not tell them: then `when` says it. */
  readonly times: readonly DayTime[];
  /** The frequency in words, or as it is written where it is not understood. */
  readonly when: string;
  /** Before or after meals; empty where that is not said. */
  readonly meal: string;
  /** Empty by mouth; as it is written where it is not understood. */
  readonly route: string;
}
interface Written {
  readonly dose: string;
  readonly route: string;
  readonly frequency: string;
}

const ofDay: Readonly<Record<string, DayTime>> = {
  morning: 'morning',
  noon: 'noon',
  evening: 'evening',
  night: 'bedtime',
  bedtime: 'bedtime',
};
/** The usual times of so many doses a day. One dose a day has none: the order has to say it. */
const usual: Readonly<Record<number, readonly DayTime[]>> = {
  2: ['morning', 'evening'],
  3: ['morning', 'noon', 'evening'],
  4: dayTimes,
};

/** Every 8 hours is not three times a day: it stays in words. */
function timesOf({ schedule, hints }: Order): readonly DayTime[] {
  const moments = dayTimes.filter((time) => hints.some((hint) => ofDay[hint] === time));
  const count =
    schedule?.kind === 'times'
      ? schedule.times
      : schedule?.kind === 'interval' && schedule.hoursTo === undefined
        ? 24 / schedule.hours
        : undefined;
  if (moments.length > 0) return schedule === undefined || count === moments.length ? moments : [];
  const isByHours = schedule?.kind === 'interval' && schedule.hours !== 12;
  return (count !== undefined && !isByHours && usual[count]) || [];
}

const SATURDAY = Date.UTC(2026, 0, 3);
const DAY_MS = 86_400_000;
const weekdayNames = ['saturday', 'sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday'];

/** Undefined where the words of the schedule would leave something out. */
function wordsOf({ schedule, hints }: Order, { t, locale }: Words): string | undefined {
  if (!schedule || hints.some(isMoment)) return undefined;
  switch (schedule.kind) {
    case 'times':
      return t('dischargeList.times', { count: schedule.times });
    case 'interval':
      return schedule.hoursTo === undefined ? t('dischargeList.everyHours', { count: schedule.hours }) : undefined;
    case 'days':
      return t('dischargeList.everyDays', { count: schedule.days });
    case 'week': {
      if (!schedule.on) return t('dischargeList.timesAWeek', { count: schedule.times });
      const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
      const names = schedule.on.map((day) => format.format(SATURDAY + weekdayNames.indexOf(day) * DAY_MS));
      return t('dischargeList.onDays', { days: new Intl.ListFormat(locale).format(names) });
    }
    case 'once':
      return t('dischargeList.onceOnly');
    case 'as-needed': {
      const { minHours, maxTimes, maxADay } = schedule;
      if (maxADay) return undefined;
      return [
        t('dischargeList.asNeeded'),
        ...(minHours === undefined ? [] : [t('dischargeList.atMostEvery', { count: minHours })]),
        ...(maxTimes === undefined ? [] : [t('dischargeList.atMostTimes', { count: maxTimes })]),
      ].join(t('component.nextName'));
    }
    case 'continuous':
      return undefined;
    default:
      return schedule satisfies never;
  }
}

/** `2 tablets`. Undefined for an amount by weight, by time, in parts or in a volume. */
function amountOf({ amount, amountTo, components, inMl, unit }: Dose, { t, locale }: Words): string | undefined {
  if (components || inMl !== undefined || unit.includes('/')) return undefined;
  if (amount === 0.5 && amountTo === undefined && unit === 'tablet') return t('dischargeList.halfTablet');
  const id = `dischargeList.units.${unit}` as MessageId & `dischargeList.units.${string}`;
  const text = t(id, { count: amountTo ?? amount });
  return amountTo === undefined
    ? text
    : t('dischargeList.range', { from: new Intl.NumberFormat(locale).format(amount), to: text });
}

/** A strength beside the amount stays as it is written. */
function doseOf(written: string, words: Words): string {
  const { dose, strength } = understood(parseDose(written)) ?? {};
  return (dose && !strength ? amountOf(dose, words) : undefined) ?? written;
}

const plainRoutes: ReadonlySet<Route> = new Set<Route>([
  'sc',
  'im',
  'iv',
  'sl',
  'inh',
  'neb',
  'top',
  'td',
  'pr',
  'pv',
  'eye',
  'ear',
  'nasal',
]);
function routeOf(written: string, { t }: Words): string {
  const { route } = understood(parseRoute(written)) ?? {};
  if (route === 'po') return '';
  return route && plainRoutes.has(route) ? t(`dischargeList.routes.${route}` as MessageId) : written;
}

export function intakeOf({ dose, route, frequency }: Written, words: Words): Intake {
  const order = understood(parseFrequency(frequency));
  const times = order ? timesOf(order) : [];
  const meal = order && mealHints.find((hint) => order.hints.includes(hint));
  const when = times.length > 0 ? undefined : order && wordsOf(order, words);
  return {
    amount: doseOf(dose, words),
    times,
    when: times.length > 0 ? '' : (when ?? frequency),
    // The written frequency has it already.
    meal: meal && (times.length > 0 || when !== undefined) ? words.t(`dischargeList.meals.${meal}`) : '',
    route: routeOf(route, words),
  };
}
