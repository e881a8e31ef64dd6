/** Appends: bare inserts, log and stub in turn, in several rounds. */
import { bareRow, Rounds, row, verdict, type Line, type Verdict } from './figures.ts';
import { startLoad, startServer, startStub } from './processes.ts';
import type { Run } from './settings.ts';

const WARM_UP_SECONDS = 1;
/** Bare inserts, log and stub alternate within a round too, so that a slow moment of the machine affects all three. */
const SLICES = 3;
const CONNECTIONS = 32;
const ROWS = 100;
const one = { what: 'appends, 1 writer', writers: 1, batch: 1 };
const sixteen = { what: 'appends, 16 writers', writers: 16, batch: 1 };
const sixtyFour = { what: 'appends, 64 writers', writers: 64, batch: 1 };
const batches = { what: 'events in appends of 10, 16 writers', writers: 16, batch: 10 };

export async function measureAppends(databaseUrl: string, dataDir: string, run: Run): Promise<Verdict[]> {
  const rounds = new Rounds();
  const [server, stub, load] = [
    await startServer(databaseUrl, dataDir, run.LOG_LEVEL),
    await startStub(0, dataDir),
    startLoad(),
  ];
  const { sequentialInserts, pooledInserts, batchedInserts, appendRate } = load.measure;
  // Figures to be compared are measured right after one another: after a hundred thousand rows Postgres cleans up for
  // seconds.
  const turns = [
    { bare: 'sequential', insert: (seconds: number) => sequentialInserts({ databaseUrl, seconds }), appends: [one] },
    {
      bare: 'pooled',
      insert: (seconds: number) => pooledInserts({ databaseUrl, seconds, connections: CONNECTIONS }),
      appends: [sixteen, sixtyFour],
    },
    {
      bare: 'batched',
      insert: (seconds: number) => batchedInserts({ databaseUrl, seconds, rows: ROWS }),
      appends: [batches],
    },
  ];
  try {
    for (let round = 0; round <= run.BENCH_ROUNDS; round += 1) {
      // The first round is a warm-up and does not count.
      const seconds = (round === 0 ? Math.min(WARM_UP_SECONDS, run.BENCH_SECONDS) : run.BENCH_SECONDS) / SLICES;
      const count = (name: string, rate: number): void => void (round > 0 && rounds.add(name, rate));
      for (const { bare, insert, appends } of turns) {
        for (let slice = 0; slice < SLICES; slice += 1) {
          count(bare, await insert(seconds));
          for (const { what, writers, batch } of appends) {
            count(`log: ${what}`, await appendRate({ url: server.url, writers, batch, seconds }));
            count(`stub: ${what}`, await appendRate({ url: stub.url, writers, batch, seconds }));
          }
        }
      }
    }
  } finally {
    for (const process of [load, stub, server]) await process.stop();
  }

  const sequential = { what: 'sequential inserts', rate: rounds.median('sequential') };
  const pooled = { what: `inserts on ${CONNECTIONS} connections`, rate: rounds.median('pooled') };
  const batched = { what: `inserts of ${ROWS} rows`, rate: rounds.median('batched') };
  const lineOf = ({ what }: { what: string }, bare: NonNullable<Line['bare']>): Line => ({
    what,
    log: rounds.median(`log: ${what}`),
    ceiling: rounds.median(`stub: ${what}`),
    bare,
  });
  const [single, crowd] = [lineOf(one, sequential), lineOf(sixtyFour, pooled)];
  console.log(
    [
      bareRow('bare inserts, one connection', sequential.rate),
      bareRow(`bare inserts, ${CONNECTIONS} connections`, pooled.rate),
      bareRow(`bare inserts, ${ROWS} rows a statement`, batched.rate),
    ].join('\n'),
  );
  console.log([single, lineOf(sixteen, pooled), crowd, lineOf(batches, batched)].map(row).join('\n'));
  const inSeries = 1 / (1 / single.ceiling + 1 / sequential.rate);
  console.log(
    `  (for 1 writer the client's time and a bare insert add up: ` +
      `at most ${Math.round(inSeries).toLocaleString('en-US')}/s)`,
  );
  return [
    verdict(single, { what: '0.5 × the sequential bare insert', rate: 0.5 * sequential.rate }),
    verdict(crowd, { what: `1 × the bare insert on ${CONNECTIONS} connections`, rate: pooled.rate }),
  ];
}
