/** Parses the arguments of `npm run bench:yardstick`. Every mistake has a message. */
import { parseArgs } from 'node:util';
import { UsageError } from '../../events/terminal/command-line.ts';

export const partNames = ['lists', 'reports', 'errors', 'csv', 'online', 'browser'] as const;
export type PartName = (typeof partNames)[number];

export interface YardstickRequest {
  readonly dataDir: string;
  readonly parts: readonly PartName[];
  /** How long people are online. */
  readonly seconds: number;
  readonly people: number;
}

export type Typed =
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'measure'; readonly request: YardstickRequest };

const SECONDS = 600;
const PEOPLE = 500;

const help = `Usage: npm run bench:yardstick -- --data-dir DIR [options]

Starts the product on a generated data folder with read models, and prints one table: what people wait for, beside
a control of the same run. "online" and "browser" write to the folder.

  --data-dir DIR   the data folder (npm run bench:generate)
  --only PARTS     of ${partNames.join(',')} (else all)
  --seconds N      how long people are online (else ${SECONDS})
  --people N       how many (else ${PEOPLE})
  --help           this text

Exit code: 0 every figure is reached, 1 not, 2 not understood.
`;

/** @param args the arguments after the program's name. @throws UsageError */
export function parseCommandLine(args: readonly string[]): Typed {
  const { values } = parse(args);
  if (values.help) return { kind: 'help', text: help };
  const dataDir = values['data-dir'];
  if (dataDir === undefined) throw new UsageError('--data-dir names the data folder.');
  return {
    kind: 'measure',
    request: {
      dataDir,
      parts: values.only === undefined ? partNames : partsOf(values.only),
      seconds: positive('--seconds', values.seconds),
      people: positive('--people', values.people),
    },
  };
}

function partsOf(text: string): PartName[] {
  return text.split(',').map((name) => {
    const part = partNames.find((known) => known === name.trim());
    if (part === undefined) throw new UsageError(`--only has parts of ${partNames.join(', ')}, and not ${name}.`);
    return part;
  });
}

function positive(option: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new UsageError(`${option} is a whole number above 0, and not ${text}.`);
  return value;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        'data-dir': { type: 'string' },
        only: { type: 'string' },
        seconds: { type: 'string', default: String(SECONDS) },
        people: { type: 'string', default: String(PEOPLE) },
        help: { type: 'boolean', short: 'h' },
      },
      strict: true,
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
