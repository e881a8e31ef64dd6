/**
 * The text of a statement or of an error template with the facts of a chart: "CrCl {crcl}" is "CrCl 24 mL/min
 * (2026-05-12)".
 * A fact that is not known is a blank, which a person fills (docs/product.md, "Error templates"). Plain text in and out:
 * the caller escapes it where it becomes HTML.
 */
import { amountIn, sumOf } from './amounts.ts';
import { BLANK } from './blanks.ts';
import {
  type AllergyFact,
  asShown,
  type ChartFacts,
  type DoseAmount,
  type OrderFact,
  type ValueName,
  valueRow,
  valueRows,
} from './chart-facts.ts';

export interface FilledText {
  readonly text: string;
  /** The marks that became blanks, in the order of the text. Empty for a blank that the template itself has. */
  readonly blanks: readonly string[];
}
/** The orders and allergies that the text speaks of: those of a finding, or the order of an entry. */
interface Subject {
  readonly orders?: readonly OrderFact[];
  readonly allergies?: readonly AllergyFact[];
}

function valueText(name: ValueName, values: ChartFacts['values']): string {
  const [reading, { unit, isAge }] = [values[name], valueRow(name)];
  if (reading === undefined || !Number.isFinite(reading.value)) return `${BLANK} ${unit}`;
  const text = `${asShown(name, reading.value)} ${unit}`;
  return isAge ? text : `${text} (${reading.day})`;
}

const joined = (texts: readonly string[]): string => [...new Set(texts)].join(' + ') || BLANK;
const amountText = (amount: DoseAmount | undefined): string => (amount ? `${amount.value} ${amount.unit}` : BLANK);

/** In the unit of the first order. */
function totalText(orders: readonly OrderFact[]): string {
  const unit = orders[0]?.daily?.unit ?? '';
  const amounts = orders.map(({ daily }) => amountIn(daily, unit));
  return amounts.every((amount) => typeof amount === 'number') && amounts.length > 0
    ? amountText({ value: sumOf(amounts), unit })
    : BLANK;
}

/** The marks beside those of values. */
const subjectMarks = {
  drug: ({ orders = [] }) => joined(orders.map(({ label }) => label)),
  dose: ({ orders = [] }) => joined(orders.map(({ single }) => amountText(single))),
  /** A day, of all orders. */
  daily: ({ orders = [] }) => totalText(orders),
  allergy: ({ allergies = [] }) =>
    joined(allergies.map(({ label, reaction }) => (reaction === '' ? label : `${label} (${reaction})`))),
} as const satisfies Readonly<Record<string, (subject: Subject) => string>>;

/** The marks that a template may have. */
export const templateMarks = [
  ...(Object.keys(valueRows) as ValueName[]),
  ...(Object.keys(subjectMarks) as (keyof typeof subjectMarks)[]),
] as const;
export type TemplateMark = (typeof templateMarks)[number];

const isIn = <Name extends string>(table: Readonly<Record<Name, unknown>>, name: string): name is Name =>
  Object.hasOwn(table, name);

/** An unknown mark becomes a blank. */
export function fillTemplate(template: string, { values }: Pick<ChartFacts, 'values'>, subject: Subject): FilledText {
  const blanks: string[] = [];
  const textOf = (mark: string): string => {
    if (isIn(valueRows, mark)) return valueText(mark, values);
    return isIn(subjectMarks, mark) ? subjectMarks[mark](subject) : BLANK;
  };
  const text = template.replace(/\{([a-zA-Z]+)\}|_{3,}/g, (whole: string, mark: string | undefined) => {
    const filled = mark === undefined ? whole : textOf(mark);
    if (filled.includes(BLANK)) blanks.push(mark ?? '');
    return filled;
  });
  return { text, blanks };
}

/**
 * A note with marks again where it has the measured values of the facts with their days, so that it can be kept as a
 * template.
 */
export const withMarks = (note: string, values: ChartFacts['values']): string =>
  (Object.keys(valueRows) as ValueName[])
    .filter((name) => values[name] !== undefined && !valueRow(name).isAge)
    .reduce((text, name) => {
      const written = valueText(name, values).replaceAll(/[.()]/g, String.raw`\$&`);
      return text.replaceAll(new RegExp(String.raw`(?<![\d.])${written}`, 'g'), `{${name}}`);
    }, note);
