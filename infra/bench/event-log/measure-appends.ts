/** Appends: the bare inserts, the log and the stub in turn, round after round. */
import { bareRow, Rounds, row, verdict, type Line, type Verdict } from './figures.ts';
import { startLoad, startServer, startStub } from './processes.ts';
import type { Run } from './settings.ts';

const WARM_UP_SECONDS = 1;
const CONNECTIONS = 32;
const ROWS = 100;
const kinds = [
  { what: 'appends, 1 writer', writers: 1, batch: 1 },
  { what: 'appends, 16 writers', writers: 16, batch: 1 },
  { what: 'appends, 64 writers', writers: 64, batch: 1 },
  { what: 'events in appends of 10, 16 writers', writers: 16, batch: 10 },
] as const;

export async function measureAppends(databaseUrl: string, run: Run): Promise<Verdict[]> {
  const rounds = new Rounds();
  const [server, stub, load] = [await startServer(databaseUrl, run.LOG_LEVEL), await startStub(0), startLoad()];
  try {
    for (let round = 0; round <= run.BENCH_ROUNDS; round += 1) {
      // The first round warms up, and is not counted.
      const seconds = round === 0 ? Math.min(WARM_UP_SECONDS, run.BENCH_SECONDS) : run.BENCH_SECONDS;
      const count = (name: string, rate: number): void => void (round > 0 && rounds.add(name, rate));
      count('sequential', await load.measure.sequentialInserts({ databaseUrl, seconds }));
      count('pooled', await load.measure.pooledInserts({ databaseUrl, seconds, connections: CONNECTIONS }));
      count('batched', await load.measure.batchedInserts({ databaseUrl, seconds, rows: ROWS }));
      for (const { what, writers, batch } of kinds) {
        count(`log: ${what}`, await load.measure.appendRate({ url: server.url, writers, batch, seconds }));
        count(`stub: ${what}`, await load.measure.appendRate({ url: stub.url, writers, batch, seconds }));
      }
    }
  } finally {
    for (const process of [load, stub, server]) await process.stop();
  }

  const sequential = { what: 'sequential inserts', rate: rounds.median('sequential') };
  const pooled = { what: `inserts on ${CONNECTIONS} connections`, rate: rounds.median('pooled') };
  const batched = { what: `inserts of ${ROWS} rows`, rate: rounds.median('batched') };
  const [one, sixteen, sixtyFour, batches] = kinds.map(({ what }, index): Line => ({
    what, log: rounds.median(`log: ${what}`), ceiling: rounds.median(`stub: ${what}`), bare: [sequential, pooled, pooled, batched][index] ?? pooled,
  }));
  if (!one || !sixteen || !sixtyFour || !batches) return [];
  console.log([bareRow('bare inserts, one connection', sequential.rate), bareRow(`bare inserts, ${CONNECTIONS} connections`, pooled.rate), bareRow(`bare inserts, ${ROWS} rows a statement`, batched.rate)].join('\n'));
  console.log([one, sixteen, sixtyFour, batches].map(row).join('\n'));
  const inSeries = 1 / (1 / one.ceiling + 1 / sequential.rate);
  console.log(`  (for 1 writer the client's own time and a bare insert come one after the other: ${Math.round(inSeries).toLocaleString('en-US')}/s with a server that takes no time)`);
  return [
    verdict(one, { what: '0.5 × the sequential bare insert', rate: 0.5 * sequential.rate }),
    verdict(sixtyFour, { what: `1 × the bare insert on ${CONNECTIONS} connections`, rate: pooled.rate }),
  ];
}
