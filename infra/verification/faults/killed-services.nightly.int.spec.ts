import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Review, Written } from 'language/contract/entities';
import { NO_ERROR } from 'language/domain/values/codes';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openWard, type Ward } from '../bench/ward.ts';
import { inParallel } from '../../runtime/seed/api-client.ts';
import { startProduct, type Product } from '../test/product.ts';
import { Clients, failed } from './clients.ts';
import { get } from './convergence/calls.ts';
import { productEnv } from './convergence/test-team.ts';

const COMMANDS = 500;
const KILL_AFTER = [60, 180, 320];

let product: Product;
let ward: Ward;
/** For the planned restarts: its reviews have room for their entries. */
let restarted: Ward;

beforeAll(async () => {
  product = await startProduct({
    env: { ...productEnv, PROCESSES: 'separate' },
  });
  ward = await openWard(product.url, { members: 1, reviews: 10 });
  restarted = await openWard(product.url, { members: 1, reviews: 10 });
});
afterAll(() => product?.stop());

type Acknowledged = Review & Written;

/** The review in the read model, once that has reached `at`. */
async function projected(reviewId: string, at: Written): Promise<Review> {
  const admission = at.stream.replace('admission-', '');
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const path = `/api/reviews/listAdmissionReviews/${admission}`;
    const { status, body, stale } = await get(product.url, ward.tokens[0]!, path, `${at.stream}@${at.revision}`);
    const review = stale || status !== 200 ? undefined : (body as Review[]).find(({ _id }) => _id === reviewId);
    if (review) return review;
  }
  throw new Error(`${at.stream} never reached ${at.revision} in the read model\n${product.log()}`);
}

test('projections is killed during 500 commands: the read model has each acknowledged one once, in order', async () => {
  const acknowledged: Acknowledged[] = [];
  const killed: number[] = [];
  const run = randomUUID();
  await inParallel(
    Array.from({ length: COMMANDS }, (_, index) => index),
    8,
    async (index) => {
      const review = ward.reviews[index % ward.reviews.length]!;
      acknowledged.push(
        await ward.author.send<Acknowledged>('POST', `/api/reviews/addRevMed/${review}`, `${run}:${index}`, {
          reviewId: review,
          drugErr: { errType: NO_ERROR._id, errDrug: ward.drug, errNote: `<p>command ${index}</p>` },
        }),
      );
      if (KILL_AFTER.includes(acknowledged.length)) {
        // The process may not run again yet after the kill before.
        const pid = await vi.waitFor(() => product.processOf('projections'), { timeout: 60_000, interval: 50 });
        process.kill(pid, 'SIGKILL');
        killed.push(pid);
      }
    },
  );
  expect(acknowledged).toHaveLength(COMMANDS);
  expect(new Set(killed).size).toBe(KILL_AFTER.length);

  let found = 0;
  for (const reviewId of ward.reviews) {
    const mine = acknowledged.filter(({ _id }) => _id === reviewId).toSorted((a, b) => a.revision - b.revision);
    const last = mine.at(-1)!;
    const { drugErrs } = await projected(reviewId, last);
    // The answer to the last command has the review as in the log: the same entries in the same order, each once.
    expect(drugErrs.map(({ _id, errNote, version }) => ({ _id, errNote, version }))).toEqual(
      last.drugErrs.map(({ _id, errNote, version }) => ({ _id, errNote, version })),
    );
    expect(drugErrs.map(({ version }) => version)).toEqual(mine.map(({ revision }) => revision));
    found += drugErrs.length;
  }
  expect(found).toBe(COMMANDS);
}, 120_000);

/** One after the other, as an update does it, with calls on kept connections all the time. No call is sent again. */
test.each(['command-api', 'projections', 'query-api', 'gateway', 'event-log'])(
  'a planned restart of %s fails no request of a person',
  async (service) => {
    const clients = new Clients(product.url, restarted);
    const before = await product.processOf(service);
    const calls = await clients.callMeanwhile({ keepAlive: true, reads: true }, async () => {
      process.kill(before, 'SIGTERM');
      const isGone = (): void => expect(existsSync(`/proc/${before}`)).toBe(false);
      await vi.waitFor(isGone, { timeout: 60_000, interval: 20 });
    });
    expect(failed(calls).map((answer) => answer?.body)).toEqual([]);
    expect(await clients.lostAndDoubled(calls)).toMatchObject({ lost: [], doubled: [] });
  },
  120_000,
);
