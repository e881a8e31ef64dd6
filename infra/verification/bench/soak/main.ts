/**
 * `npm run bench:soak -- --minutes 30`: the growth of each process while people write steadily. The memory of each
 * every ten seconds, and how fast it grows after the first third (ten minutes of thirty).
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Product } from '../../test/product.ts';
import { addEntry, ENTRIES_OF_REVIEW } from '../commands/entries.ts';
import { atMost, heading, line, row, summarise } from '../figures.ts';
import { atRate } from '../open-loop.ts';
import { memoryOf } from '../processes/memory.ts';
import { type NamedProcess, processesOf } from '../processes/process-tree.ts';
import { describeMachine, withProduct, WITHOUT_LIMITS } from '../product.ts';
import { connectMates } from '../teammates.ts';
import { openWard } from '../ward.ts';
import { type Sample, slopeOf } from './slope.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, 'per-second': { type: 'string', default: '50' } },
});
const MINUTES = Number(values.minutes);
const PER_SECOND = Number(values['per-second']);
/** Charts that people write at the same time: about a minute at the usual rate, then the next ones. */
const CHARTS = 50;
const SOCKETS = 50;
const SAMPLE_MS = 10_000;
const WARM_UP_PART = 1 / 3;
const MB_A_MINUTE = 1;

/** Proportional set size by the name of the process. Samples until the signal aborts. */
async function sampleMemory(processes: readonly NamedProcess[], until: AbortSignal): Promise<Map<string, Sample[]>> {
  const samples = new Map<string, Sample[]>(processes.map(({ name }) => [name, []]));
  const started = performance.now();
  while (!until.aborted) {
    const minutes = (performance.now() - started) / 60_000;
    for (const [name, value] of await memoryOf(processes)) samples.get(name)?.push({ minutes, value });
    await pause(SAMPLE_MS, undefined, { signal: until }).catch(() => undefined);
  }
  return samples;
}

/**
 * The review of a command. Each one is written to its end in turn with others, and not again: charts that would all
 * grow until the end of the run would make every cache grow as well.
 */
function chartOf(index: number): number {
  const group = Math.floor(index / (CHARTS * ENTRIES_OF_REVIEW));
  return group * CHARTS + (index % CHARTS);
}

async function measure(product: Product): Promise<void> {
  const seconds = Math.round(MINUTES * 60);
  const ward = await openWard(product.url, {
    members: 5,
    reviews: CHARTS * Math.ceil((PER_SECOND * seconds) / ENTRIES_OF_REVIEW / CHARTS),
  });
  let heard = 0;
  const mates = await connectMates(product.url, ward.team, ward.tokens, SOCKETS, () => (heard += 1));
  console.log(`${PER_SECOND} commands a second for ${MINUTES} minutes, ${SOCKETS} sockets`);
  const ended = new AbortController();
  const sampling = sampleMemory(await processesOf(product), ended.signal);
  const acknowledged: number[] = [];
  let failed = 0;
  await atRate({ perSecond: PER_SECOND, seconds }, async (index) => {
    const sent = performance.now();
    await addEntry(ward, index, chartOf(index)).then(
      () => acknowledged.push(performance.now() - sent),
      () => (failed += 1),
    );
  });
  ended.abort();
  const samples = await sampling;
  for (const mate of mates) mate.disconnect();

  console.log(heading);
  console.log(row('command acknowledged', summarise(acknowledged, 'commands')));
  console.log(`${heard} notes were heard`);
  const from = MINUTES * WARM_UP_PART;
  console.log(line('PSS MB', 'first', 'last', 'most', 'MB/minute', 'std. error'));
  const slopes = [...samples].map(([name, all]) => {
    const { perMinute, spread } = slopeOf(all.filter(({ minutes }) => minutes >= from));
    const mb = [all[0]?.value ?? 0, all.at(-1)?.value ?? 0, Math.max(...all.map(({ value }) => value))];
    console.log(line(name, ...mb.map((value) => value.toFixed(1)), perMinute.toFixed(2), spread.toFixed(2)));
    return [name, perMinute] as const;
  });
  for (const [name, perMinute] of slopes)
    atMost(`growth of ${name} from minute ${from.toFixed(1)} on`, perMinute, MB_A_MINUTE, 'MB a minute');
  atMost('failed commands', failed, 0, '');
}

describeMachine();
await withProduct({ env: WITHOUT_LIMITS }, measure);
