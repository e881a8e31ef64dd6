import { afterEach, beforeEach, expect, test } from 'vitest';
import { inDatabase, ownDatabase, type OwnDatabase } from '../../event-log/own-database.ts';
import { CarefulWriters, newSharedStreams } from './careful-writers.ts';
import { brokenPromises, inWords, NOTHING_BROKEN, readWholeLog } from './hold-to-promises.ts';
import { KillableServer } from './killable-server.ts';
import { Ledger } from './ledger.ts';
import { WHOLE } from './whole.ts';

const KILLS = WHOLE ? 5 : 2;
const CUTS = WHOLE ? 3 : 1;
const WRITERS_A_GROUP = 4;
const PATIENTLY = { interval: 10, timeout: 20_000 };

let database: OwnDatabase;
let ledger: Ledger;
/** The one that writes, and the one that tries to. */
let active: KillableServer;
let standby: KillableServer;
let standbyReady: Promise<void>;
let groups: CarefulWriters[] = [];

beforeEach(async () => {
  database = await ownDatabase();
  ledger = new Ledger();
  active = await KillableServer.of(database.url);
  standby = await KillableServer.of(database.url);
  await active.start();
  standbyReady = standby.start();
  const shared = newSharedStreams();
  // Either server always has writers that believe in it, and they all want the same streams.
  groups = [
    [active.url, standby.url],
    [standby.url, active.url],
  ].map((urls) => new CarefulWriters({ urls, count: WRITERS_A_GROUP, ledger, shared, single: true }));
});
afterEach(async () => {
  for (const group of groups) group.abandon();
  await Promise.all([active?.stop(), standby?.stop()]);
  await database?.stop();
});

/** @throws what a writer could not explain */
const written = async (appends: number): Promise<void> =>
  void (await Promise.all(groups.map((group) => group.write(appends))));
/** How long `harm` keeps everybody from writing. */
async function outage(harm: () => Promise<void>): Promise<number> {
  const since = performance.now();
  await harm();
  await written(WRITERS_A_GROUP);
  return performance.now() - since;
}
/** Takes the log from the server that writes, as a failing network would: its session is gone, and its lock with it. */
const cutOff = (): Promise<unknown> =>
  inDatabase(database.url, (client) =>
    client.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())`,
    ),
  );
function swap(): void {
  [active, standby] = [standby, active];
}

async function holdToPromises(what: string, outages: readonly number[]): Promise<void> {
  for (const group of groups) await group.stop();
  const log = await readWholeLog(active.url);
  const broken = brokenPromises(log, ledger);
  process.stdout.write(
    `event log: ${what}; ${ledger.acknowledged.length} appends acknowledged, ${ledger.repeated} of unknown outcome repeated until it was known, ${ledger.refused.size} refused; ` +
      `${log.events.length} events; ${inWords(broken)}; longest outage ${(Math.max(...outages) / 1_000).toFixed(1)} s\n`,
  );
  expect(broken).toEqual(NOTHING_BROKEN);
}

test('a second server is refused while the first lives, takes over when it is killed, and never do two of them write', async () => {
  await written(100);
  await expect
    .poll(() => standby.refusals, PATIENTLY)
    .toContainEqual(expect.stringContaining('Another event log server is already writing to this database'));
  const outages: number[] = [];
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await written(300);
    expect(standby.ready).toBe(false);
    outages.push(
      await outage(async () => {
        await active.kill();
        await standbyReady;
      }),
    );
    swap();
    standbyReady = standby.start();
  }
  await holdToPromises(`${KILLS} servers killed, each time the other took over`, outages);
}, 120_000);

test('a server that hangs and loses its database to a second one writes nothing when it wakes, and knows what the other wrote when it is its turn again', async () => {
  const outages: number[] = [];
  for (let cut = 1; cut <= CUTS; cut += 1) {
    await written(300);
    expect(standby.ready).toBe(false);
    outages.push(
      await outage(() =>
        active.freezeWhile(async () => {
          await cutOff();
          await standbyReady;
        }),
      ),
    );
    swap();
    await written(300);
    expect([active.ready, standby.ready]).toEqual([true, true]);
    // The one that was cut off lives, and waits for its turn.
    outages.push(await outage(() => active.kill()));
    swap();
    standbyReady = standby.start();
  }
  await holdToPromises(
    `${CUTS} servers cut off from the log while they hung, and back when the second was killed`,
    outages,
  );
}, 120_000);
