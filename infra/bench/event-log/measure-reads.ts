/** Catching up on a long log: reads of all and of one stream, in both directions, and a subscription from the start. */
import { Rounds, row, verdict, type Line, type Verdict } from './figures.ts';
import { startLoad, startServer, startStub } from './processes.ts';
import { LONG_STREAM, longStreamEvents } from './seed-log.ts';
import type { Run } from './settings.ts';

const WARM_UP_EVENTS = 20_000;
const CATCH_UP = { what: '40,000', rate: 40_000 };

export async function measureReads(databaseUrl: string, run: Run): Promise<Verdict[]> {
  const rounds = new Rounds();
  const most = { all: Math.min(run.BENCH_READ_EVENTS, run.BENCH_LOG_EVENTS), stream: Math.min(run.BENCH_READ_EVENTS, longStreamEvents(run.BENCH_LOG_EVENTS)) };
  const [server, stub, load] = [await startServer(databaseUrl, run.LOG_LEVEL), await startStub(run.BENCH_LOG_EVENTS), startLoad()];
  const kinds: Record<string, (url: string, events: { all: number; stream: number }) => Promise<number>> = {
    'events read of all': (url, { all: events }) => load.measure.readAllRate({ url, events, backwards: false }),
    'events read of one stream': (url, { stream: events }) => load.measure.readStreamRate({ url, events, stream: LONG_STREAM, backwards: false }),
    'events read of all, backwards': (url, { all: events }) => load.measure.readAllRate({ url, events, backwards: true }),
    'events read of one stream, backwards': (url, { stream: events }) => load.measure.readStreamRate({ url, events, stream: LONG_STREAM, backwards: true }),
    'events of a subscription catching up': (url, { all: events }) => load.measure.subscriptionRate({ url, events }),
  };
  try {
    for (let round = 0; round <= run.BENCH_ROUNDS; round += 1)
      for (const [what, read] of Object.entries(kinds))
        for (const [name, url] of [['log', server.url], ['stub', stub.url]] as const) {
          // The first round warms up, and is not counted.
          const rate = await read(url, round === 0 ? { all: Math.min(most.all, WARM_UP_EVENTS), stream: Math.min(most.stream, WARM_UP_EVENTS) } : most);
          if (round > 0) rounds.add(`${name}: ${what}`, rate);
        }
  } finally {
    for (const process of [load, stub, server]) await process.stop();
  }
  const lines = Object.keys(kinds).map((what): Line => ({ what, log: rounds.median(`log: ${what}`), ceiling: rounds.median(`stub: ${what}`) }));
  console.log(lines.map(row).join('\n'));
  return lines.filter(({ what }) => !what.includes('backwards')).map((line) => verdict(line, CATCH_UP));
}
