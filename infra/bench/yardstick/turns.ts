/** Measures the product and its control in turns, so that what else the machine does meets both. */
import { median } from '../screens/figures.ts';
import { type Summary, summarise } from '../figures.ts';

export interface Turns {
  readonly product: Summary;
  readonly control: Summary;
  /** The median over the rounds of product / control. */
  readonly ratio: number;
}

/** Milliseconds of each side, in turns. The first round warms up and does not count. */
export async function timesInTurns(
  what: string,
  { rounds, calls }: { rounds: number; calls: number },
  product: () => Promise<number>,
  control: () => Promise<number>,
): Promise<Turns> {
  const taken: { product: number[]; control: number[] }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const one = { product: await repeated(calls, product), control: await repeated(calls, control) };
    if (round > 0) taken.push(one);
  }
  return turnsOf(what, taken);
}

/** The ratio of a round is that of its medians. @throws RangeError if nothing was measured */
export function turnsOf(
  what: string,
  rounds: readonly { readonly product: readonly number[]; readonly control: readonly number[] }[],
): Turns {
  return {
    product: summarise(
      rounds.flatMap(({ product }) => product),
      what,
    ),
    control: summarise(
      rounds.flatMap(({ control }) => control),
      what,
    ),
    ratio: median(rounds.map(({ product, control }) => median(product) / median(control))),
  };
}

async function repeated(calls: number, call: () => Promise<number>): Promise<number[]> {
  const taken: number[] = [];
  for (let index = 0; index < calls; index += 1) taken.push(await call());
  return taken;
}

/**
 * Calls a second of each side, in turns; the first turn warms up.
 * @returns the median over the rounds of the product's rate / the control's
 */
export async function ratesInTurns(
  { rounds, ms, width }: { rounds: number; ms: number; width: number },
  product: () => Promise<unknown>,
  control: () => Promise<unknown>,
): Promise<{ product: number; control: number; ratio: number }> {
  await rate({ ms: ms / 4, width }, product);
  await rate({ ms: ms / 4, width }, control);
  const taken: { product: number; control: number }[] = [];
  for (let round = 0; round < rounds; round += 1)
    taken.push({ product: await rate({ ms, width }, product), control: await rate({ ms, width }, control) });
  return {
    product: median(taken.map((one) => one.product)),
    control: median(taken.map((one) => one.control)),
    ratio: median(taken.map((one) => one.product / one.control)),
  };
}

/** A closed loop: `width` callers, each of whom calls again when it has its answer. */
async function rate({ ms, width }: { ms: number; width: number }, call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  let calls = 0;
  const caller = async (): Promise<void> => {
    while (performance.now() - began < ms) {
      await call();
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: width }, caller));
  return (calls * 1_000) / (performance.now() - began);
}
