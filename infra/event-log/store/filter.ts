/** Which events of the whole log a reader wants to see. */
import { dotnetRegex } from './dotnet-regex.ts';
import { BadRequest, type LoggedEvent } from './event.ts';

export interface Filter {
  accepts(event: LoggedEvent): boolean;
  /** A reader is told how far the log has been looked through every so many events. */
  readonly checkpointEvery: bigint;
}

export interface FilterOptions {
  readonly on: 'stream' | 'type';
  readonly prefixes: readonly string[];
  /** Empty: by prefixes. */
  readonly regex: string;
  readonly checkpointEvery: bigint;
}

/** @throws BadRequest when the expression cannot be understood */
export function filterOf({ on, prefixes, regex, checkpointEvery }: FilterOptions): Filter {
  if (regex === '')
    return { checkpointEvery, accepts: (event) => prefixes.some((prefix) => event[on].startsWith(prefix)) };
  let expression: RegExp;
  try {
    expression = dotnetRegex(regex);
  } catch {
    throw new BadRequest(`The filter's regular expression cannot be understood: ${regex}`);
  }
  return { checkpointEvery, accepts: (event) => expression.test(event[on]) };
}
