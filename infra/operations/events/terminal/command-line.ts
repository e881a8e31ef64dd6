/** Parses the arguments to a command. Every mistake has a message. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Export } from '../commands/export.ts';
import type { Follow } from '../commands/follow.ts';
import type { Import } from '../commands/import.ts';
import type { Read } from '../commands/read.ts';
import type { Verify } from '../commands/verify.ts';
import type { StartPoint } from '../log/log-client.ts';

export type Command = Read | Follow | Export | Import | Verify;
export type ParsedCommandLine =
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'command'; readonly command: Command; readonly url: string | undefined };

/** Wrong arguments. The message is for people. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const EXAMPLE_URL = 'esdb://user:password@host:2113';

const common = `  --url URL        the event log, such as ${EXAMPLE_URL}
                   (else EVENTSTORE_URL, which other users cannot see; else the embedded event log
                   that runs on DATA_DIR)
  --help           this text
`;
const selecting = `  --prefix TEXT    of the whole log only streams whose names begin so; may be repeated
  --type TYPE      only events of this type; may be repeated
`;

const help = {
  general: `Usage: npm run -s events -- <command> [arguments]

Reads an event log, embedded or EventStoreDB, and carries it from one to another.

  read [stream]    the events of a stream or of the whole log, a line of JSON each
  follow [stream]  the same, live
  export FILE      the whole log into a file
  import FILE      such a file into a log, as often as it takes
  verify FILE      whether a log holds what a file holds

  <command> --help says more. Exit code: 0 done, 1 not done, 2 not understood.
`,
  read: `Usage: npm run -s events -- read [stream] [options]

Writes the events of a stream, or of the whole log (\`$all\`, or nothing), a line of JSON each.

  --from PLACE     begin at a revision of the stream, at a position of the log (COMMIT or
                   COMMIT/PREPARE), at \`start\` or at \`end\`; included
  --count N        at most so many
  --backwards      the newest first
${selecting}${common}`,
  follow: `Usage: npm run -s events -- follow [stream] [options]

Writes what comes, until it is stopped (Ctrl-C) or nobody reads any more. Goes on where it was when the
connection is lost.

  --from PLACE     show what is there from a revision, position or \`start\` on first; else from now on
  --count N        end after so many
${selecting}${common}`,
  export: `Usage: npm run -s events -- export FILE [options]

Writes the whole log into a file (\`-\`: standard output), without what EventStoreDB keeps for itself; the
last line holds the count and a hash of all events.

  --resume         go on with a file that was cut off, or that the log has outgrown
${common}`,
  import: `Usage: npm run -s events -- import FILE [options]

Carries an exported file (\`-\`: standard input) into a log: in order, with the same ids, at the same
revisions. What is there is not written again: run it again when it was cut off. At the end the log is read
back and compared.

${common}`,
  verify: `Usage: npm run -s events -- verify FILE [options]

Compares an exported file (\`-\`: standard input) with a log, event by event, and names the first difference.

${common}`,
} as const;

type Options = NonNullable<ParseArgsConfig['options']>;

const options = {
  url: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} satisfies Options;
const selection = {
  from: { type: 'string' },
  count: { type: 'string' },
  prefix: { type: 'string', multiple: true },
  type: { type: 'string', multiple: true },
} satisfies Options;

/** @param args the arguments after the program's name. @throws UsageError */
export function parseCommandLine(args: readonly string[], env: NodeJS.ProcessEnv): ParsedCommandLine {
  const [name, ...rest] = args;
  switch (name) {
    case 'read':
      return typed(
        name,
        parse(rest, { ...options, ...selection, backwards: { type: 'boolean' } }),
        env,
        ({ values, positionals }) => {
          const stream = streamOf(name, positionals);
          const backwards = values.backwards ?? false;
          return {
            name,
            stream,
            backwards,
            from: placeOf(values.from ?? (backwards ? 'end' : 'start'), stream),
            ...selectionOf(stream, values),
          };
        },
      );
    case 'follow':
      return typed(name, parse(rest, { ...options, ...selection }), env, ({ values, positionals }) => {
        const stream = streamOf(name, positionals);
        return { name, stream, from: placeOf(values.from ?? 'end', stream), ...selectionOf(stream, values) };
      });
    case 'export':
      return typed(name, parse(rest, { ...options, resume: { type: 'boolean' } }), env, ({ values, positionals }) => {
        const file = fileOf(name, positionals);
        const resume = values.resume ?? false;
        if (resume && file === '-')
          throw new UsageError('--resume goes on with a file: standard output cannot be read.');
        return { name, file, resume };
      });
    case 'import':
    case 'verify':
      return typed(name, parse(rest, options), env, ({ positionals }) => ({ name, file: fileOf(name, positionals) }));
    case undefined:
      throw new UsageError('A command is needed: read, follow, export, import or verify.');
    case '--help':
    case '-h':
    case 'help':
      return { kind: 'help', text: help.general };
    default:
      throw new UsageError(`There is no command ${name}: it is read, follow, export, import or verify.`);
  }
}

