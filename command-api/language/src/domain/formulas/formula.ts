/** One shape for every formula and for every computed value, so that screens and prints show source and inputs. */
import type { CalendarDate } from '../values/calendar-date.ts';
import { type Days, type Given, type InputName, inputs, isIn, type Range, type Values } from './inputs.ts';

/** A fact that a reader must know beside the value. Stable keys: the texts are in the locales. */
export type Note =
  | 'actualWeight'
  | 'idealWeight'
  | 'adjustedWeight'
  | 'heightUnknown'
  | 'heightBelowRange'
  | 'idealWeightExtrapolated'
  | 'unstableCreatinine'
  | 'steadyStateAssumed'
  | 'distributionPhase';

export interface Input {
  readonly value: Values[InputName];
  readonly unit: string;
  /** Absent for what has no day of its own, and for a series, whose readings have theirs. */
  readonly day?: CalendarDate | undefined;
}
interface Description {
  readonly unit: string;
  /** The decimals to show. */
  readonly decimals: number;
  /** The publication. */
  readonly source: string;
  /** From a population model, not from the patient's own measurements alone. */
  readonly isEstimate?: true;
}
export interface Result extends Description {
  /** Not rounded. */
  readonly value: number;
  readonly inputs: { readonly [Name in InputName]?: Input };
  /** The numbers on the way, such as the weight that was used. */
  readonly details: Readonly<Record<string, number>>;
  readonly notes: readonly Note[];
}
/** `outOfRange`: impossible, or outside what the formula is valid for. */
export interface Missing {
  readonly input: InputName;
  readonly reason: 'absent' | 'outOfRange';
}
export interface Refused {
  readonly missing: readonly Missing[];
}
export type Computed = Result | Refused;
export const isResult = (computed: Computed): computed is Result => 'value' in computed;
export const refused = (input: InputName, reason: Missing['reason'] = 'outOfRange'): Refused => ({
  missing: [{ input, reason }],
});

export interface Formula extends Description {
  readonly compute: (given: Given, days?: Days) => Computed;
}
interface Outcome extends Pick<Result, 'value'>, Partial<Pick<Result, 'details' | 'notes'>> {}

const hasAll = <Name extends InputName>(given: Given, names: readonly Name[]): given is Given & Pick<Values, Name> =>
  names.every((name) => given[name] !== undefined);

interface Requirements<Needed extends InputName> {
  readonly needs: readonly Needed[];
  /** Inputs that change the result where they are known. */
  readonly uses?: readonly InputName[];
  /** The ranges that the formula is valid for, where they are narrower than the possible values. */
  readonly valid?: { readonly [Name in InputName]?: Range };
}

/** A formula that refuses absent inputs and those out of range before it calculates. */
export const formula = <Needed extends InputName>(
  description: Description,
  { needs, uses = [], valid = {} }: Requirements<Needed>,
  calculate: (values: Given & Pick<Values, Needed>) => number | Outcome | Refused,
): Formula => ({
  ...description,
  compute(given, days = {}) {
    const names = [...needs, ...uses];
    const isRefused = (name: InputName, value: Values[InputName]): boolean =>
      [inputs[name].range, valid[name]].some((range) => range !== undefined && !isIn(range, value));
    const missing = names.flatMap((input): Missing[] => {
      const value = given[input];
      if (value === undefined) return needs.some((name) => name === input) ? [{ input, reason: 'absent' }] : [];
      return isRefused(input, value) ? [{ input, reason: 'outOfRange' }] : [];
    });
    if (missing.length > 0 || !hasAll(given, needs)) return { missing };
    const outcome = calculate(given);
    if (typeof outcome === 'object' && 'missing' in outcome) return outcome;
    const { value, details = {}, notes = [] } = typeof outcome === 'number' ? { value: outcome } : outcome;
    const used = names.flatMap((name): [InputName, Input][] => {
      const value = given[name];
      return value === undefined ? [] : [[name, { value, unit: inputs[name].unit, day: days[name] }]];
    });
    return { ...description, value, inputs: Object.fromEntries(used), details, notes };
  },
});
