/** The shared process of the product ends while 50 clients call: killed, and stopped as for an update. So does the log. */
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openWard } from '../bench/ward.ts';
import { startProduct, type Product } from '../test/product.ts';
import { Clients, failed } from './clients.ts';
import { productEnv } from './convergence/test-team.ts';

const CLIENTS = 50;
/** How long a connection waits for the next process (`start/port/port-listener.ts`). */
const HOLD_MS = 5_000;

let product: Product;
let clients: Clients;

beforeAll(async () => {
  product = await startProduct({
    env: { ...productEnv, PROCESSES: 'shared' },
  });
  clients = new Clients(product.url, await openWard(product.url, { members: 1, reviews: CLIENTS }));
});
afterAll(() => product?.stop());

/** Every acknowledged entry is in the log's newest state, once. */
async function expectNothingLost(calls: Parameters<Clients['lostAndDoubled']>[0]): Promise<void> {
  const { lost, doubled, acknowledged } = await clients.lostAndDoubled(calls);
  expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });
  expect(acknowledged).toBeGreaterThan(CLIENTS);
}

test('after a kill every call that begins is answered by the next process, and nothing acknowledged is lost', async () => {
  const before = await product.processOf('product');
  let endedAt = 0;
  const calls = await clients.callMeanwhile({ keepAlive: false }, async () => {
    process.kill(before, 'SIGKILL');
    await vi.waitFor(() => expect(existsSync(`/proc/${before}`)).toBe(false), { interval: 1 });
    endedAt = performance.now();
  });
  const begunAfter = calls.filter(({ beganAt }) => beganAt > endedAt);
  // On a machine that is too busy to start the process in five seconds, the wait ends with 503.
  expect(failed(begunAfter.filter(({ tookMs }) => tookMs < HOLD_MS))).toEqual([]);
  expect(begunAfter.filter(({ answer }) => answer === undefined)).toEqual([]);
  expect(await product.processOf('product')).not.toBe(before);
  await expectNothingLost(calls);
}, 120_000);

test.each(['product', 'event-log'])(
  'a planned restart of %s fails no call, also on kept connections',
  async (name) => {
    const before = await product.processOf(name);
    const calls = await clients.callMeanwhile({ keepAlive: true }, async () => {
      process.kill(before, 'SIGTERM');
      await vi.waitFor(() => expect(existsSync(`/proc/${before}`)).toBe(false), { timeout: 60_000, interval: 20 });
    });
    expect(failed(calls)).toEqual([]);
    expect(await product.processOf(name)).not.toBe(before);
    await expectNothingLost(calls);
  },
  120_000,
);
