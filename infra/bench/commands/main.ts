/**
 * `npm run bench`: what a command costs. The time until it is acknowledged and until teammates have its live note,
 * beside a bare durable INSERT on the same Postgres; and the CPU that it takes in all processes of the product and
 * engines, beside a floor (`floor-server.ts`), in the same run. Starts the whole product on a temporary folder.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startProduct } from '../../test/product.ts';
import { bareInserts } from '../bare-inserts.ts';
import { openEngines } from '../engines/engines.ts';
import { heading, row, type Summary, summarise, verdict } from '../figures.ts';
import { processesOf } from '../processes/process-tree.ts';
import { watchTeam } from '../teammates.ts';
import { openWard } from '../ward.ts';
import { addEntry, bodyOf, ENTRIES_OF_REVIEW } from './entries.ts';
import { measureFloor } from './floor.ts';
import { type LoadFigures, measureLoad, type Rate, totalOf } from './load.ts';

/** The first rate has the targets. The second shows where two cores end. */
const RATES: readonly Rate[] = [
  { perSecond: 50, seconds: 20 },
  { perSecond: 120, seconds: 60 },
];
/** Until the engine of Node has compiled the code that runs often; a process runs for weeks. */
const WARM_UP: Rate = { perSecond: 80, seconds: 30 };
const INSERTS: Rate = { perSecond: 50, seconds: 5 };
const FLOOR: Rate = { perSecond: 50, seconds: 20 };
const SOCKETS = 50;
const TARGET = { acknowledged: 50, heard: 150 };

/** Another checkout, built, to measure with the same clients: `BENCH_CHECKOUT=/path npm run bench`. */
const checkout = process.env['BENCH_CHECKOUT'];
/** `BENCH_RATES=50` leaves the second out. */
const rates = RATES.filter(({ perSecond }) =>
  (process.env['BENCH_RATES'] ?? '50,120').split(',').includes(`${perSecond}`),
);

async function measure(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'clinical-pharmacy-bench-'));
  const engines = await openEngines(path.join(folder, 'shared'));
  const database = await engines.database('clinical');
  const pool = new pg.Pool({ connectionString: database, max: 10 });
  // Postgres ends its connections when it stops, also those that are just closing.
  pool.on('error', () => undefined);
  try {
    const { rows } = await pool.query<{ synchronous_commit: string; fsync: string }>(
      `select current_setting('synchronous_commit') as synchronous_commit, current_setting('fsync') as fsync`,
    );
    const floor = await measureFloor({
      databaseUrl: await engines.database('floor'),
      postgres: engines.postgres,
      sockets: SOCKETS,
      warmUp: WARM_UP,
      rate: FLOOR,
      bodyOf: (index) => bodyOf(`review ${index % 20}`, 'drug', index),
    });
    const product = await startProduct({
      env: { DATABASE_URL: database, LOG_LEVEL: 'warn', DATA_DIR: folder },
      ...(checkout === undefined ? {} : { checkout }),
    });
    try {
      const commands = [WARM_UP, ...rates].reduce((sum, { perSecond, seconds }) => sum + perSecond * seconds, 0);
      const ward = await openWard(product.url, { members: 5, reviews: Math.ceil(commands / ENTRIES_OF_REVIEW) });
      const mates = await watchTeam(product.url, ward.team, ward.tokens, SOCKETS);
      const target = {
        mates,
        processes: await processesOf(product, [...engines.postgres, ...engines.others]),
        send: (index: number) => addEntry(ward, index),
      };
      console.log(
        `${cpus().length} cores, Node ${process.version}, synchronous_commit=${rows[0]?.synchronous_commit}, ` +
          `fsync=${rows[0]?.fsync}${checkout === undefined ? '' : `, product of ${checkout}`}\n${engines.description}`,
      );
      let sent = 0;
      const load = async (rate: Rate): Promise<LoadFigures> => {
        const figures = await measureLoad(target, rate, sent);
        sent += figures.commands;
        return figures;
      };
      await load(WARM_UP);
      for (const [index, rate] of rates.entries()) {
        const before = await bareInserts(pool, INSERTS);
        const figures = await load(rate);
        const bare = summarise([...before, ...(await bareInserts(pool, INSERTS))], 'bare INSERT');
        print(rate, figures, bare, floor);
        if (index === 0) {
          console.log(verdict('acknowledged p95', figures.acknowledged.p95, TARGET.acknowledged));
          console.log(verdict("teammate's socket p95", figures.heard.p95, TARGET.heard));
        }
      }
      mates.close();
    } finally {
      await product.stop();
    }
  } finally {
    await pool.end();
    await engines.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const ms = (value: number): string => value.toFixed(1).padStart(8);
const ratio = (value: number, of: number): string => `${(value / of).toFixed(1)} ×`;

function print({ perSecond, seconds }: Rate, figures: LoadFigures, bare: Summary, floor: LoadFigures): void {
  const { acknowledged, heard, cpu } = figures;
  console.log(`\n${perSecond} commands/s for ${seconds} s (AddReviewMedication over HTTP), ${SOCKETS} sockets`);
  console.log(heading);
  console.log(row('bare durable INSERT, same Postgres', bare));
  console.log(row('command acknowledged', acknowledged));
  console.log(row("command sent → teammate's socket", heard));
  console.log(row('floor acknowledged', floor.acknowledged));
  console.log(
    `acknowledged / bare INSERT: p50 ${ratio(acknowledged.p50, bare.p50)}, p95 ${ratio(acknowledged.p95, bare.p95)}`,
  );
  console.log('\nCPU milliseconds per command');
  for (const [name, used] of cpu) console.log(`  ${name.padEnd(16)}${ms(used)}`);
  console.log(`  ${'all'.padEnd(16)}${ms(totalOf(cpu))}`);
  const floorNames = [...floor.cpu].map(([name, used]) => `${name} ${used.toFixed(1)}`).join(', ');
  console.log(`  ${'floor'.padEnd(16)}${ms(totalOf(floor.cpu))}   (${floorNames})`);
  console.log(`all / floor: ${ratio(totalOf(cpu), totalOf(floor.cpu))}`);
}

await measure();
