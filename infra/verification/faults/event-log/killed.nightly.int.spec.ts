import { afterEach, beforeEach, expect, test } from 'vitest';
import { CarefulWriters } from './careful-writers.ts';
import { CrashingPostgres } from './crashing-postgres.ts';
import { Follower } from './follower.ts';
import { brokenPromises } from './broken-promises.ts';
import { KillableServer } from './killable-server.ts';
import { Ledger } from './ledger.ts';
import { WHOLE } from './whole.ts';

const WRITERS = 16;
const SERVER_KILLS = WHOLE ? 20 : 4;
/** Spread over the kills of the server. */
const POSTGRES_CRASHES = WHOLE
  ? (['SIGKILL', 'SIGQUIT', 'SIGKILL', 'SIGQUIT', 'SIGKILL'] as const)
  : (['SIGKILL', 'SIGQUIT'] as const);
const PATIENTLY = { interval: 10, timeout: 20_000 };

let postgres: CrashingPostgres;
let server: KillableServer;
let ledger: Ledger;
let writers: CarefulWriters;
let follower: Follower;

beforeEach(async () => {
  postgres = await CrashingPostgres.start();
  server = await KillableServer.of(postgres);
  await server.start();
  ledger = new Ledger();
  writers = new CarefulWriters({ urls: [server.url], count: WRITERS, ledger });
  follower = new Follower(server.url);
});
afterEach(async () => {
  writers?.abandon();
  await follower?.stop();
  await server?.stop();
  await postgres?.stop();
});

test('the log keeps its promises through kills of server and Postgres; a subscriber sees each event once', async () => {
  /** Resolves while the writers write, after a random number of appends. */
  const whileWriting = (): Promise<void> => writers.write(20 + Math.floor(Math.random() * 400));
  const crashes = [...POSTGRES_CRASHES];
  for (let kill = 1; kill <= SERVER_KILLS; kill += 1) {
    await whileWriting();
    await server.kill();
    await server.start();
    if (kill % (SERVER_KILLS / POSTGRES_CRASHES.length) !== 0) continue;
    await whileWriting();
    await postgres.crash(crashes.shift() ?? 'SIGKILL');
  }
  await whileWriting();
  await writers.stop();

  const { events, broken } = await brokenPromises(server.url, ledger);
  expect(broken).toEqual([]);
  await expect.poll(() => follower.seen.length, PATIENTLY).toBeGreaterThanOrEqual(events.length);
  await follower.stop();
  expect(crashes).toEqual([]);
  expect(ledger.repeated).toBeGreaterThan(0);
  expect(ledger.refused.size).toBeGreaterThan(0);
  expect(follower.subscriptions).toBeGreaterThan(SERVER_KILLS);
  expect(follower.seen).toEqual(events.map(({ id, position }) => ({ id, position: position.commit })));
}, 180_000);
