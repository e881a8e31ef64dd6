/**
 * `npm run bench:soak -- --minutes 30 --plot soak.svg`: whether a process grows while people write steadily. The memory
 * of each process every ten seconds, and how fast it grows after the first third (ten minutes of thirty). Starts the
 * whole product on a temporary folder.
 */
import { writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startProduct } from '../../test/product.ts';
import { addEntry, ENTRIES_OF_REVIEW } from '../commands/entries.ts';
import { heading, row, summarise } from '../figures.ts';
import { atRate } from '../open-loop.ts';
import { memoryOf } from '../processes/memory.ts';
import { type NamedProcess, processesOf } from '../processes/process-tree.ts';
import { connectMates } from '../teammates.ts';
import { openWard } from '../ward.ts';
import { type Line, plotOf } from './plot.ts';
import { slopeOf } from './slope.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    'per-second': { type: 'string', default: '50' },
    plot: { type: 'string' },
  },
});
const MINUTES = Number(values.minutes);
const PER_SECOND = Number(values['per-second']);
/** Charts that people write at the same time: about a minute at the usual rate, then the next ones. */
const CHARTS = 50;
const SOCKETS = 50;
const SAMPLE_MS = 10_000;
const WARM_UP_PART = 1 / 3;
/** MB a minute. */
const TARGET = 1;

interface Samples {
  readonly pss: Line[];
  readonly rss: Line[];
}

/** Samples until the signal aborts. */
async function sampleMemory(processes: readonly NamedProcess[], until: AbortSignal): Promise<Samples> {
  const lines = {
    pss: new Map<string, Line['samples'][number][]>(),
    rss: new Map<string, Line['samples'][number][]>(),
  };
  const started = performance.now();
  while (!until.aborted) {
    const minutes = (performance.now() - started) / 60_000;
    for (const [name, memory] of await memoryOf(processes)) {
      for (const kind of ['pss', 'rss'] as const)
        lines[kind].set(name, [...(lines[kind].get(name) ?? []), { minutes, value: memory[kind] }]);
    }
    await pause(SAMPLE_MS, undefined, { signal: until }).catch(() => undefined);
  }
  const linesOf = (kind: 'pss' | 'rss'): Line[] => [...lines[kind]].map(([name, samples]) => ({ name, samples }));
  return { pss: linesOf('pss'), rss: linesOf('rss') };
}

/** Prints a line a process. @returns whether none grows faster than the target */
function print({ pss, rss }: Samples, from: number): boolean {
  console.log(
    `\n${''.padEnd(14)}${['PSS first', 'last', 'most', 'RSS last'].map((of) => of.padStart(10)).join('')}` +
      `   MB a minute from minute ${from.toFixed(1)} on (± standard error)`,
  );
  return pss
    .map(({ name, samples }, index) => {
      const { perMinute, spread } = slopeOf(samples.filter(({ minutes }) => minutes >= from));
      const isReached = perMinute <= TARGET;
      const figures = [
        samples[0]?.value,
        samples.at(-1)?.value,
        Math.max(...samples.map(({ value }) => value)),
        rss[index]?.samples.at(-1)?.value,
      ];
      console.log(
        `${name.padEnd(14)}${figures.map((mb = 0) => mb.toFixed(1).padStart(10)).join('')}` +
          `   ${isReached ? 'reached' : 'MISSED '} ${perMinute.toFixed(2)} ± ${spread.toFixed(2)}, to reach ${TARGET}`,
      );
      return isReached;
    })
    .every(Boolean);
}

/**
 * The review of a command. Each one is written to its end in turn with others, and not again: charts that would all
 * grow until the end of the run would make every cache grow as well.
 */
function chartOf(index: number): number {
  const group = Math.floor(index / (CHARTS * ENTRIES_OF_REVIEW));
  return group * CHARTS + (index % CHARTS);
}

async function measure(): Promise<boolean> {
  const product = await startProduct({ env: { LOG_LEVEL: 'warn', CAPTCHA: 'off', RATE_LIMIT: 'off' } });
  try {
    const seconds = Math.round(MINUTES * 60);
    const ward = await openWard(product.url, {
      members: 5,
      reviews: CHARTS * Math.ceil((PER_SECOND * seconds) / ENTRIES_OF_REVIEW / CHARTS),
    });
    let heard = 0;
    const mates = await connectMates(product.url, ward.team, ward.tokens, SOCKETS, () => (heard += 1));
    console.log(
      `${cpus().length} cores, Node ${process.version}, load before the run ${(loadavg()[0] ?? 0).toFixed(2)}; ` +
        `${PER_SECOND} commands a second for ${MINUTES} minutes, ${SOCKETS} sockets`,
    );
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

    console.log(`\n${heading}`);
    console.log(row('command acknowledged', summarise(acknowledged, 'commands')));
    console.log(`${failed} commands failed, ${heard} notes were heard`);
    const from = MINUTES * WARM_UP_PART;
    const isReached = print(samples, from);
    if (values.plot !== undefined) {
      const title = `Proportional set size at ${PER_SECOND} commands a second, ${SOCKETS} sockets`;
      await writeFile(values.plot, plotOf(title, samples.pss, from));
    }
    return isReached && failed === 0;
  } finally {
    await product.stop();
  }
}

if (!(await measure())) process.exitCode = 1;
