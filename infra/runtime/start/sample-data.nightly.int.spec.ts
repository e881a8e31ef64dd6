import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from 'service-kit/process/free-port';
import { expect, onTestFinished, test } from 'vitest';
import { clusterFolder } from './postgres/embedded-postgres.ts';
import { readConnections } from './program/connections-file.ts';
import { startProduct, type Product } from '../../verification/test/product.ts';
import { runProgramToEnd } from '../../verification/test/started-program.ts';

const ADMIN = { ADMIN_EMAIL: 'admin@hospital.test', ADMIN_PASSWORD: 'long enough 1' };

/** The ids of the catalogue, as the admin account reads them. */
async function catalogueOf({ url }: Product): Promise<string[]> {
  const { token } = (await fetch(`${url}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD }),
  }).then((answer) => answer.json())) as { token: string };
  const read = async (path: string): Promise<{ _id: string }[]> =>
    (await fetch(url + path, { headers: { authorization: `bearer ${token}` } })).json() as Promise<{ _id: string }[]>;
  const lists = await Promise.all(['/api/tags', '/api/errtypes'].map(read));
  return lists.flat().map(({ _id }) => _id);
}

// Fault: a restored backup, which has no note of the launcher, would get its sample data twice.
test.each(['demo', 'catalogue'])('SEED=%s is written once, also where only the log says so', async (SEED) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sample-data-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const env = { SEED, ...ADMIN, CAPTCHA: 'off', RATE_LIMIT: 'off' };
  const first = await startProduct({ dataDir, env });
  const written = await catalogueOf(first);
  expect(written.length).toBeGreaterThan(40);
  await first.stop();
  await rm(join(clusterFolder(dataDir), 'sample-data'));

  const second = await startProduct({ dataDir, env });
  onTestFinished(async () => void (await second.stop()));
  expect(await catalogueOf(second)).toEqual(written);
  expect(second.errors()).toEqual([]);
  expect(second.log().includes('the sample data is there')).toBe(SEED === 'demo');
});

// Fault: an operator would look for a change that was not made.
test.each(['shared', 'separate'])('with %s processes the first start notes no changed setting', async (PROCESSES) => {
  const env = { SEED: 'catalogue', ...ADMIN, PROCESSES, METRICS_PORT: String(await freePort()) };
  const product = await startProduct({ env });
  onTestFinished(async () => void (await product.stop()));
  const client = new Client((await readConnections(product.dataDir)).DATABASE_URL);
  await client.connect();
  onTestFinished(() => client.end());
  const { rows } = await client.query(`select data from accounts.security_line where kind = 'SettingChanged'`);
  expect(rows).toEqual([]);
  const { rows: known } = await client.query(`select from accounts.known_setting where name = 'METRICS_PORT'`);
  expect(known.length).toBeGreaterThan(0);
});

// Fault: one start without SEED put accounts with a public password into a hospital, and so did one run of the seed.
test('a hospital with people is given no demo, neither by a start without SEED nor by the seed of containers', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sample-data-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const env = { SEED: 'none', ...ADMIN, CAPTCHA: 'off', RATE_LIMIT: 'off' };
  const product = await startProduct({ dataDir, env });
  const body = { firstName: 'Mona', lastName: 'Adel', email: 'mona@hospital.test', phone: '01000000000' };
  const signedUp = await fetch(`${product.url}/api/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, password: 'Secret-1' }),
  });
  expect(signedUp.ok).toBe(true);
  const seeded = await runProgramToEnd('runtime/seed/main.js', { ...ADMIN, SEED: 'demo', BASE_URL: product.url });
  expect([seeded.code, seeded.output]).toEqual([78, expect.stringContaining('other people have accounts here')]);
  await product.stop();

  const started = await runProgramToEnd('runtime/start/main.js', { DATA_DIR: dataDir, PORT: String(await freePort()) });
  expect([started.code, started.output]).toEqual([78, expect.stringContaining('this installation is no demo')]);
  const again = await startProduct({ dataDir, env });
  onTestFinished(async () => void (await again.stop()));
  const client = new Client((await readConnections(dataDir)).DATABASE_URL);
  await client.connect();
  onTestFinished(() => client.end());
  const { rows } = await client.query('select email from accounts.credential order by email');
  expect(rows).toEqual([{ email: ADMIN.ADMIN_EMAIL }, { email: body.email }]);
});

test('a demo that other machines reach warns of its accounts', async () => {
  const product = await startProduct({ env: { SEED: 'demo', HOST: '0.0.0.0' } });
  onTestFinished(async () => void (await product.stop()));
  expect(product.log()).toContain('ACCOUNTS OF THE DEMO CAN SIGN IN HERE FROM OTHER MACHINES');
});
