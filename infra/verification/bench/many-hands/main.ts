/** `npm run bench:many-hands`: many people at one admission and many sockets of one team, beside bare inserts. */
import { Pool } from 'pg';
import { ignoreLosses } from 'service-kit/postgres/lost-connections';
import type { Product } from '../../test/product.ts';
import { bareInserts } from '../bare-inserts.ts';
import { withEngines } from '../engines/engines.ts';
import { atMost, heading, row, type Summary, summarise } from '../figures.ts';
import { describeMachine, withProduct, WITHOUT_LIMITS } from '../product.ts';
import { startCommandApis } from './command-apis.ts';
import { measureFanOut } from './fan-out.ts';
import { openScreens } from './screens.ts';
import { openBusyWard } from './ward.ts';
import { type Acknowledged, write } from './writing.ts';

const WRITERS = 20;
const PACE = { perSecond: 2, seconds: Number(process.env['BENCH_SECONDS'] ?? 30) };
const WARM_UP = { perSecond: 2, seconds: 4 };
const ENTRIES = 5;
const INSERTS = { perSecond: WRITERS * PACE.perSecond, seconds: 5 };
const FAN_OUT = { sockets: 1_000, perSecond: 2, seconds: PACE.seconds / 2 };
/** Each person has twenty connections. */
const PEOPLE = FAN_OUT.sockets / 20;
const COMMAND_APIS = 2;
const TARGET = { acknowledgedMs: 120, shownMs: 300, heardMs: 150, ofOneBehindGateway: 1.5 };

const waits = (commands: readonly Acknowledged[]): Summary =>
  summarise(
    commands.map(({ sent, acknowledged }) => acknowledged - sent),
    'commands',
  );

async function measure(product: Product, pool: Pool): Promise<void> {
  const { url } = product;
  const ward = await openBusyWard(url, { people: PEOPLE, writers: WRITERS, entries: ENTRIES });
  const screens = await openScreens(url, ward, WRITERS);
  const measureAt = async (bases: readonly string[]) => {
    await write(ward, WARM_UP, bases);
    const commands = await write(ward, PACE, bases);
    return { acknowledged: waits(commands), shown: summarise(await screens.waitsFor(commands), 'screens') };
  };
  const before = await bareInserts(pool, INSERTS);
  const alone = await measureAt([url]);
  const bare = summarise([...before, ...(await bareInserts(pool, INSERTS))], 'bare INSERT');
  const apis = await startCommandApis(product, COMMAND_APIS);
  const several = await measureAt(apis.urls);
  const behindOne = await measureAt([await apis.gatewayOf(apis.urls.slice(0, 1))]);
  const behindAll = await measureAt([await apis.gatewayOf(apis.urls)]);
  await apis.stop();
  screens.close();
  const fanOut = await measureFanOut(url, ward, FAN_OUT);
  const [sinceSent, sinceAck] = [summarise(fanOut.sinceSent, 'notes'), summarise(fanOut.sinceAcknowledged, 'notes')];

  console.log(
    `${WRITERS} writers on one admission, ${PACE.perSecond} commands/s each for ${PACE.seconds} s, ${WRITERS} screens`,
  );
  console.log(heading);
  console.log(row('bare durable INSERT, same Postgres', bare));
  console.log(row('command acknowledged', alone.acknowledged));
  console.log(row('command sent → note heard and read again', alone.shown));
  console.log(row(`acknowledged, ${COMMAND_APIS} command APIs`, several.acknowledged));
  console.log(row(`sent → read again, ${COMMAND_APIS} command APIs`, several.shown));
  console.log(row('acknowledged, one behind a gateway', behindOne.acknowledged));
  console.log(row(`acknowledged, ${COMMAND_APIS} behind a gateway`, behindAll.acknowledged));
  console.log(row(`command sent → ${FAN_OUT.sockets} sockets`, sinceSent));
  console.log(row(`command acknowledged → ${FAN_OUT.sockets} sockets`, sinceAck));
  const affinity = behindAll.acknowledged.p95 / behindOne.acknowledged.p95;
  atMost('acknowledged p95', alone.acknowledged.p95, TARGET.acknowledgedMs);
  atMost("teammate's screen p95, since sending", alone.shown.p95, TARGET.shownMs);
  atMost(`${FAN_OUT.sockets} sockets p95, since sending`, sinceSent.p95, TARGET.heardMs);
  atMost(`${FAN_OUT.sockets} sockets p95, since acknowledgement`, sinceAck.p95, TARGET.heardMs);
  atMost(`${COMMAND_APIS} / one behind a gateway, acknowledged p95`, affinity, TARGET.ofOneBehindGateway, '×');
}

await withEngines(async (engines, folder) => {
  describeMachine();
  console.log(engines.description);
  const database = await engines.database('clinical');
  const pool = ignoreLosses(new Pool({ connectionString: database, max: 10 }));
  try {
    await withProduct({ dataDir: folder, env: { ...WITHOUT_LIMITS, DATABASE_URL: database } }, (product) =>
      measure(product, pool),
    );
  } finally {
    await pool.end();
  }
});
