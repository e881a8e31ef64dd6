/** The calls of the API with what their source says of them: a call's comment, and the type of its answer. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Call, Who } from 'language/contract/calls/call';
import { everyCall } from 'language/contract/calls/every-call';

export interface About {
  readonly who: Who;
  readonly what: string;
  /**
   * A type of the contract (`Team`), a list of it (`Team[]`), one of several (`A | B`), or a media type. Empty for a
   * call that only redirects.
   */
  readonly answers: string;
  /** The answer has the written stream and revision as well. */
  readonly isWritten: boolean;
  /** The field of a multipart body that takes files. */
  readonly files?: string | undefined;
  /** The target of a redirect (303), in words. */
  readonly redirects?: string | undefined;
}

/** Such as `PUT /api/teams/:id/edit`. */
export const nameOf = ({ method, path }: Pick<Call, 'method' | 'path'>): string => `${method} ${path}`;

interface Said {
  readonly what: string;
  readonly who: Who;
  /** As in the source, such as `Answer<Review>`. */
  readonly answer: string;
}

const folder = new URL('../../../command-api/language/src/contract/calls/', import.meta.url);
const DECLARED = /\/\*\*(?<comment>(?:(?!\*\/)[^])*)\*\/\nexport const (?<name>\w+) = call</g;

/** By the name of the constant. */
function saidIn(file: string): [string, Said][] {
  const source = readFileSync(new URL(file, folder), 'utf8');
  return [...source.matchAll(DECLARED)].map(({ index, 0: match, groups = {} }) => {
    const { name = '', comment = '' } = groups;
    const start = index + match.length;
    const what = comment
      .replaceAll(/\n \* ?/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
    const [who = '', answer = ''] = typesIn(source.slice(start));
    return [name, { what, who: who.slice(1, -1) as Who, answer }];
  });
}

/** The type arguments at the beginning of a text. */
function typesIn(rest: string): string[] {
  const types = [''];
  let depth = 0;
  let quote = '';
  for (const character of rest) {
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === "'" || character === '"') quote = character;
    else if ('<{(['.includes(character)) depth += 1;
    else if ('>})]'.includes(character)) depth -= 1;
    if (depth < 0) break;
    if (character === ',' && depth === 0 && quote === '') types.push('');
    else types[types.length - 1] += character;
  }
  return types.map((type) => type.replaceAll(/\s+/g, ' ').trim());
}

const said = new Map(readdirSync(folder).flatMap(saidIn));

/** @throws Error for a call whose source cannot be read */
function aboutOf(name: string, { files, redirects }: Call): About {
  const found = said.get(name);
  if (!found?.answer) throw new Error(`The call ${name} has no comment, or its types cannot be read`);
  const { what, who, answer } = found;
  const [, written] = /^Answer<(.*)>$/.exec(answer) ?? [];
  const [, file] = /^FileOf<'(.*)'>$/.exec(answer) ?? [];
  const answers = written ?? file ?? (answer === 'undefined' ? '' : answer);
  return { who, what, answers, isWritten: written !== undefined, files, redirects };
}

const ofEverybody = (what: string, answers: string): About => ({ who: 'everybody', what, answers, isWritten: false });
/** The calls that each service answers itself, and the gateway. */
const outsideTheContract = {
  'GET /api/health': ofEverybody('Is the process alive?', 'object'),
  'GET /api/ready': ofEverybody('Each dependency, and how far each projection is', 'object'),
  'GET /api/docs': ofEverybody('This description, to be read', 'text/html'),
  'GET /api/docs/openapi.json': ofEverybody('This description', 'object'),
};
export const outsideTheTables: readonly string[] = Object.keys(outsideTheContract);

/** By `METHOD path`, with the route's path. */
export const calls: Readonly<Record<string, About>> = {
  ...Object.fromEntries(Object.entries(everyCall).map(([name, call]) => [nameOf(call), aboutOf(name, call)])),
  ...outsideTheContract,
};
