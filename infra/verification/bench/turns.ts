/** Measures several things in turns, so that what else the machine does meets all of them. */
import { median, type Summary, summarise } from './figures.ts';

/** The first round warms up and does not count. @returns the figures of each, by its name */
export async function inTurns<Name extends string, Figure>(
  rounds: number,
  measurements: Readonly<Record<Name, (isWarmUp: boolean) => Promise<Figure>>>,
): Promise<Record<Name, Figure[]>> {
  const names = Object.keys(measurements) as Name[];
  const taken = Object.fromEntries(names.map((name): [string, Figure[]] => [name, []])) as Record<Name, Figure[]>;
  for (let round = 0; round <= rounds; round += 1)
    for (const name of names) {
      const figure = await measurements[name](round === 0);
      if (round > 0) taken[name].push(figure);
    }
  return taken;
}

export interface Turns {
  readonly product: Summary;
  readonly control: Summary;
  /** The median over the rounds of product / control, each of which is the ratio of its medians. */
  readonly ratio: number;
}

/** Milliseconds of each side, in turns. */
export async function timesInTurns(
  what: string,
  { rounds, calls }: { rounds: number; calls: number },
  product: () => Promise<number>,
  control: () => Promise<number>,
): Promise<Turns> {
  const taken = await inTurns(rounds, {
    product: () => repeated(calls, product),
    control: () => repeated(calls, control),
  });
  return {
    product: summarise(taken.product.flat(), what),
    control: summarise(taken.control.flat(), what),
    ratio: median(taken.product.map((ms, round) => median(ms) / median(taken.control[round] ?? []))),
  };
}

/** Calls one after the other. @returns the milliseconds of each */
export async function repeated(calls: number, call: (index: number) => Promise<number>): Promise<number[]> {
  const taken: number[] = [];
  for (let index = 0; index < calls; index += 1) taken.push(await call(index));
  return taken;
}

/**
 * Closed loops: each worker begins a step when its last one is done. The clock runs until all steps are done, and all
 * steps count.
 * @returns steps a second
 */
export async function rate(
  { workers, seconds }: { workers: number; seconds: number },
  step: (worker: number) => Promise<unknown>,
): Promise<number> {
  const started = performance.now();
  const end = started + seconds * 1_000;
  let steps = 0;
  const loop = async (worker: number): Promise<void> => {
    do {
      await step(worker);
      steps += 1;
    } while (performance.now() < end);
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => loop(worker)));
  return (steps * 1_000) / (performance.now() - started);
}
