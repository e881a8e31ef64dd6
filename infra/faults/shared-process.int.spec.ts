/** The shared process of the product ends while 50 clients call: killed, and stopped as for an update. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { Review, Written } from 'command-api/contract/entities';
import { NO_ERROR } from 'command-api/domain/values/codes';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openWard, type Ward } from '../bench/ward.ts';
import { startProduct, type Product } from '../test/product.ts';
import { adminAccount } from './convergence/test-team.ts';

const CLIENTS = 50;
/** Calls of a client before the process ends, and after. */
const CALLS = 3;
/** How long a connection waits for the next process (`start/port/port-listener.ts`). */
const HOLD_MS = 5_000;

let product: Product;
let ward: Ward;

beforeAll(async () => {
  product = await startProduct({
    env: { ...adminAccount, PROCESSES: 'shared', CAPTCHA: 'off', RATE_LIMIT: 'off' },
  });
  ward = await openWard(product.url, { members: 1, reviews: CLIENTS });
});
afterAll(() => product?.stop());

/** Adds an entry. @throws when the connection breaks, which `fetch` would hide for kept connections */
function addEntry(review: string, key: string, agent: Agent): Promise<{ status: number; body: string }> {
  const body = JSON.stringify({
    reviewId: review,
    drugErr: { errType: NO_ERROR._id, errDrug: ward.drug, errNote: `<p>${key}</p>` },
  });
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `bearer ${ward.tokens[0]}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'idempotency-key': key,
    };
    const call = request(new URL(`/api/reviews/addRevMed/${review}`, product.url), { method: 'POST', agent, headers });
    call.once('error', reject).once('response', (answer) => {
      let text = '';
      answer
        .on('data', (part: Buffer) => (text += part.toString()))
        .once('error', reject)
        .once('end', () => resolve({ status: answer.statusCode ?? 0, body: text }));
    });
    call.end(body);
  });
}

interface Call {
  readonly review: string;
  readonly beganAt: number;
  readonly tookMs: number;
  /** Undefined if the connection broke. */
  readonly answer: { status: number; body: string } | undefined;
}

/** Each client calls again and again, `CALLS` times before `end` and `CALLS` times after it has resolved. */
async function callMeanwhile(keepAlive: boolean, end: () => Promise<void>): Promise<Call[]> {
  const calls: Call[] = [];
  const agent = new Agent({ keepAlive, maxSockets: CLIENTS });
  let begun = (): void => undefined;
  const allBegan = new Promise<void>((resolve) => {
    begun = resolve;
  });
  let hasEnded = false;
  const client = async (review: string): Promise<void> => {
    for (let after = 0; after < CALLS;) {
      if (hasEnded) after += 1;
      const beganAt = performance.now();
      const answer = await addEntry(review, randomUUID(), agent).catch(() => undefined);
      calls.push({ review, beganAt, tookMs: performance.now() - beganAt, answer });
      if (calls.length >= CLIENTS * CALLS) begun();
    }
  };
  const clients = Promise.all(ward.reviews.map(client));
  await allBegan;
  await end();
  hasEnded = true;
  await clients;
  agent.destroy();
  return calls;
}

/** The answers without success; undefined for a broken connection. */
const failed = (calls: readonly Call[]): Call['answer'][] =>
  calls.map(({ answer }) => answer).filter((answer) => answer === undefined || answer.status >= 300);

/** Every acknowledged entry is in the log's newest state, once. */
async function expectNothingLost(calls: readonly Call[]): Promise<void> {
  const agent = new Agent();
  for (const review of ward.reviews) {
    const newest = await addEntry(review, randomUUID(), agent);
    const versions = (JSON.parse(newest.body) as Review).drugErrs.map(({ version }) => version);
    const acknowledged = calls
      .filter((call) => call.review === review && call.answer?.status === 201)
      .map(({ answer }) => (JSON.parse(answer?.body ?? '') as Written).revision);
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(versions).toEqual(expect.arrayContaining(acknowledged));
    expect(new Set(versions).size).toBe(versions.length);
  }
}

test('after a kill every call that begins is answered by the next process, and nothing acknowledged is lost', async () => {
  const before = await product.processOf('product');
  let endedAt = 0;
  const calls = await callMeanwhile(false, async () => {
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

test('a planned restart fails no call, also on kept connections', async () => {
  const before = await product.processOf('product');
  const calls = await callMeanwhile(true, async () => {
    process.kill(before, 'SIGTERM');
    await vi.waitFor(() => expect(existsSync(`/proc/${before}`)).toBe(false), { timeout: 15_000, interval: 20 });
  });
  expect(failed(calls)).toEqual([]);
  expect(await product.processOf('product')).not.toBe(before);
  await expectNothingLost(calls);
}, 120_000);
