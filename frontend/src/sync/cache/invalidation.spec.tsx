import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { queryClient } from './query-client.ts';
import { queryKeys } from './query-keys.ts';
import { invalidate, restartRefetches } from './invalidation.ts';

interface Item {
  _id: string;
  version: number;
}
const item = (_id: string, version: number): Item => ({ _id, version });
const queryKey = queryKeys.reviewsOf('a');
const reviews = (...ids: string[]) => ({ of: queryKey, ids: new Set(ids) });

/** A request of the whole list or of some items. The test answers it. */
interface Request {
  ids: readonly string[] | 'all';
  answer: (items: Item[] | undefined) => void;
  fail: () => void;
}
let unsubscribe = (): void => undefined;
afterEach(() => {
  unsubscribe();
  // A read that still ends holds back the next one of its list.
  restartRefetches();
  queryClient.clear();
});
function openList(): Request[] {
  const requests: Request[] = [];
  const request = (ids: Request['ids']) =>
    new Promise<Item[] | undefined>((answer, reject) =>
      requests.push({ ids, answer, fail: () => reject(new Error('cut off')) }),
    );
  unsubscribe = new QueryObserver<Item[]>(queryClient, {
    queryKey,
    queryFn: async () => (await request('all')) ?? [],
    meta: { readItems: request },
  }).subscribe(() => undefined);
  return requests;
}
const shown = () => queryClient.getQueryData<Item[]>(queryKey)?.map(({ _id, version }) => `${_id}@${version}`);
/** A list of three items, read. */
async function openLoadedList(): Promise<Request[]> {
  const requests = openList();
  requests[0]?.answer([item('r1', 1), item('r2', 2), item('r3', 3)]);
  await expect.poll(shown).toEqual(['r1@1', 'r2@2', 'r3@3']);
  return requests;
}

/** The same list: a read of r1 is running, and r2 has changed meanwhile. */
async function openListWithOutdatedRead(): Promise<Request[]> {
  const requests = await openLoadedList();
  invalidate([queryKey], reviews('r1'));
  await expect.poll(() => requests[1]?.ids).toEqual(['r1']);
  invalidate([queryKey], reviews('r2'));
  await new Promise((resolve) => void setTimeout(resolve, 60));
  return requests;
}

