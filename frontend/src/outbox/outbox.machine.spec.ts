import { expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { ApiError } from '../platform/http/api.ts';
import { outboxMachine, type OutboxContext, type OutboxEmitted } from './outbox.machine.ts';
import { isDependentOn, placeholderId, type PendingCommand } from './pending-command.ts';

const key = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const item = (n: number, over: Partial<PendingCommand> = {}): PendingCommand => ({
  key: key(n),
  user: 'u1',
  at: 1_000 + n,
  what: `Entry ${n}`,
  where: '/admissions/a1',
  of: `admission/a1/new:r1:${n}`,
  draft: { errNote: `typed ${n}` },
  base: undefined,
  tried: false,
  call: {
    method: 'POST',
    path: '/api/reviews/addRevMed/:reviewId',
    params: { reviewId: 'r1' },
    body: { reviewId: 'r1', drugErr: { errNote: `typed ${n}` } },
  },
  ...over,
});
const review = item(1, {
  of: 'admission/a1/new-review',
  call: {
    method: 'POST',
    path: '/api/reviews/addReview',
    params: {},
    body: { admissionId: 'a1', clinicalNote: 'x', drugErrs: [] },
  },
});
const entryIn = (n: number, reviewId: string): PendingCommand =>
  item(n, {
    of: `admission/a1/new:${reviewId}:0`,
    makes: 'entry',
    call: { ...item(n).call, params: { reviewId }, body: { reviewId, drugErr: {} } },
  });

const away = () => new ApiError(503, 'The server cannot save right now');
const refused = new ApiError(400, 'A review is not before admission', {
  message: 'A review is not before admission',
  code: 'invalid',
});

/** A server that is asked, and answered by the test. */
function open(kept: Partial<Pick<OutboxContext, 'items' | 'ids'>> = {}) {
  const asked: {
    item: PendingCommand;
    answer: (answer: unknown) => Promise<void>;
    fail: (error: unknown) => Promise<void>;
  }[] = [];
  const network = { up: true };
  const clock = new SimulatedClock();
  const told: OutboxEmitted[] = [];
  const settled = () =>
    new Promise<void>((resolve) => {
      setTimeout(resolve, 0);
    });
  const actor = createActor(
    outboxMachine.provide({
      actors: {
        send: fromPromise<unknown, { item: PendingCommand | undefined }>(
          ({ input }) =>
            new Promise((resolve, reject) => {
              if (!input.item) throw new Error('Nothing was there to be sent');
              asked.push({
                item: input.item,
                answer: (answer) => {
                  resolve(answer);
                  return settled();
                },
                fail: (error) => {
                  reject(error);
                  return settled();
                },
              });
            }),
        ),
      },
      guards: { hasNetwork: () => network.up },
    }),
    { input: { items: [], ids: {}, ...kept }, clock },
  );
  actor.on('*', (news) => told.push(news));
  actor.start();
  actor.send({ type: 'user', user: 'u1' });
  const put = (...items: PendingCommand[]) => actor.send({ type: 'put', items });
  const keysAsked = () => asked.map((one) => one.item.key);
  const context = () => actor.getSnapshot().context;
  return { actor, asked, network, clock, told, put, keysAsked, context };
}

test('one after the other, in the order of saving', async () => {
  const { put, asked, keysAsked, told } = open();
  put(item(1));
  put(item(2));
  expect(keysAsked()).toEqual([key(1)]);
  await asked[0]!.answer({ _id: 'x' });
  expect(keysAsked()).toEqual([key(1), key(2)]);
  await asked[1]!.answer({ _id: 'y' });
  expect(told.map(({ type }) => type)).toEqual(['answered', 'answered']);
});

test('what had no answer goes again under the same key, and nothing overtakes it; a third failure in a row is said', async () => {
  const { put, asked, keysAsked, clock, told } = open();
  put(item(1));
  put(item(2));
  for (const attempt of [0, 1, 2]) {
    expect(told).toEqual([]);
    await asked[attempt]!.fail(away());
    if (attempt < 2) clock.increment(60_000);
  }
  expect(told).toEqual([{ type: 'waits', keys: [key(1), key(2)] }]);
  clock.increment(60_000);
  expect(keysAsked()).toEqual([key(1), key(1), key(1), key(1)]);
  await asked[3]!.answer({ _id: 'x' });
  expect(keysAsked().at(-1)).toBe(key(2));
});

test('without a network nothing is tried, so nothing may be there already; back, it goes at once', () => {
  const { put, network, asked, actor, told, context } = open();
  network.up = false;
  put(item(1));
  expect(asked).toEqual([]);
  expect(told).toEqual([{ type: 'waits', keys: [key(1)] }]);
  put(item(2));
  expect(told.at(-1)).toEqual({ type: 'waits', keys: [key(1), key(2)] });
  expect(context().items.map(({ tried }) => tried)).toEqual([false, false]);
  network.up = true;
  actor.send({ type: 'network' });
  expect(asked).toHaveLength(1);
  expect(context().items.map(({ tried }) => tried)).toEqual([true, false]);
});

test('an entry of a review that waits itself is sent behind it, with the id that it has got', async () => {
  const { put, asked, told, context } = open();
  put(review);
  put(entryIn(2, placeholderId(review.key)));
  await asked[0]!.answer({ _id: 'a1.r9' });
  expect(asked[1]!.item.call).toMatchObject({ params: { reviewId: 'a1.r9' }, body: { reviewId: 'a1.r9' } });
  expect(context().items[0]?.of).toBe('admission/a1/new:a1.r9:0');
  await asked[1]!.answer({
    _id: 'a1.r9',
    revision: 7,
    drugErrs: [
      { _id: 'e1', version: 3 },
      { _id: 'e2', version: 7 },
    ],
  });
  expect(told).toMatchObject([
    { type: 'answered', id: 'a1.r9' },
    { type: 'answered', id: 'e2' },
  ]);
});

test('an entry that was typed into a waiting review and saved after that had arrived finds it', async () => {
  const { put, asked } = open({ ids: { [placeholderId(key(1))]: 'a1.r9' } });
  put(entryIn(2, placeholderId(key(1))));
  expect(asked[0]!.item.call.params).toEqual({ reviewId: 'a1.r9' });
});

test('a refused one is set aside with what the server said; what needs it stays, what does not goes on', async () => {
  const { put, asked, keysAsked, told, context } = open();
  put(review);
  put(entryIn(2, placeholderId(review.key)));
  put(item(3));
  await asked[0]!.fail(refused);
  expect(told).toMatchObject([
    { type: 'refused', item: { key: review.key }, error: { message: 'A review is not before admission' } },
  ]);
  expect(context().items[0]).toMatchObject({
    draft: review.draft,
    refused: { status: 400, message: 'A review is not before admission' },
  });
  expect(keysAsked()).toEqual([review.key, key(3)]);
  await asked[1]!.answer({ _id: 'e3' });
  expect(context().items.map((one) => one.key)).toEqual([review.key, key(2)]);
  expect(isDependentOn(context().items[1]!, context().items[0]!)).toBe(true);
});

test('a refused review that its author has put right goes under its old key, and takes along what has waited for it', async () => {
  const { put, asked, actor, keysAsked } = open();
  put(review);
  put(entryIn(2, placeholderId(review.key)));
  await asked[0]!.fail(refused);
  actor.send({ type: 'take', keys: [review.key] });
  put(review);
  await asked[1]!.answer({ _id: 'a1.r9' });
  expect(keysAsked()).toEqual([review.key, review.key, key(2)]);
});

test('a correction goes behind what it corrects, and not at all when that is refused', async () => {
  const { put, asked, keysAsked } = open();
  put(item(1), item(2, { corrects: key(1) }));
  await asked[0]!.fail(refused);
  expect(keysAsked()).toEqual([key(1)]);
});

test('after a reload everything goes on where it was, under the same keys', async () => {
  const first = open();
  first.put(review);
  first.put(entryIn(2, placeholderId(review.key)));
  await first.asked[0]!.fail(away());
  const again = open(JSON.parse(JSON.stringify(first.context())) as OutboxContext);
  expect(again.keysAsked()).toEqual([review.key]);
  await again.asked[0]!.answer({ _id: 'a1.r9' });
  expect(again.asked[1]!.item).toMatchObject({ key: key(2), call: { params: { reviewId: 'a1.r9' } } });
});

test('nothing is sent for somebody who is not there, and nobody sends what is another person’s', async () => {
  const { put, asked, actor, keysAsked } = open();
  put(item(1));
  await asked[0]!.fail(
    new ApiError(401, 'Not authorized', { message: 'Not authorized', code: 'unauthorized', reason: 'token-failed' }),
  );
  actor.send({ type: 'user', user: undefined });
  actor.send({ type: 'user', user: 'u2' });
  put(item(2, { user: 'u2' }));
  expect(keysAsked()).toEqual([key(1), key(2)]);
  await asked[1]!.answer({ _id: 'y' });
  actor.send({ type: 'user', user: 'u1' });
  expect(keysAsked()).toEqual([key(1), key(2), key(1)]);
});

test('what is taken back is not sent, unless it is under way', () => {
  const { put, actor, asked, context, network } = open();
  put(item(1));
  actor.send({ type: 'take', keys: [key(1)] });
  expect(context().items).toHaveLength(1);
  network.up = false;
  put(item(2));
  actor.send({ type: 'take', keys: [key(2)] });
  expect(context().items.map((one) => one.key)).toEqual([key(1)]);
  expect(asked).toHaveLength(1);
});

test('logging out leaves nothing, not even an answer that is still to come', async () => {
  const { put, actor, asked, context, told } = open();
  put(item(1));
  actor.send({ type: 'empty' });
  await asked[0]!.answer({ _id: 'x' });
  expect(context()).toMatchObject({ items: [], ids: {}, sending: undefined });
  expect(told).toEqual([]);
});

test('asked again later and later, and never all at the same moment', async () => {
  const { put, asked, actor, clock } = open();
  put(item(1));
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 9; attempt += 1) {
    await asked[attempt]!.fail(away());
    let waited = 0;
    while (actor.getSnapshot().matches('held')) {
      clock.increment(50);
      waited += 50;
    }
    pauses.push(waited);
  }
  for (const [failures, pause] of pauses.entries()) {
    const longest = Math.min(30_000, 200 * 2 ** (failures + 1));
    expect(pause).toBeGreaterThanOrEqual(longest / 2);
    expect(pause).toBeLessThanOrEqual(longest + 50);
  }
});
