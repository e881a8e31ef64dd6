/** The built product rebuilds rows of an older version by itself, also when it is killed meanwhile. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { constants, getPriority } from 'node:os';
import { join } from 'node:path';
import type { Review } from 'language/contract/entities';
import { NO_ERROR } from 'language/domain/values/codes';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWard, type Ward } from '../bench/ward.ts';
import { startProduct, type Product } from '../test/product.ts';
import { childOf } from '../test/started-program.ts';
import { get } from './convergence/calls.ts';
import { productEnv } from './convergence/test-team.ts';

const patience = { timeout: 60_000, interval: 100 };

let product: Product;
let ward: Ward;
let database: Client;
/** Reads the reviews in a transaction that does not end: a switch has to wait. */
let reader: Client;

beforeAll(async () => {
  product = await startProduct({
    env: { ...productEnv, PROCESSES: 'shared' },
  });
  ward = await openWard(product.url, { members: 1, reviews: 2 });
  const { DATABASE_URL: connectionString } = JSON.parse(
    await readFile(join(product.dataDir, 'connections.json'), 'utf8'),
  ) as { DATABASE_URL: string };
  [database, reader] = [new Client({ connectionString }), new Client({ connectionString })];
  await Promise.all([database.connect(), reader.connect()]);
});
afterAll(async () => {
  await Promise.all([database?.end(), reader?.end()]);
  await product?.stop();
});

const version = async () =>
  (
    await database.query<{ version: number; generation: string }>(
      `select version, generation from read_v1.projection_version where projection = 'clinical'`,
    )
  ).rows[0];

interface Ready {
  readonly ready: boolean;
  readonly checks: {
    readonly projections: {
      readonly checks: { readonly projections: { readonly each: { readonly clinical: object } } };
    };
  };
}
const ready = async (): Promise<{ ready: boolean; clinical: object }> => {
  const { ready: isReady, checks } = (await get(product.url, '', '/api/ready')).body as Ready;
  return { ready: isReady, clinical: checks.projections.checks.projections.each.clinical };
};
const rebuilding = async () => childOf(await product.processOf('product'), 'rebuild-changed').catch(() => undefined);

/** Adds an entry to the first review, and reads the reviews of its admission after it. */
async function addAndRead(): Promise<void> {
  const [review] = ward.reviews;
  const written = await ward.author.send<Review & { stream: string; revision: number }>(
    'POST',
    `/api/reviews/addRevMed/${review}`,
    randomUUID(),
    { reviewId: review, drugErr: { errType: NO_ERROR._id, errDrug: ward.drug, errNote: '<p>Stable</p>' } },
  );
  const admission = written.stream.slice('admission-'.length);
  const path = `/api/reviews/listAdmissionReviews/${admission}`;
  const answer = await get(product.url, ward.tokens[0]!, path, `${written.stream}@${written.revision}`);
  expect(answer).toMatchObject({ status: 200, stale: false });
  const [read] = answer.body as Review[];
  expect(read?.drugErrs).toHaveLength(written.drugErrs.length);
}

async function killProduct(): Promise<void> {
  const pid = await product.processOf('product');
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => existsSync(`/proc/${pid}`), patience).toBe(false);
  await expect.poll(() => product.processOf('product').catch(() => undefined), patience).toBeDefined();
}

test('a killed rebuild goes on after the next start, and people work all the while', async () => {
  const made = (await version()) ?? { version: 0, generation: '0' };
  expect(made.version).toBeGreaterThan(0);
  const older = { ...made, version: made.version - 1 };
  await database.query(`update read_v1.projection_version set version = version - 1 where projection = 'clinical'`);
  await reader.query('begin; lock table read_v1.review in access share mode');

  await killProduct();
  await expect
    .poll(ready, patience)
    .toMatchObject({ ready: true, clinical: { rebuild: expect.stringMatching(/^rebuilding, /) } });
  const first = (await rebuilding()) ?? 0;
  expect(first).toBeGreaterThan(0);
  expect(getPriority(first)).toBeGreaterThanOrEqual(constants.priority.PRIORITY_BELOW_NORMAL);
  await addAndRead();

  await killProduct();
  await expect.poll(() => existsSync(`/proc/${first}`), patience).toBe(false);
  await expect.poll(rebuilding, patience).toBeDefined();
  await addAndRead();
  expect(await version()).toEqual(older);

  await reader.query('commit');
  await expect
    .poll(version, patience)
    .toEqual({ version: made.version, generation: String(Number(made.generation) + 1) });
  await expect.poll(rebuilding, patience).toBeUndefined();
  await expect.poll(ready, patience).toMatchObject({ ready: true });
  expect((await ready()).clinical).not.toHaveProperty('rebuild');
  await addAndRead();
}, 180_000);
