/** Parses the arguments of `npm run bench:generate`. Every mistake has a message. */
import { parseArgs } from 'node:util';
import { asCalendarDate } from 'command-api/domain/values/calendar-date';
import { UsageError } from '../../events/terminal/command-line.ts';
import { DEFAULT_UNTIL, type LogRequest } from './size.ts';

export type Typed =
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'generate'; readonly request: LogRequest; readonly dataDir: string };

const SEED_MAX = 2 ** 31;

const help = `Usage: npm run bench:generate -- --scale S [options]

Writes the event log of a hospital group over five years into a data folder of its own: for benches only,
because all of its keys derive from the seed. Run it again to go on where it was stopped.

  --scale S        1 is 50 teams, 200,000 patients and ten million entries; a fraction is as much of it
  --seed N         another number, another log (else 1)
  --data-dir DIR   the data folder (else .data/bench)
  --until DATE     the last day (else ${DEFAULT_UNTIL})
  --help           this text

Start the product on it with DATA_DIR=DIR SEED=none npm start. Exit code: 0 complete, 1 not, 2 not understood.
`;

/** @param args the arguments after the program's name. @throws UsageError */
export function parseCommandLine(args: readonly string[]): Typed {
  const { values } = parse(args);
  if (values.help) return { kind: 'help', text: help };
  const scale = Number(values.scale);
  if (values.scale === undefined || !(scale > 0 && scale <= 1))
    throw new UsageError('--scale is a number above 0 and up to 1.');
  const seed = Number(values.seed);
  if (!Number.isInteger(seed) || seed < 0 || seed > SEED_MAX)
    throw new UsageError(`--seed is a whole number from 0 to ${SEED_MAX}, and not ${values.seed}.`);
  const until = asCalendarDate(values.until);
  if (until === undefined) throw new UsageError(`--until is a date such as ${DEFAULT_UNTIL}, and not ${values.until}.`);
  return { kind: 'generate', request: { scale, seed, until }, dataDir: values['data-dir'] };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        scale: { type: 'string' },
        seed: { type: 'string', default: '1' },
        'data-dir': { type: 'string', default: '.data/bench' },
        until: { type: 'string', default: DEFAULT_UNTIL },
        help: { type: 'boolean', short: 'h' },
      },
      strict: true,
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
