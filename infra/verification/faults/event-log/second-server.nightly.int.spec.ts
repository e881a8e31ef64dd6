import { afterEach, beforeEach, expect, test } from 'vitest';
import { inDatabase, ownDatabase, type OwnDatabase } from '../../../runtime/event-log/own-database.ts';
import { CarefulWriters, newSharedStreams } from './careful-writers.ts';
import { brokenPromises } from './broken-promises.ts';
import { KillableServer } from './killable-server.ts';
import { Ledger } from './ledger.ts';
import { WHOLE } from './whole.ts';

const KILLS = WHOLE ? 5 : 2;
const CUTS = WHOLE ? 3 : 1;
const WRITERS_A_GROUP = 4;
const PATIENTLY = { interval: 10, timeout: 20_000 };

let database: OwnDatabase;
let ledger: Ledger;
/** The server that writes, and the server that waits for the lock. */
let active: KillableServer;
let standby: KillableServer;
let standbyReady: Promise<void>;
let groups: CarefulWriters[] = [];

beforeEach(async () => {
  database = await ownDatabase();
  ledger = new Ledger();
  active = await KillableServer.of(database);
  standby = await KillableServer.of(database);
  await active.start();
  standbyReady = standby.start();
  const shared = newSharedStreams();
  // Each server has writers that try it first, and all write to the same streams.
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

/** @throws an unexpected error of a writer */
const written = async (appends: number): Promise<void> =>
  void (await Promise.all(groups.map((group) => group.write(appends))));
/** Ends the database session of the server that writes, as a failing network would. Its lock ends with the session. */
const cutOff = (): Promise<unknown> =>
  inDatabase(database.url, (client) =>
    client.query(
      `select pg_terminate_backend(pid)
       from pg_locks
       where locktype = 'advisory' and granted
         and database = (select oid from pg_database where datname = current_database())`,
    ),
  );
function swap(): void {
  [active, standby] = [standby, active];
}

async function expectPromisesKept(): Promise<void> {
  for (const group of groups) await group.stop();
  expect((await brokenPromises(active.url, ledger)).broken).toEqual([]);
}

test('a second server is refused while the first lives, and takes over when it is killed', async () => {
  await written(100);
  await expect
    .poll(() => standby.refusals, PATIENTLY)
    .toContainEqual(expect.stringContaining('Another event log server is already writing to this database'));
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await written(300);
    expect(standby.ready).toBe(false);
    await active.kill();
    await standbyReady;
    await written(WRITERS_A_GROUP);
    swap();
    standbyReady = standby.start();
  }
  await expectPromisesKept();
}, 120_000);

test('a server that loses the lock while it hangs writes again only with the lock and all events', async () => {
  for (let cut = 1; cut <= CUTS; cut += 1) {
    await written(300);
    expect(standby.ready).toBe(false);
    await active.freezeWhile(async () => {
      await cutOff();
      await standbyReady;
    });
    await written(WRITERS_A_GROUP);
    swap();
    await written(300);
    expect([active.ready, standby.ready]).toEqual([true, true]);
    // The server that lost the lock lives and waits for it.
    await active.kill();
    await written(WRITERS_A_GROUP);
    swap();
    standbyReady = standby.start();
  }
  await expectPromisesKept();
}, 120_000);
