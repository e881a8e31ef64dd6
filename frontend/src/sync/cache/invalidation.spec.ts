// @vitest-environment jsdom
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { queryClient } from './query-client.ts';
import { queryKeys } from './query-keys.ts';
import { restartRefetches, invalidate } from './invalidation.ts';

interface Item {
  _id: string;
  version: number;
}
const item = (_id: string, version: number): Item => ({ _id, version });
const queryKey = queryKeys.reviewsOf('a');
const reviews = (...ids: string[]) => ({ of: queryKey, ids: new Set(ids) });

/** What the server is asked, whole or in part; the spec answers when it likes. */
interface Asked {
  ids: readonly string[] | 'all';
  answer: (items: Item[]) => void;
  fail: () => void;
}
let leave = (): void => undefined;
afterEach(() => {
  leave();
  queryClient.clear();
});
function openList(): Asked[] {
  const asked: Asked[] = [];
  const ask = (ids: Asked['ids']) =>
    new Promise<Item[]>((answer, reject) => asked.push({ ids, answer, fail: () => reject(new Error('cut off')) }));
  leave = new QueryObserver<Item[]>(queryClient, {
    queryKey,
    queryFn: () => ask('all'),
    meta: { readPart: ask },
  }).subscribe(() => undefined);
  return asked;
}
const shown = () => queryClient.getQueryData<Item[]>(queryKey)?.map(({ _id, version }) => `${_id}@${version}`);
/** A list of three, read. */
async function openedList(): Promise<Asked[]> {
  const asked = openList();
  asked[0]?.answer([item('r1', 1), item('r2', 2), item('r3', 3)]);
  await expect.poll(shown).toEqual(['r1@1', 'r2@2', 'r3@3']);
  return asked;
}

/** Of such a list r1 is being read, and r2 has changed meanwhile. */
async function overtakenRead(): Promise<Asked[]> {
  const asked = await openedList();
  invalidate([queryKey], reviews('r1'));
  await expect.poll(() => asked[1]?.ids).toEqual(['r1']);
  invalidate([queryKey], reviews('r2'));
  await new Promise((flushed) => void setTimeout(flushed, 60));
  return asked;
}

test('what moves while a list is read for the first time is read once more', async () => {
  const asked = openList();
  invalidate([queryKey], reviews('r1'));
  await expect.poll(() => queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
  asked[0]?.answer([item('r1', 1)]);
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.answer([item('r1', 2)]);
  await expect.poll(shown).toEqual(['r1@2']);
});

test('of a list no more is read than has changed; what is gone leaves it, and what is new stands at its end', async () => {
  const asked = await openedList();
  invalidate([queryKey], reviews('r2', 'r3'));
  invalidate([queryKey], reviews('r4'));
  await expect.poll(() => asked[1]?.ids).toEqual(['r2', 'r3', 'r4']);
  asked[1]?.answer([item('r2', 5), item('r4', 6)]);
  await expect.poll(shown).toEqual(['r1@1', 'r2@5', 'r4@6']);
  expect(asked).toHaveLength(2);
});

test('a note that comes by itself is followed at once, those that come soon after it are one round', async () => {
  const asked = await openedList();
  const before = performance.now();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  // Its clock begins at 0.
  await vi.advanceTimersByTimeAsync(before + 60);
  invalidate([queryKey], reviews('r1'));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked[1]?.ids).toEqual(['r1']);
  asked[1]?.answer([item('r1', 4)]);
  for (const id of ['r2', 'r3']) {
    await vi.advanceTimersByTimeAsync(20);
    invalidate([queryKey], reviews(id));
  }
  await vi.advanceTimersByTimeAsync(19);
  expect(asked).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked[2]?.ids).toEqual(['r2', 'r3']);
  asked[2]?.answer([item('r2', 5), item('r3', 6)]);
  await vi.advanceTimersByTimeAsync(0);
  expect(shown()).toEqual(['r1@4', 'r2@5', 'r3@6']);
});

test('where one of the notes does not say what has changed, all is read', async () => {
  const asked = await openedList();
  invalidate([queryKey], reviews('r2'));
  invalidate([queryKey]);
  await expect.poll(() => asked[1]?.ids).toBe('all');
});

test('what changes while a part is read is read after it, and a part that does not arrive is read with the whole', async () => {
  const asked = await openedList();
  invalidate([queryKey], reviews('r1'));
  await expect.poll(() => asked[1]?.ids).toEqual(['r1']);
  invalidate([queryKey], reviews('r2'));
  asked[1]?.answer([item('r1', 7)]);
  await expect.poll(() => asked[2]?.ids).toEqual(['r2']);
  asked[2]?.fail();
  await expect.poll(() => asked[3]?.ids).toBe('all');
  asked[3]?.answer([item('r1', 7), item('r2', 8), item('r3', 3)]);
  await expect.poll(shown).toEqual(['r1@7', 'r2@8', 'r3@3']);
});

test('what has changed while a part was read is not read at once: the screens of a busy team would do nothing else', async () => {
  const asked = await overtakenRead();
  asked[1]?.answer([item('r1', 7)]);
  // All that follows from the answer without a rest has been done by now.
  await new Promise((answered) => void setTimeout(answered));
  expect([shown(), asked.length]).toEqual([['r1@7', 'r2@2', 'r3@3'], 2]);
  await expect.poll(() => asked[2]?.ids).toEqual(['r2']);
  asked[2]?.answer([item('r2', 8)]);
  await expect.poll(shown).toEqual(['r1@7', 'r2@8', 'r3@3']);
});

test('what was to be read after a read that the lost connection has left behind is read all the same', async () => {
  const asked = await overtakenRead();
  restartRefetches();
  await expect.poll(() => asked[2]?.ids).toBe('all');
  asked[2]?.answer([item('r1', 7), item('r2', 8), item('r3', 3)]);
  await expect.poll(shown).toEqual(['r1@7', 'r2@8', 'r3@3']);
  // What was left behind comes after all, and is older.
  asked[1]?.answer([item('r1', 6)]);
  await new Promise((answered) => void setTimeout(answered));
  expect(shown()).toEqual(['r1@7', 'r2@8', 'r3@3']);
});

test('a part never puts an older state over a newer one, nor does a whole read that was begun beside it', async () => {
  const asked = await openedList();
  invalidate([queryKey], reviews('r1', 'r4'));
  await expect.poll(() => asked[1]?.ids).toEqual(['r1', 'r4']);
  void queryClient.invalidateQueries({ queryKey });
  await expect.poll(() => asked[2]?.ids).toBe('all');
  asked[1]?.answer([item('r1', 9), item('r4', 9)]);
  await expect.poll(() => asked[3]?.ids).toBe('all');
  asked[2]?.answer([item('r1', 1), item('r2', 2), item('r3', 3)]);
  asked[3]?.answer([item('r1', 9), item('r2', 2), item('r3', 3), item('r4', 9)]);
  await expect.poll(shown).toEqual(['r1@9', 'r2@2', 'r3@3', 'r4@9']);
});
