/** The arguments of the commands of this folder. */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

/** @throws RangeError for a text that is no number */
export function runOptions() {
  const { values } = parseArgs({
    options: { minutes: { type: 'string' }, seed: { type: 'string' }, only: { type: 'string', default: '' } },
  });
  const number = (text: string | undefined, name: string): number | undefined => {
    if (text === undefined) return undefined;
    const value = Number(text);
    if (!(value >= 0)) throw new RangeError(`--${name} takes a number`);
    return value;
  };
  return {
    minutes: number(values.minutes, 'minutes'),
    /** The same seed draws the same edits and faults, whose timing depends on the machine. */
    seed: number(values.seed, 'seed') ?? randomInt(2 ** 31),
    only: new RegExp(values.only),
  };
}
