/**
 * `npm run bench:many-hands`: many people at one admission and many sockets of one team, beside bare inserts and a bare
 * broadcast in the same run. Starts the whole product on a temporary folder.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startProduct } from '../../test/product.ts';
import { bareInserts } from '../bare-inserts.ts';
import { openEngines } from '../engines/engines.ts';
import { heading, row, summarise, verdict } from '../figures.ts';
import { startCommandApis } from './command-apis.ts';
import { measureFanOut, measurePlainBroadcast } from './fan-out.ts';
import { openScreens } from './screens.ts';
import { openBusyWard } from './ward.ts';
import { write } from './writing.ts';

const WRITERS = 20;
const PACE = { perSecond: 2, seconds: 30 };
const WARM_UP = { perSecond: 2, seconds: 4 };
const ENTRIES = 5;
const INSERTS = { perSecond: WRITERS * PACE.perSecond, seconds: 5 };
const FAN_OUT = { sockets: 1_000, perSecond: 2, seconds: 15 };
/** Each person has twenty connections. */
const PEOPLE = FAN_OUT.sockets / 20;
const COMMAND_APIS = 2;
const TARGET = { acknowledged: 120, shown: 300, heard: 150 };

async function measure(): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), 'clinical-pharmacy-bench-'));
  const load = loadavg()[0] ?? 0;
  const engines = await openEngines(path.join(folder, 'shared'));
  const database = await engines.database('clinical');
  const product = await startProduct({
    env: { DATABASE_URL: database, LOG_LEVEL: 'warn', DATA_DIR: folder, CAPTCHA: 'off', RATE_LIMIT: 'off' },
  });
  const pool = new pg.Pool({ connectionString: database, max: 10 });
  try {
    const ward = await openBusyWard(product.url, { people: PEOPLE, writers: WRITERS, entries: ENTRIES });
    const screens = await openScreens(product.url, ward, WRITERS);
    await write(ward, WARM_UP, [product.url]);
    const before = await bareInserts(pool, INSERTS);
    const commands = await write(ward, PACE, [product.url]);
    const shown = summarise(await screens.waitsFor(commands), 'screens');
    const reads = screens.reads();
    const after = await bareInserts(pool, INSERTS);

    const apis = await startCommandApis(product, COMMAND_APIS);
    await write(ward, WARM_UP, apis.urls);
    const { commands: warm, conflicts: warmConflicts, tail: warmTail } = apis.decidedAgain;
    const between = await write(ward, PACE, apis.urls);
    const shownOfTwo = summarise(await screens.waitsFor(between), 'screens');
    const again = {
      commands: apis.decidedAgain.commands - warm,
      conflicts: apis.decidedAgain.conflicts - warmConflicts,
      tail: apis.decidedAgain.tail - warmTail,
    };
    await write(ward, WARM_UP, [apis.gatewayOfOne]);
    const behindOne = await write(ward, PACE, [apis.gatewayOfOne]);
    await write(ward, WARM_UP, [apis.gatewayOfAll]);
    const behindAll = await write(ward, PACE, [apis.gatewayOfAll]);
    await apis.stop();
    screens.close();

    const broadcast = summarise(await measurePlainBroadcast(FAN_OUT), 'broadcasts');
    const fanOut = await measureFanOut(product.url, ward, FAN_OUT);

    const bare = summarise([...before, ...after], 'bare INSERT');
    const ack = summarise(
      commands.map(({ sent, acknowledged }) => acknowledged - sent),
      'commands',
    );
    const ackOfTwo = summarise(
      between.map(({ sent, acknowledged }) => acknowledged - sent),
      'commands',
    );
    const [ackBehindOne, ackBehindAll] = [behindOne, behindAll].map((of) =>
      summarise(
        of.map(({ sent, acknowledged }) => acknowledged - sent),
        'commands',
      ),
    );
    if (!ackBehindOne || !ackBehindAll) throw new RangeError('Nothing was measured behind a gateway');
    const [sinceSent, sinceAck] = [summarise(fanOut.sinceSent, 'notes'), summarise(fanOut.sinceAcknowledged, 'notes')];
    console.log(
      `\n${WRITERS} writers on one admission, ${PACE.perSecond} commands/s each for ${PACE.seconds} s, ` +
        `${WRITERS} screens; ${FAN_OUT.sockets} sockets of one team; ` +
        `${cpus().length} cores, Node ${process.version}, load before ${load.toFixed(2)}; ${engines.description}`,
    );
    console.log(heading);
    console.log(row('bare durable INSERT, same Postgres', bare));
    console.log(row('command acknowledged', ack));
    console.log(row('command sent → note heard and read again', shown));
    console.log(row(`acknowledged, ${COMMAND_APIS} command APIs`, ackOfTwo));
    console.log(row(`sent → read again, ${COMMAND_APIS} command APIs`, shownOfTwo));
    console.log(row('acknowledged, one behind a gateway', ackBehindOne));
    console.log(row(`acknowledged, ${COMMAND_APIS} behind a gateway`, ackBehindAll));
    console.log(row(`bare broadcast to ${FAN_OUT.sockets} sockets`, broadcast));
    console.log(row(`command sent → ${FAN_OUT.sockets} sockets`, sinceSent));
    console.log(row(`command acknowledged → ${FAN_OUT.sockets} sockets`, sinceAck));
    const sentAgain = [...commands, ...between].filter(({ tries }) => tries > 1).length;
    console.log(
      `\nthe screens read ${reads} times for ${commands.length} commands; ` +
        `sent again because the server was too busy: ${sentAgain}; ` +
        `of ${between.length} commands at ${COMMAND_APIS} command APIs ${again.commands} were decided again ` +
        `(${((100 * again.commands) / between.length).toFixed(1)} %), ${again.conflicts} times in total, ` +
        `each on ${(again.tail / Math.max(1, again.conflicts)).toFixed(1)} events of the tail`,
    );
    const verdicts = [
      { what: 'acknowledged p95', measured: ack.p95, target: TARGET.acknowledged },
      { what: "teammate's screen p95, since sending", measured: shown.p95, target: TARGET.shown },
      { what: `${FAN_OUT.sockets} sockets p95, since sending`, measured: sinceSent.p95, target: TARGET.heard },
      { what: `${FAN_OUT.sockets} sockets p95, since acknowledgement`, measured: sinceAck.p95, target: TARGET.heard },
    ];
    const affinity = ackBehindAll.p95 / ackBehindOne.p95;
    console.log(`${COMMAND_APIS} behind a gateway / one behind a gateway, acknowledged p95: ${affinity.toFixed(1)} ×`);
    for (const { what, measured, target } of verdicts) console.log(verdict(what, measured, target));
    return verdicts.every(({ measured, target }) => measured <= target);
  } finally {
    await pool.end();
    await product.stop();
    await engines.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

process.exitCode = (await measure()) ? 0 : 1;
