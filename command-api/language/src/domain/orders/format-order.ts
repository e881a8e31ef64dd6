/** The canonical text of an order, in English codes: `1 g IV every 12 h`. `parse-order.ts` reads it back. */
import { minutesOfUnit, type ClockHint, type Dose, type Order, type Route, type Schedule, type Unit } from './order.ts';

const routeNames: Readonly<Record<Route, string>> = {
  po: 'PO',
  iv: 'IV',
  'iv-infusion': 'IV infusion',
  im: 'IM',
  sc: 'SC',
  id: 'intradermal',
  sl: 'SL',
  buccal: 'buccal',
  pr: 'PR',
  pv: 'PV',
  inh: 'inhaled',
  neb: 'nebulised',
  top: 'topical',
  td: 'transdermal',
  ng: 'NG',
  eye: 'eye',
  ear: 'ear',
  nasal: 'nasal',
  it: 'intrathecal',
};
const hintNames: Readonly<Record<ClockHint, string>> = {
  morning: 'in the morning',
  noon: 'at noon',
  evening: 'in the evening',
  night: 'at night',
  bedtime: 'at bedtime',
  'before-meals': 'before meals',
  'with-meals': 'with meals',
  'after-meals': 'after meals',
  'empty-stomach': 'on an empty stomach',
};

/** A comma divides thousands, and a zero is before the point (ISMP List of Error-Prone Abbreviations). */
const number = (amount: number): string => {
  const [whole = '', decimals] = String(amount).split('.');
  return whole.replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, ',') + (decimals === undefined ? '' : `.${decimals}`);
};
const isOne = (amount: number): boolean => amount <= 1;
const plurals: Readonly<Record<string, string>> = { suppository: 'suppositories', patch: 'patches' };
const singular = ['mg', 'g', 'mcg', 'units', 'mmol', 'mEq', 'mL'];
const unitFor = (unit: Unit, amount: number): string =>
  isOne(amount) || unit.includes('/') || singular.includes(unit) ? unit : (plurals[unit] ?? `${unit}s`);
const amountText = ({ amount, amountTo, components, unit }: Dose): string => {
  const numbers = components
    ? components.map(number).join('/')
    : amountTo === undefined
      ? number(amount)
      : `${number(amount)}-${number(amountTo)}`;
  return `${numbers} ${unitFor(unit, amountTo ?? amount)}`;
};
/** A strength by volume has a slash, a dose in a volume the word. */
const doseText = (dose: Dose, by: '/' | ' in '): string =>
  amountText(dose) + (dose.inMl === undefined ? '' : `${by}${number(dose.inMl)} mL`);

const timesText = (times: number): string => ['', 'once', 'twice'][times] ?? `${times} times`;
function scheduleText(schedule: Schedule): string {
  switch (schedule.kind) {
    case 'times':
      return `${timesText(schedule.times)} daily`;
    case 'interval':
      return `every ${schedule.hours}${schedule.hoursTo === undefined ? '' : `-${schedule.hoursTo}`} h`;
    case 'days':
      return `every ${schedule.days} days`;
    case 'week':
      return schedule.on ? `every ${schedule.on.join(', ')}` : `${timesText(schedule.times)} weekly`;
    case 'once':
      return 'single dose';
    case 'continuous':
      return 'continuous infusion';
    case 'as-needed': {
      const { minHours, maxTimes, maxADay } = schedule;
      return [
        minHours === undefined ? '' : `every ${minHours} h `,
        'as needed',
        maxTimes === undefined ? '' : `, max ${maxTimes} times daily`,
        maxADay === undefined ? '' : `, max ${amountText(maxADay)} daily`,
      ].join('');
    }
    default:
      return schedule satisfies never;
  }
}

export function formatOrder({ dose, strength, form, route, schedule, hints }: Order): string {
  const isRate = dose !== undefined && schedule?.kind === 'continuous' && minutesOfUnit(dose.unit) !== undefined;
  return [
    strength && doseText(strength, '/'),
    form,
    dose && doseText(dose, ' in '),
    route && routeNames[route],
    schedule && !isRate && scheduleText(schedule),
    ...hints.map((hint) => hintNames[hint]),
  ]
    .filter((text) => typeof text === 'string')
    .join(' ');
}
