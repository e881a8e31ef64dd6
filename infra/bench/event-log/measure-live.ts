/** Live subscriptions while writers append: the highest rate of deliveries, and their delay at a moderate rate. */
import { Rounds, row, type Line } from './figures.ts';
import { startLoad, startServer, startStub } from './processes.ts';
import type { Run } from './settings.ts';

const WRITERS = 16;
/** Appends a second for the measurement of delays, and deliveries of one burst for each second of the run. */
const kinds = [
  { subscribers: 1, pace: 200, burst: 2_000 },
  { subscribers: 100, pace: 20, burst: 10_000 },
] as const;

export async function measureLive(databaseUrl: string, dataDir: string, run: Run): Promise<void> {
  const rounds = new Rounds();
  // Subscribers and writers are two processes, so that a delivery does not wait for the next append.
  const [server, stub, listeners, writers] = [
    await startServer(databaseUrl, dataDir, run.LOG_LEVEL),
    await startStub(0, dataDir),
    startLoad(),
    startLoad(),
  ];
  try {
    for (let round = 0; round <= run.BENCH_ROUNDS; round += 1) {
      // The first round is a warm-up and does not count.
      const seconds = round === 0 ? Math.min(1, run.BENCH_SECONDS) : run.BENCH_SECONDS;
      for (const { subscribers, pace, burst } of kinds)
        for (const [name, url] of [
          ['log', server.url],
          ['stub', stub.url],
        ] as const) {
          const [bursting, pacing] = [
            () =>
              writers.measure.appendBurst({
                url,
                writers: WRITERS,
                events: Math.ceil((burst * seconds) / subscribers),
              }),
            () => writers.measure.appendAtPace({ url, perSecond: pace, seconds: Math.ceil(seconds) }),
          ];
          for (const [how, write] of [
            ['burst', bursting],
            ['pace', pacing],
          ] as const) {
            await listeners.measure.subscribe({ url, count: subscribers, from: 'end' });
            const { perSecond, p50, p95 } = await listeners.measure.heard({ events: await write() });
            await listeners.measure.unsubscribe();
            if (round === 0) continue;
            if (how === 'burst') rounds.add(`${name} ${subscribers}`, perSecond);
            if (how === 'pace') rounds.add(`${name} ${subscribers} p50`, p50);
            if (how === 'pace') rounds.add(`${name} ${subscribers} p95`, p95);
          }
        }
    }
  } finally {
    for (const process of [listeners, writers, stub, server]) await process.stop();
  }
  const who = (subscribers: number): string => `${subscribers} live subscriber${subscribers > 1 ? 's' : ''}`;
  for (const { subscribers } of kinds) {
    const line: Line = {
      what: `deliveries to ${who(subscribers)}, ${WRITERS} writers`,
      log: rounds.median(`log ${subscribers}`),
      ceiling: rounds.median(`stub ${subscribers}`),
    };
    console.log(row(line));
  }
  for (const { subscribers, pace } of kinds) {
    const [log, stubs] = ['log', 'stub'].map(
      (name) =>
        ['p50', 'p95'].map((rank) => rounds.median(`${name} ${subscribers} ${rank}`).toFixed(1)).join(' / ') + ' ms',
    );
    console.log(`${`append → ${who(subscribers)}, ${pace}/s, p50 / p95`.padEnd(48)}${log}; stub ${stubs}`);
  }
}
