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

const unavailable = () => new ApiError(503, 'The server cannot save right now');
const refused = new ApiError(400, 'A review is not before admission', {
  message: 'A review is not before admission',
  code: 'invalid',
});

/** The outbox with a server that the test answers. */
function open(kept: Partial<Pick<OutboxContext, 'items' | 'ids'>> = {}) {
  const requests: {
    item: PendingCommand;
    answer: (answer: unknown) => Promise<void>;
    fail: (error: unknown) => Promise<void>;
  }[] = [];
  const network = { up: true };
  const clock = new SimulatedClock();
  const emitted: OutboxEmitted[] = [];
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
              if (!input.item) throw new Error('There is no command to send');
              requests.push({
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
  actor.on('*', (news) => emitted.push(news));
  actor.start();
  actor.send({ type: 'user', user: 'u1' });
  const enqueue = (...items: PendingCommand[]) => actor.send({ type: 'enqueue', items });
  const sentKeys = () => requests.map((one) => one.item.key);
  const context = () => actor.getSnapshot().context;
  return { actor, requests, network, clock, emitted, enqueue, sentKeys, context };
}

test('commands are sent one at a time in the order of saving', async () => {
  const { enqueue, requests, sentKeys, emitted } = open();
  enqueue(item(1));
  enqueue(item(2));
  expect(sentKeys()).toEqual([key(1)]);
  await requests[0]!.answer({ _id: 'x' });
  expect(sentKeys()).toEqual([key(1), key(2)]);
  await requests[1]!.answer({ _id: 'y' });
  expect(emitted.map(({ type }) => type)).toEqual(['answered', 'answered']);
});

test('an unanswered command is sent again before the others; the third failure is reported', async () => {
  const { enqueue, requests, sentKeys, clock, emitted } = open();
  enqueue(item(1));
  enqueue(item(2));
  for (const attempt of [0, 1, 2]) {
    expect(emitted).toEqual([]);
    await requests[attempt]!.fail(unavailable());
    if (attempt < 2) clock.increment(60_000);
  }
  expect(emitted).toEqual([{ type: 'delayed', keys: [key(1), key(2)] }]);
  clock.increment(60_000);
  expect(sentKeys()).toEqual([key(1), key(1), key(1), key(1)]);
  await requests[3]!.answer({ _id: 'x' });
  expect(sentKeys().at(-1)).toBe(key(2));
});

test('a command waits for a server whose disk is nearly full, and is not refused', async () => {
  const { enqueue, requests, clock, context } = open();
  enqueue(item(1));
  const body = { message: 'The disk is nearly full', code: 'unavailable', reason: 'disk-nearly-full' };
  await requests[0]!.fail(new ApiError(503, body.message, body));
  expect(context().items.map(({ refused: why }) => why)).toEqual([undefined]);
  clock.increment(60_000);
  expect(requests).toHaveLength(2);
});

test('offline no command is sent; with the network back the first is sent at once', () => {
  const { enqueue, network, requests, actor, emitted, context } = open();
  network.up = false;
  enqueue(item(1));
  expect(requests).toEqual([]);
  expect(emitted).toEqual([{ type: 'delayed', keys: [key(1)] }]);
  enqueue(item(2));
  expect(emitted.at(-1)).toEqual({ type: 'delayed', keys: [key(1), key(2)] });
  expect(context().items.map(({ tried }) => tried)).toEqual([false, false]);
  network.up = true;
  actor.send({ type: 'networkRestored' });
  expect(requests).toHaveLength(1);
  expect(context().items.map(({ tried }) => tried)).toEqual([true, false]);
});

test('an entry of a pending review is sent after it, with its real id', async () => {
  const { enqueue, requests, emitted, context } = open();
  enqueue(review);
  enqueue(entryIn(2, placeholderId(review.key)));
  await requests[0]!.answer({ _id: 'a1.r9' });
  expect(requests[1]!.item.call).toMatchObject({ params: { reviewId: 'a1.r9' }, body: { reviewId: 'a1.r9' } });
  expect(context().items[0]?.of).toBe('admission/a1/new:a1.r9:0');
  await requests[1]!.answer({
    _id: 'a1.r9',
    revision: 7,
    drugErrs: [
      { _id: 'e1', version: 3 },
      { _id: 'e2', version: 7 },
    ],
  });
  expect(emitted).toMatchObject([
    { type: 'answered', id: 'a1.r9' },
    { type: 'answered', id: 'e2' },
  ]);
});

test('an entry that is saved after its review has arrived gets the real id', async () => {
  const { enqueue, requests } = open({ ids: { [placeholderId(key(1))]: 'a1.r9' } });
  enqueue(entryIn(2, placeholderId(key(1))));
  expect(requests[0]!.item.call.params).toEqual({ reviewId: 'a1.r9' });
});

test('a refused command stays with its error; dependent commands wait and the others are sent', async () => {
  const { enqueue, requests, sentKeys, emitted, context } = open();
  enqueue(review);
  enqueue(entryIn(2, placeholderId(review.key)));
  enqueue(item(3));
  await requests[0]!.fail(refused);
  expect(emitted).toMatchObject([
    { type: 'refused', item: { key: review.key }, error: { message: 'A review is not before admission' } },
  ]);
  expect(context().items[0]).toMatchObject({
    draft: review.draft,
    refused: { status: 400, message: 'A review is not before admission' },
  });
  expect(sentKeys()).toEqual([review.key, key(3)]);
  await requests[1]!.answer({ _id: 'e3' });
  expect(context().items.map((one) => one.key)).toEqual([review.key, key(2)]);
  expect(isDependentOn(context().items[1]!, context().items[0]!)).toBe(true);
});

test('a corrected review is sent with its old key, and the commands that depend on it follow', async () => {
  const { enqueue, requests, actor, sentKeys } = open();
  enqueue(review);
  enqueue(entryIn(2, placeholderId(review.key)));
  await requests[0]!.fail(refused);
  actor.send({ type: 'withdraw', keys: [review.key] });
  enqueue(review);
  await requests[1]!.answer({ _id: 'a1.r9' });
  expect(sentKeys()).toEqual([review.key, review.key, key(2)]);
});

test('a correction is sent after its command, and not at all when that is refused', async () => {
  const { enqueue, requests, sentKeys } = open();
  enqueue(item(1), item(2, { corrects: key(1) }));
  await requests[0]!.fail(refused);
  expect(sentKeys()).toEqual([key(1)]);
});

test('after a reload the commands are sent with the same keys', async () => {
  const first = open();
  first.enqueue(review);
  first.enqueue(entryIn(2, placeholderId(review.key)));
  await first.requests[0]!.fail(unavailable());
  const again = open(JSON.parse(JSON.stringify(first.context())) as OutboxContext);
  expect(again.sentKeys()).toEqual([review.key]);
  await again.requests[0]!.answer({ _id: 'a1.r9' });
  expect(again.requests[1]!.item).toMatchObject({ key: key(2), call: { params: { reviewId: 'a1.r9' } } });
});

test('only the commands of the signed-in person are sent', async () => {
  const { enqueue, requests, actor, sentKeys } = open();
  enqueue(item(1));
  await requests[0]!.fail(
    new ApiError(401, 'Not authorized', { message: 'Not authorized', code: 'unauthorized', reason: 'token-failed' }),
  );
  actor.send({ type: 'user', user: undefined });
  actor.send({ type: 'user', user: 'u2' });
  enqueue(item(2, { user: 'u2' }));
  expect(sentKeys()).toEqual([key(1), key(2)]);
  await requests[1]!.answer({ _id: 'y' });
  actor.send({ type: 'user', user: 'u1' });
  expect(sentKeys()).toEqual([key(1), key(2), key(1)]);
});

test('a withdrawn command is not sent; the one that is being sent cannot be withdrawn', () => {
  const { enqueue, actor, requests, context, network } = open();
  enqueue(item(1));
  actor.send({ type: 'withdraw', keys: [key(1)] });
  expect(context().items).toHaveLength(1);
  network.up = false;
  enqueue(item(2));
  actor.send({ type: 'withdraw', keys: [key(2)] });
  expect(context().items.map((one) => one.key)).toEqual([key(1)]);
  expect(requests).toHaveLength(1);
});

test('logging out removes the commands of the person and ignores a pending answer', async () => {
  const { enqueue, actor, requests, context, emitted } = open();
  enqueue(item(1));
  actor.send({ type: 'clear', user: 'u1' });
  await requests[0]!.answer({ _id: 'x' });
  expect(context()).toMatchObject({ items: [], ids: {}, sending: undefined });
  expect(emitted).toEqual([]);
});

test('the commands of another person stay with the ids that they need, and are sent at their return', async () => {
  const { enqueue, actor, requests, context, sentKeys } = open();
  enqueue(item(1));
  await requests[0]!.answer({ _id: 'x' });
  const { ids } = context();
  enqueue(item(2, { user: 'another' }));
  actor.send({ type: 'clear', user: 'u1' });
  expect(context()).toMatchObject({ items: [{ key: key(2) }], ids });
  actor.send({ type: 'user', user: 'another' });
  expect(sentKeys()).toEqual([key(1), key(2)]);
});

test('retries wait with exponential backoff and jitter', async () => {
  const { enqueue, requests, actor, clock } = open();
  enqueue(item(1));
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 9; attempt += 1) {
    await requests[attempt]!.fail(unavailable());
    let waited = 0;
    while (actor.getSnapshot().matches('waiting')) {
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

const long = (n: number, over: Partial<PendingCommand> = {}): PendingCommand =>
  item(n, { call: { ...item(n).call, body: { clinicalNote: 'x'.repeat(92_000) } }, ...over });
const problem = (status: number, reason: string, code: string) =>
  new ApiError(status, reason, { message: reason, code, reason });

test('a command that meets the lock of its page is sent again after the unlocking, and not refused', async () => {
  const { enqueue, requests, actor, sentKeys, emitted } = open();
  enqueue(item(1));
  actor.send({ type: 'user', user: undefined });
  await requests[0]!.fail(problem(401, 'session-locked', 'unauthorized'));
  actor.send({ type: 'user', user: 'u1' });
  expect(sentKeys()).toEqual([key(1), key(1)]);
  await requests[1]!.answer({ _id: 'x' });
  expect(emitted.map(({ type }) => type)).toEqual(['answered']);
});

test('a text whose key another tab has used is sent with a new key, and what depends on it follows', async () => {
  const { enqueue, requests, context } = open();
  enqueue(review);
  enqueue(entryIn(2, placeholderId(review.key)));
  await requests[0]!.fail(problem(409, 'idempotency-key-reused', 'conflict'));
  expect(requests[1]!.item).toMatchObject({ key: review.key, call: review.call });
  expect(requests[1]!.item.sendAs).toMatch(/^[\da-f-]{36}$/);
  await requests[1]!.answer({ _id: 'a1.r9' });
  expect(requests[2]!.item).toMatchObject({ key: key(2), call: { params: { reviewId: 'a1.r9' } } });
  expect(context().items.map(({ refused: said }) => said)).toEqual([undefined]);
});

test('a short text goes past a long one, also while that is on its way, but not past what it depends on', async () => {
  const { enqueue, requests, sentKeys, clock } = open();
  enqueue(long(1));
  enqueue(long(2, { of: review.of }));
  enqueue(entryIn(3, placeholderId(key(2))));
  expect(sentKeys()).toEqual([key(1)]);
  enqueue(item(4));
  expect(sentKeys()).toEqual([key(1), key(4)]);
  await requests[1]!.fail(unavailable());
  clock.increment(60_000);
  await requests[2]!.answer({ _id: 'y' });
  expect(sentKeys()).toEqual([key(1), key(4), key(4), key(1)]);
  await requests[3]!.answer({ _id: 'x' });
  await requests[4]!.answer({ _id: 'a1.r9' });
  expect(sentKeys().slice(4)).toEqual([key(2), key(3)]);
});

test('a correction is based on the answer of its command', async () => {
  const { enqueue, requests } = open();
  enqueue(review, item(2, { corrects: review.key }));
  await requests[0]!.answer({ _id: 'a1.r9', version: 12, headVersion: 9 });
  expect(requests[1]!.item.call.ifVersion).toBe(9);
});
