/** The parameters of a search (https://hl7.org/fhir/R4/search.html), as conditions of a statement. */
import { limits } from 'language/domain/values/codes';
import { Id } from 'language/domain/values/fields';
import * as z from 'zod';
import type { ResourceType } from './clients.ts';
import { invalid, notSupported } from './outcome.ts';

/** Resources of a page. */
export const pageSizes = { default: 50, max: 200 } as const;
const MAX_VALUES = 100;

/** A parameter compares: `id` with a column; `patient` with the ids of a person; `period` with `from_at` and `to_at`. */
export type Compared =
  | { readonly as: 'token' | 'record number' | 'instant' | 'period' }
  | { readonly as: 'reference'; readonly to: ResourceType; readonly column: string };
/** By the name of the parameter, in the words of R4 where R4 has the parameter. */
export type Parameters = Readonly<Record<string, Compared>>;

export const forAll = { _id: { as: 'token' }, _lastUpdated: { as: 'instant' } } as const satisfies Parameters;
export const ofPatient = {
  patient: { as: 'reference', to: 'Patient', column: 'patient_id' },
} as const satisfies Parameters;
export const ofEncounter = (name: string): Parameters => ({
  [name]: { as: 'reference', to: 'Encounter', column: 'encounter_id' },
});

/** The place after which the next page begins. */
export interface Place {
  readonly place: string;
  readonly id: string;
}
const Cursor = z.tuple([z.string().max(100), Id]);
export const cursorOf = ({ place, id }: Place): string =>
  Buffer.from(JSON.stringify([place, id])).toString('base64url');
function placeOf(cursor: string): Place {
  try {
    const [place, id] = Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    return { place, id };
  } catch {
    throw invalid('_cursor: follow the link of a page as it is');
  }
}

/** An interval of instants in milliseconds, without its end. */
interface Interval {
  readonly prefix: Prefix;
  readonly from: Date;
  readonly to: Date;
}
const prefixes = ['eq', 'ne', 'gt', 'lt', 'ge', 'le', 'sa', 'eb'] as const;
type Prefix = (typeof prefixes)[number];

/** SQL by prefix: of a thing that lasts from `from_at` until before `to_at`, and a value from $from until before $to. */
type Value = () => string;
const comparisons: Readonly<Record<Prefix, (from: string, to: string, low: Value, high: Value) => string>> = {
  eq: (from, to, low, high) => `(${from} >= ${low()} and ${to} <= ${high()})`,
  ne: (from, to, low, high) => `not (${from} >= ${low()} and ${to} <= ${high()})`,
  gt: (_from, to, _low, high) => `${to} > ${high()}`,
  lt: (from, _to, low) => `${from} < ${low()}`,
  ge: (from, to, low, high) => `(${to} > ${high()} or ${from} >= ${low()})`,
  le: (from, to, low, high) => `(${from} < ${low()} or ${to} <= ${high()})`,
  sa: (from, _to, _low, high) => `${from} >= ${high()}`,
  eb: (_from, to, low) => `${to} <= ${low()}`,
};

const written =
  /^(eq|ne|gt|lt|ge|le|sa|eb)?(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d:\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?(Z|[+-]\d\d:\d\d)?)?)?)?$/;

/** @param instantOf the instant of a day and time of the hospital, for values without a zone */
export function intervalOf(name: string, text: string, instantOf: (dayAndTime: string) => Date): Interval {
  const [, prefix = 'eq', year, month, day, time, second, fraction, zone] = written.exec(text) ?? [];
  if (year === undefined)
    throw invalid(
      `${name}: a date such as 2026-03, 2026-03-01 or 2026-03-01T08:00:00Z, with ${prefixes.join(', ')} before it`,
    );
  const at = (dayAndTime: string): Date =>
    zone === undefined ? instantOf(dayAndTime) : new Date(`${dayAndTime}${zone}`);
  const begin = `${year}-${month ?? '01'}-${day ?? '01'}T${time ?? '00:00'}:${second ?? '00'}`;
  const from = at(`${begin}.${(fraction ?? '').slice(0, 3).padEnd(3, '0')}`);
  if (
    Number.isNaN(from.getTime()) ||
    new Date(`${begin.slice(0, 10)}T00:00Z`).toISOString().slice(0, 10) !== begin.slice(0, 10)
  )
    throw invalid(`${name}: ${text} is no date`);
  const next = new Date(`${begin.slice(0, 10)}T00:00:00Z`);
  if (day !== undefined) next.setUTCDate(next.getUTCDate() + 1);
  else if (month !== undefined) next.setUTCMonth(next.getUTCMonth() + 1);
  else next.setUTCFullYear(next.getUTCFullYear() + 1);
  const step = fraction !== undefined ? 1 : second !== undefined ? 1_000 : 60_000;
  const to =
    time === undefined ? instantOf(`${next.toISOString().slice(0, 10)}T00:00:00.000`) : new Date(from.getTime() + step);
  return { prefix: prefix as Prefix, from, to };
}

