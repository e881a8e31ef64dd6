import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConnections } from './program/connections-file.ts';
import { startProduct, type Product } from '../../verification/test/product.ts';
import { processesWith, runProgramToEnd, type Ended } from '../../verification/test/started-program.ts';
import { freePort } from 'service-kit/process/free-port';

const account = {
  firstName: 'Mona',
  lastName: 'Adel',
  email: 'mona@hospital.test',
  phone: '01000000000',
  password: 'Secret-1',
};
const patience = { timeout: 20_000, interval: 50 };

/** Runs the launcher until it ends. */
const launched = (env: NodeJS.ProcessEnv): Promise<Ended> =>
  runProgramToEnd('runtime/start/main.js', { SEED: 'none', ...env });

describe.each(['shared', 'separate'] as const)('with %s processes', (layout) => {
  let dataDir: string;
  let product: Product;
  const post = (path: string, body: object): Promise<number> =>
    fetch(product.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then(
      (answer) => answer.status,
      () => 0,
    );
  const signIn = (): Promise<number> => post('/api/users/login', { email: account.email, password: account.password });

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'launcher-'));
    product = await startProduct({ dataDir, env: { PROCESSES: layout, RATE_LIMIT: 'off', CAPTCHA: 'off' } });
    expect([200, 201]).toContain(await post('/api/users', account));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  test('the services keep few heaps of malloc', async () => {
    const service = await product.processOf(layout === 'shared' ? 'product' : 'command-api');
    expect(await processesWith('MALLOC_ARENA_MAX=2')).toContain(service);
  });

  test('no other user of the machine sees what opens the event log, or can append without it', async () => {
    const { EVENTSTORE_URL = '' } = await readConnections(dataDir);
    const { password } = new URL(EVENTSTORE_URL.replace('esdb:', 'http:'));
    expect(password).toMatch(/^[\w-]{43}$/);
    for (const file of ['connections.json', 'event-log-credentials/password'])
      expect((await stat(join(dataDir, file))).mode & 0o777).toBe(0o600);
    const commands = await Promise.all(
      (await product.processes()).map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8')),
    );
    expect(commands.join('\n')).not.toContain(password);
    expect(product.log()).not.toContain(password);

    const outside = EventStoreDBClient.connectionString(EVENTSTORE_URL.replace(/\/\/.*@/, '//'));
    const append = outside.appendToStream('team-1', [jsonEvent({ type: 'TeamMemberAdded', data: {} })]);
    await expect(append).rejects.toMatchObject({ type: 'access-denied' });
    await outside.dispose();
  });

  test('the command line of events finds the running log by its folder', async () => {
    const { code, output } = await runProgramToEnd(
      'operations/events/main.js',
      { DATA_DIR: dataDir, EVENTSTORE_URL: '' },
      ['read'],
    );
    expect(output).toContain('"type":"UserRegistered"');
    expect(code).toBe(0);
  });

  test('a second start on the same folder is refused with a sentence', async () => {
    const { code, output } = await launched({ DATA_DIR: dataDir, PORT: String(await freePort()) });
    expect(code).toBe(1);
    expect(output).toMatch(/The data folder \S+ is in use by process \d+/);
    expect(await signIn()).toBe(200);
  });

  test('a port in use is refused with a sentence, and no process is left', async () => {
    const other = await mkdtemp(join(tmpdir(), 'launcher-'));
    const { code, output } = await launched({ DATA_DIR: other, PORT: new URL(product.url).port });
    expect(code).toBe(1);
    expect(output).toMatch(/Port \d+ is in use/);
    await rm(other, { recursive: true });
  });

  test('a wrong setting is refused with a sentence', async () => {
    const { code, output } = await launched({ DATA_DIR: dataDir, SEED: 'everything' });
    expect(code).toBe(78);
    expect(output).toContain('SEED: must be demo, catalogue or none');
  });

  test('wrong settings of several services are refused together before any process starts', async () => {
    const untouched = join(dataDir, 'untouched');
    const { code, output } = await launched({
      DATA_DIR: untouched,
      PORT: String(await freePort()),
      ADMIN_EMAIL: account.email,
      ADMIN_PASSWORD: 'short',
      TRUSTED_PROXIES: 'many',
      CHAT_URL: 'nowhere',
    });
    expect(code).toBe(78);
    for (const sentence of [
      'ADMIN_PASSWORD: needs at least 6 characters',
      'TRUSTED_PROXIES: must be a number of proxies',
      'CHAT_URL: must be an https address',
    ])
      expect(output).toContain(sentence);
    await expect(stat(untouched)).rejects.toThrow('ENOENT');
  });

  test.each(layout === 'shared' ? ['product', 'event-log', 'postgres'] : ['command-api', 'gateway'])(
    'a killed %s is started again and serves',
    async (service) => {
      const before = await product.processOf(service);
      process.kill(before, 'SIGKILL');
      await expect.poll(() => product.processOf(service).catch(() => before), patience).not.toBe(before);
      await expect.poll(signIn, patience).toBe(200);
    },
  );

  test('after a kill of the launcher all processes end, and the next start has the data', async () => {
    await product.kill();
    await expect.poll(() => product.processes(), patience).toEqual([]);
    product = await startProduct({ dataDir, env: { PROCESSES: layout, RATE_LIMIT: 'off', CAPTCHA: 'off' } });
    expect(await signIn()).toBe(200);
  });

  test.each(layout === 'shared' ? ['product', 'postgres'] : ['gateway'])(
    'after a kill of the launcher a %s that is just starting again ends too',
    async (service) => {
      const before = await product.processOf(service);
      process.kill(before, 'SIGKILL');
      await expect
        .poll(() => product.processOf(service).catch(() => before), { ...patience, interval: 10 })
        .not.toBe(before);
      await product.kill();
      await expect.poll(() => product.processes(), patience).toEqual([]);
      product = await startProduct({ dataDir, env: { PROCESSES: layout, RATE_LIMIT: 'off', CAPTCHA: 'off' } });
      expect(await signIn()).toBe(200);
    },
    60_000,
  );

  test('after a kill of all processes at once the next start has the data', async () => {
    for (const pid of await product.processes()) process.kill(pid, 'SIGKILL');
    product = await startProduct({ dataDir, env: { PROCESSES: layout, RATE_LIMIT: 'off', CAPTCHA: 'off' } });
    expect(await signIn()).toBe(200);
  });

  test('SIGTERM stops all processes cleanly', async () => {
    expect(await product.stop()).toBe(0);
    expect(await product.processes()).toEqual([]);
  });
});
