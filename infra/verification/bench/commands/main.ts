/**
 * `npm run bench`, or with `--feed` the messages of a hospital (`feed.ts`): the cost of a command. The time until it is acknowledged and until teammates have its live note,
 * beside a bare durable INSERT on the same Postgres; and the CPU that it takes in all processes of the product and
 * engines, beside a floor (`floor-server.ts`), in the same run.
 */
import { Pool } from 'pg';
import { ignoreLosses } from 'service-kit/postgres/lost-connections';
import type { Product } from '../../test/product.ts';
import { bareInserts } from '../bare-inserts.ts';
import { type Engines, withEngines } from '../engines/engines.ts';
import { atMost, heading, line, row, type Summary, summarise } from '../figures.ts';
import { closeConnections } from '../http-client.ts';
import { totalOf } from '../processes/cpu-time.ts';
import { processesOf } from '../processes/process-tree.ts';
import { describeMachine, withProduct } from '../product.ts';
import { watchTeam } from '../teammates.ts';
import { openWard } from '../ward.ts';
import { addEntry, ENTRIES_OF_REVIEW } from './entries.ts';
import { measureFeed } from './feed.ts';
import { measureFloor } from './floor.ts';
import { type LoadFigures, measureLoad, type Rate } from './load.ts';

/** The first rate has the targets. The second shows where two cores end. */
const RATES: readonly Rate[] = [
  { perSecond: 50, seconds: 20 },
  { perSecond: 120, seconds: 60 },
];
/** Until the engine of Node has compiled the code that runs often; a process runs for weeks. */
const WARM_UP: Rate = { perSecond: 80, seconds: 30 };
const INSERTS: Rate = { perSecond: 50, seconds: 5 };
const SOCKETS = 50;
const TARGET = { acknowledgedMs: 50, heardMs: 150, ofInsert: 8, ofFloor: 6 };

/** `BENCH_RATES=50` leaves the second out. */
const rates = RATES.filter(({ perSecond }) =>
  (process.env['BENCH_RATES'] ?? '50,120').split(',').includes(`${perSecond}`),
);

async function measure(product: Product, engines: Engines, database: string, floor: LoadFigures): Promise<void> {
  const commands = [WARM_UP, ...rates].reduce((sum, { perSecond, seconds }) => sum + perSecond * seconds, 0);
  const ward = await openWard(product.url, { members: 5, reviews: Math.ceil(commands / ENTRIES_OF_REVIEW) });
  const mates = await watchTeam(product.url, ward.team, ward.tokens, SOCKETS);
  const target = {
    mates,
    processes: await processesOf(product, [...engines.postgres, ...engines.others]),
    send: (index: number) => addEntry(ward, index),
  };
  const pool = ignoreLosses(new Pool({ connectionString: database, max: 10 }));
  let sent = 0;
  const load = async (rate: Rate): Promise<LoadFigures> => {
    const figures = await measureLoad(target, rate, sent);
    sent += figures.commands;
    return figures;
  };
  await load(WARM_UP);
  for (const rate of rates) {
    const before = await bareInserts(pool, INSERTS);
    const figures = await load(rate);
    const bare = summarise([...before, ...(await bareInserts(pool, INSERTS))], 'bare INSERT');
    print(rate, figures, bare, floor);
    if (rate !== RATES[0]) continue;
    const { acknowledged, heard, cpu } = figures;
    atMost('acknowledged p95', acknowledged.p95, TARGET.acknowledgedMs);
    atMost('acknowledged p95 / bare INSERT', acknowledged.p95 / bare.p95, TARGET.ofInsert, '×');
    atMost("teammate's socket p95", heard.p95, TARGET.heardMs);
    atMost('CPU of a command / floor', totalOf(cpu) / totalOf(floor.cpu), TARGET.ofFloor, '×');
  }
  await pool.end();
  mates.close();
}

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
  for (const [name, ms] of cpu) console.log(line(`  ${name}`, ms.toFixed(1)));
  console.log(line('  all', totalOf(cpu).toFixed(1)));
  const floorNames = [...floor.cpu].map(([name, ms]) => `${name} ${ms.toFixed(1)}`).join(', ');
  console.log(line(`  floor (${floorNames})`, totalOf(floor.cpu).toFixed(1)));
  console.log(`all / floor: ${ratio(totalOf(cpu), totalOf(floor.cpu))}`);
}

if (process.argv.includes('--feed')) await measureFeed();
else
  await withEngines(async (engines, folder) => {
    describeMachine();
    console.log(engines.description);
    const database = await engines.database('clinical');
    const floor = await measureFloor({
      databaseUrl: await engines.database('floor'),
      postgres: engines.postgres,
      sockets: SOCKETS,
      warmUp: WARM_UP,
      rate: RATES[0] ?? WARM_UP,
    });
    await withProduct({ dataDir: folder, env: { DATABASE_URL: database } }, (product) =>
      measure(product, engines, database, floor),
    );
  });
closeConnections();