interface Parsed<Values> {
  readonly values: Values & { url?: string | undefined; help?: boolean | undefined };
  readonly positionals: string[];
}

function typed<Values>(
  name: keyof typeof help,
  parsed: Parsed<Values>,
  env: NodeJS.ProcessEnv,
  command: (parsed: Parsed<Values>) => Command,
): ParsedCommandLine {
  if (parsed.values.help) return { kind: 'help', text: help[name] };
  return {
    kind: 'command',
    command: command(parsed),
    url: urlOf(parsed.values.url || env['EVENTSTORE_URL']),
  };
}

function parse<Allowed extends Options>(args: string[], allowed: Allowed) {
  try {
    return parseArgs({ args, options: allowed, allowPositionals: true, strict: true });
  } catch (error) {
    // The first sentence of Node's message names the mistake. The rest explains how to pass values that begin with "-".
    throw new UsageError(
      `${(error instanceof Error ? error.message : String(error)).split(/\. /)[0]}.`.replace('..', '.'),
    );
  }
}

/** The message does not repeat the address: it may hold a password. */
function urlOf(text: string | undefined): string | undefined {
  if (!text || /^esdb(\+discover)?:\/\/[^/?]+/.test(text)) return text || undefined;
  throw new UsageError(`An event log has an address such as ${EXAMPLE_URL}: see --url and EVENTSTORE_URL.`);
}

function streamOf(name: string, positionals: readonly string[]): string | undefined {
  if (positionals.length > 1) throw new UsageError(`${name} takes one stream, or none for the whole log.`);
  return positionals[0] === '$all' || positionals[0] === '' ? undefined : positionals[0];
}

function fileOf(name: string, positionals: readonly string[]): string {
  const [file] = positionals;
  if (!file || positionals.length > 1) throw new UsageError(`${name} takes one file, or - in its place.`);
  return file;
}

function placeOf(text: string, stream: string | undefined): StartPoint {
  if (text === 'start' || text === 'end') return text;
  const [, commit, prepare] = /^(\d{1,19})(?:\/(\d{1,19}))?$/.exec(text) ?? [];
  if (commit === undefined || (stream !== undefined && prepare !== undefined))
    throw new UsageError(
      stream === undefined
        ? `--from is start, end, or a position such as 1234 or 1234/1230, and not ${text}.`
        : `--from is start, end, or a revision such as 17, and not ${text}.`,
    );
  return stream === undefined ? { commit: BigInt(commit), prepare: BigInt(prepare ?? commit) } : BigInt(commit);
}

function selectionOf(
  stream: string | undefined,
  values: { count?: string | undefined; prefix?: string[] | undefined; type?: string[] | undefined },
) {
  const { count, prefix = [], type = [] } = values;
  if (count !== undefined && !/^[1-9]\d{0,17}$/.test(count))
    throw new UsageError(`--count is a number of events, and not ${count}.`);
  if (stream !== undefined && prefix.length > 0)
    throw new UsageError('--prefix chooses among streams, and one is named.');
  return { count: count === undefined ? undefined : BigInt(count), prefixes: prefix, types: type };
}