/** `Patient/<id>`, `<base>/Patient/<id>` or `<id>`; several with commas. */
function idsIn(name: string, text: string, base: string, to?: ResourceType): string[] {
  const ids = text.split(',').map((part) => {
    if (to === undefined) return part;
    const [kind, id] = part.replace(`${base}/`, '').split('/');
    return id === undefined ? (kind ?? '') : kind === to ? id : '';
  });
  if (ids.length > MAX_VALUES || ids.some((id) => !Id.safeParse(id).success))
    throw invalid(`${name}: ids${to === undefined ? '' : ` of ${to}`}, ${MAX_VALUES} at most`);
  return ids;
}

export interface Search {
  /** SQL that narrows, with its parameters from `$first` on. */
  readonly conditions: readonly string[];
  readonly values: readonly unknown[];
  readonly count: number;
  readonly after: Place | undefined;
  /** The ids that were asked for by each parameter with references, and by `_id`. */
  readonly asked: Readonly<Record<string, readonly string[]>>;
  /** The intervals of each parameter with dates. */
  readonly intervals: Readonly<Record<string, readonly Interval[]>>;
}

export interface Searched {
  readonly query: URLSearchParams;
  readonly parameters: Parameters;
  readonly base: string;
  /** The number of the first free parameter of the statement. */
  readonly first: number;
  readonly instantOf: (dayAndTime: string) => Date;
  /** All ids of people, of ids of any of their patients. */
  readonly peopleOf: (ids: readonly string[]) => Promise<string[]>;
}

/**
 * A parameter that is not known is refused: an ignored one would show more than was asked for.
 * @throws FhirProblem 400
 */
export async function searchOf({ query, parameters, base, first, instantOf, peopleOf }: Searched): Promise<Search> {
  const [conditions, values]: [string[], unknown[]] = [[], []];
  const asked: Record<string, readonly string[]> = {};
  const intervals: Record<string, Interval[]> = {};
  let [count, after]: [number, Place | undefined] = [pageSizes.default, undefined];
  const value = (of: unknown): string => `$${values.push(of) + first - 1}`;
  for (const name of new Set(query.keys())) {
    const [text = '', ...more] = query.getAll(name);
    if (name === '_format') continue;
    if (name === '_count') {
      if (!/^\d{1,6}$/.test(text) || more.length > 0) throw invalid('_count: a number');
      count = Math.min(Number(text), pageSizes.max);
    } else if (name === '_cursor') after = placeOf(text);
    else {
      const compared = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
      if (!compared) throw notSupported(`${name}: not known. Known: ${Object.keys(parameters).join(', ')}, _count`);
      if (compared.as === 'instant' || compared.as === 'period') {
        intervals[name] = [text, ...more].map((one) => intervalOf(name, one, instantOf));
        const [from, to] =
          compared.as === 'period' ? ['x.from_at', 'x.to_at'] : ['x.updated', `x.updated + interval '1 microsecond'`];
        for (const { prefix, ...interval } of intervals[name])
          conditions.push(
            comparisons[prefix](
              from,
              to,
              () => `${value(interval.from)}::timestamptz`,
              () => `${value(interval.to)}::timestamptz`,
            ),
          );
        continue;
      }
      if (more.length > 0) throw notSupported(`${name}: once. Several values have commas between`);
      if (compared.as === 'record number') {
        const number = text.slice(text.indexOf('|') + 1);
        if (number === '' || number.length > limits.recordNumber) throw invalid(`${name}: a record number`);
        conditions.push(`x.record_number = ${value(number)}`);
        continue;
      }
      const ids = idsIn(name, text, base, compared.as === 'reference' ? compared.to : undefined);
      asked[name] = ids;
      if (compared.as !== 'reference') conditions.push(`x.id = any (${value(ids)})`);
      else {
        const all = compared.to === 'Patient' ? await peopleOf(ids) : ids;
        conditions.push(`x.${compared.column} = any (${value(all)})`);
      }
    }
  }
  return { conditions, values, count, after, asked, intervals };
}