test('a change during the first read causes a second read', async () => {
  const requests = openList();
  invalidate([queryKey], reviews('r1'));
  await expect.poll(() => queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
  requests[0]?.answer([item('r1', 1)]);
  await expect.poll(() => requests.length).toBe(2);
  requests[1]?.answer([item('r1', 2)]);
  await expect.poll(shown).toEqual(['r1@2']);
});

test('only changed items are read; missing items are removed and new ones appended', async () => {
  const requests = await openLoadedList();
  invalidate([queryKey], reviews('r2', 'r3'));
  invalidate([queryKey], reviews('r4'));
  await expect.poll(() => requests[1]?.ids).toEqual(['r2', 'r3', 'r4']);
  requests[1]?.answer([item('r2', 5), item('r4', 6)]);
  await expect.poll(shown).toEqual(['r1@1', 'r2@5', 'r4@6']);
  expect(requests).toHaveLength(2);
});

test('where the place of a new item is not known, the whole list is read', async () => {
  const requests = await openLoadedList();
  invalidate([queryKey], reviews('r0'));
  await expect.poll(() => requests[1]?.ids).toEqual(['r0']);
  requests[1]?.answer(undefined);
  await expect.poll(() => requests[2]?.ids).toBe('all');
  requests[2]?.answer([item('r0', 4), item('r1', 1), item('r2', 2), item('r3', 3)]);
  await expect.poll(shown).toEqual(['r0@4', 'r1@1', 'r2@2', 'r3@3']);
});

test('a single note is followed at once, and the notes soon after it are one round', async () => {
  const requests = await openLoadedList();
  const before = performance.now();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  // The fake clock begins at 0.
  await vi.advanceTimersByTimeAsync(before + 60);
  invalidate([queryKey], reviews('r1'));
  await vi.advanceTimersByTimeAsync(0);
  expect(requests[1]?.ids).toEqual(['r1']);
  requests[1]?.answer([item('r1', 4)]);
  for (const id of ['r2', 'r3']) {
    await vi.advanceTimersByTimeAsync(20);
    invalidate([queryKey], reviews(id));
  }
  await vi.advanceTimersByTimeAsync(19);
  expect(requests.map(({ ids }) => ids)).toEqual(['all', ['r1']]);
  await vi.advanceTimersByTimeAsync(1);
  expect(requests[2]?.ids).toEqual(['r2', 'r3']);
  requests[2]?.answer([item('r2', 5), item('r3', 6)]);
  await vi.advanceTimersByTimeAsync(0);
  expect(shown()).toEqual(['r1@4', 'r2@5', 'r3@6']);
});

test('if one of the notes does not name the changed items, the whole list is read', async () => {
  const requests = await openLoadedList();
  invalidate([queryKey], reviews('r2'));
  invalidate([queryKey]);
  await expect.poll(() => requests[1]?.ids).toBe('all');
});

test('a change during a read is read after it, and after a failed read the whole list is read', async () => {
  const requests = await openLoadedList();
  invalidate([queryKey], reviews('r1'));
  await expect.poll(() => requests[1]?.ids).toEqual(['r1']);
  invalidate([queryKey], reviews('r2'));
  requests[1]?.answer([item('r1', 7)]);
  await expect.poll(() => requests[2]?.ids).toEqual(['r2']);
  requests[2]?.fail();
  await expect.poll(() => requests[3]?.ids).toBe('all');
  requests[3]?.answer([item('r1', 7), item('r2', 8), item('r3', 3)]);
  await expect.poll(shown).toEqual(['r1@7', 'r2@8', 'r3@3']);
});

test('there is a pause between two reads of a list', async () => {
  const requests = await openListWithOutdatedRead();
  requests[1]?.answer([item('r1', 7)]);
  // Everything that follows the answer without a pause is done now.
  await new Promise((resolve) => void setTimeout(resolve));
  expect([shown(), requests.length]).toEqual([['r1@7', 'r2@2', 'r3@3'], 2]);
  await expect.poll(() => requests[2]?.ids).toEqual(['r2']);
  requests[2]?.answer([item('r2', 8)]);
  await expect.poll(shown).toEqual(['r1@7', 'r2@8', 'r3@3']);
});

test('after a lost connection a waiting read starts without the unanswered one', async () => {
  const requests = await openListWithOutdatedRead();
  restartRefetches();
  await expect.poll(() => requests[2]?.ids).toBe('all');
  requests[2]?.answer([item('r1', 7), item('r2', 8), item('r3', 3)]);
  await expect.poll(shown).toEqual(['r1@7', 'r2@8', 'r3@3']);
  // The unanswered read arrives after all, and is older.
  requests[1]?.answer([item('r1', 6)]);
  await new Promise((resolve) => void setTimeout(resolve));
  expect(shown()).toEqual(['r1@7', 'r2@8', 'r3@3']);
});

test('neither a read of items nor a parallel read of the list replaces newer data', async () => {
  const requests = await openLoadedList();
  invalidate([queryKey], reviews('r1', 'r4'));
  await expect.poll(() => requests[1]?.ids).toEqual(['r1', 'r4']);
  void queryClient.invalidateQueries({ queryKey });
  await expect.poll(() => requests[2]?.ids).toBe('all');
  requests[1]?.answer([item('r1', 9), item('r4', 9)]);
  await expect.poll(() => requests[3]?.ids).toBe('all');
  requests[2]?.answer([item('r1', 1), item('r2', 2), item('r3', 3)]);
  requests[3]?.answer([item('r1', 9), item('r2', 2), item('r3', 3), item('r4', 9)]);
  await expect.poll(shown).toEqual(['r1@9', 'r2@2', 'r3@3', 'r4@9']);
});

test('after a read of a new item during which a command added another, the whole list gives the order', async () => {
  const requests = await openLoadedList();
  invalidate([queryKey], reviews('r4'));
  await expect.poll(() => requests[1]?.ids).toEqual(['r4']);
  queryClient.setQueryData<Item[]>(queryKey, (cached) => [...(cached ?? []), item('r5', 5)]);
  requests[1]?.answer([item('r4', 4)]);
  await expect.poll(() => requests[2]?.ids).toBe('all');
  requests[2]?.answer([item('r1', 1), item('r2', 2), item('r3', 3), item('r4', 4), item('r5', 5)]);
  await expect.poll(shown).toEqual(['r1@1', 'r2@2', 'r3@3', 'r4@4', 'r5@5']);
});
