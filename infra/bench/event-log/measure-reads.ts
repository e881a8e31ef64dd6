/** Reads of a long log: all streams and one stream, in both directions, and a subscription from the start. */
import { Rounds, row, verdict, type Line, type Verdict } from './figures.ts';
import { startLoad, startServer, startStub } from './processes.ts';
import { LONG_STREAM, longStreamEvents } from './seed-log.ts';
import type { Run } from './settings.ts';

const WARM_UP_EVENTS = 20_000;
const CATCH_UP = { what: 'the target for catching up', rate: 40_000 };

export async function measureReads(databaseUrl: string, dataDir: string, run: Run): Promise<Verdict[]> {
  const rounds = new Rounds();
  const [server, stub, load] = [
    await startServer(databaseUrl, dataDir, run.LOG_LEVEL),
    await startStub(run.BENCH_LOG_EVENTS, dataDir),
    startLoad(),
  ];
  const { readAllRate, readStreamRate, subscriptionRate } = load.measure;
  const ofAll = Math.min(run.BENCH_READ_EVENTS, run.BENCH_LOG_EVENTS);
  const ofStream = Math.min(run.BENCH_READ_EVENTS, longStreamEvents(run.BENCH_LOG_EVENTS));
  const kinds = [
    {
      what: 'events read of all',
      most: ofAll,
      read: (url: string, events: number) => readAllRate({ url, events, backwards: false }),
    },
    {
      what: 'events read of one stream',
      most: ofStream,
      read: (url: string, events: number) => readStreamRate({ url, events, stream: LONG_STREAM, backwards: false }),
    },
    {
      what: 'events of a subscription catching up',
      most: ofAll,
      read: (url: string, events: number) => subscriptionRate({ url, events }),
    },
    // A quarter is enough backwards, because no service catches up backwards.
    {
      what: 'events read of all, backwards',
      most: Math.ceil(ofAll / 4),
      read: (url: string, events: number) => readAllRate({ url, events, backwards: true }),
    },
    {
      what: 'events read of one stream, backwards',
      most: Math.ceil(ofStream / 4),
      read: (url: string, events: number) => readStreamRate({ url, events, stream: LONG_STREAM, backwards: true }),
    },
  ];
  try {
    for (let round = 0; round <= run.BENCH_ROUNDS; round += 1)
      for (const { what, most, read } of kinds)
        for (const [name, url] of [
          ['log', server.url],
          ['stub', stub.url],
        ] as const) {
          // The first round is a warm-up and does not count.
          const rate = await read(url, round === 0 ? Math.min(most, WARM_UP_EVENTS) : most);
          if (round > 0) rounds.add(`${name}: ${what}`, rate);
        }
  } finally {
    for (const process of [load, stub, server]) await process.stop();
  }
  const lines = kinds.map(({ what }): Line => ({
    what,
    log: rounds.median(`log: ${what}`),
    ceiling: rounds.median(`stub: ${what}`),
  }));
  console.log(lines.map(row).join('\n'));
  return lines.filter(({ what }) => !what.includes('backwards')).map((line) => verdict(line, CATCH_UP));
}
