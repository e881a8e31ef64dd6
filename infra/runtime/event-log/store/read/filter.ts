/**
 * Which events of the whole log a reader wants to see. EventStoreDB takes .NET's regular expressions. This server has
 * JavaScript's, and refuses an expression that JavaScript would read differently
 * (docs/decisions/installation/log-filters.md).
 */
import { BadRequest, type LoggedEvent } from '../event.ts';

export interface Filter {
  accepts(event: LoggedEvent): boolean;
  /** The reader gets a checkpoint after this number of events, accepted or not. */
  readonly checkpointEvery: bigint;
}

export interface FilterOptions {
  readonly on: 'stream' | 'type';
  readonly prefixes: readonly string[];
  /** Empty: by prefixes. */
  readonly regex: string;
  readonly checkpointEvery: bigint;
}

/** @throws BadRequest when JavaScript does not have the expression, or reads it differently from .NET */
export function filterOf({ on, prefixes, regex, checkpointEvery }: FilterOptions): Filter {
  if (regex === '')
    return { checkpointEvery, accepts: (event) => prefixes.some((prefix) => event[on].startsWith(prefix)) };
  const expression = expressionOf(regex);
  return { checkpointEvery, accepts: (event) => expression.test(event[on]) };
}

/** Options at the beginning that are flags of JavaScript with the same letter. */
const OPTIONS = /^\(\?([ims]+)\)/;
/** An escape outside a class, the beginning of an empty class, or a whole class. */
const ESCAPE_OR_CLASS = /\\(?<escaped>[^])|(?<empty>\[\^?\])|\[(?<members>(?:\\[^]|[^\]\\])*)\]/g;
const ESCAPE = /\\([^])/g;
const SHORTHANDS = /[wWdDsSbB]/;

function expressionOf(regex: string): RegExp {
  const difference = differenceIn(regex);
  if (difference !== undefined) throw refused(regex, difference);
  const [options = '', letters = ''] = OPTIONS.exec(regex) ?? [];
  try {
    return new RegExp(regex.slice(options.length), [...new Set(letters), 'u'].join(''));
  } catch (error) {
    throw refused(regex, error instanceof Error ? error.message : String(error));
  }
}

const refused = (regex: string, reason: string): BadRequest =>
  new BadRequest(`The filter's regular expression cannot be understood: ${regex} (${reason})`);

/** @returns what JavaScript takes, but reads differently from .NET; undefined where there is nothing such */
function differenceIn(regex: string): string | undefined {
  for (const { groups = {} } of regex.matchAll(ESCAPE_OR_CLASS)) {
    const { escaped, empty, members = '' } = groups;
    if (empty !== undefined) return `write \\] for a bracket in a class: ${empty} has two meanings`;
    if (/\[:|-\[/.test(members)) return 'classes have neither names nor subtraction here';
    const escapes = escaped === undefined ? [...members.matchAll(ESCAPE)].map(([, letter = '']) => letter) : [escaped];
    const shorthand = escapes.find((letter) => SHORTHANDS.test(letter));
    if (shorthand !== undefined)
      return `\\${shorthand} means other characters here: write them out, such as [0-9] or [\\p{L}\\p{Nd}_]`;
    if (escaped !== undefined && /[1-9k]/.test(escaped)) return 'references to groups have two meanings';
  }
  return undefined;
}
