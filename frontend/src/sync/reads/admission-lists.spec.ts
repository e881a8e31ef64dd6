// @vitest-environment jsdom
import type { Review } from 'command-api/contract/entities';
import { afterEach, expect, test } from 'vitest';
import { QueryObserver } from '@tanstack/react-query';
import { cacheReview, updateCachedList } from './admission-lists.ts';
import { live } from '../live/live-connection.ts';
import { queryClient } from '../cache/query-client.ts';
import { queryKeys } from '../cache/query-keys.ts';

const review = (_id: string, version: number): Review => ({
  _id,
  version,
  headVersion: version,
  admission: 'a',
  patient: 'p',
  team: 't',
  reviewDate: '2026-03-02',
  clinicalNote: '',
  drugErrs: [],
  userId: 'u',
  userEmail: '',
  userName: '',
  userPhone: '',
});
const queryKey = queryKeys.reviewsOf('a');
const shown = () => queryClient.getQueryData<Review[]>(queryKey)?.map(({ _id }) => _id);

/** A list on a screen. The test answers its reads. */
function openList() {
  const requests: ((answer: Review[]) => void)[] = [];
  const observer = new QueryObserver<Review[]>(queryClient, {
    queryKey,
    queryFn: () => new Promise<Review[]>((resolve) => requests.push(resolve)),
  });
  unsubscribe = observer.subscribe(() => undefined);
  return requests;
}
let unsubscribe = (): void => undefined;
afterEach(() => {
  unsubscribe();
  queryClient.clear();
  live.send({ type: 'stop' });
});

test('a read that the answer of a command cancels is restarted', async () => {
  const requests = openList();
  requests[0]?.([review('r1', 1)]);
  await expect.poll(shown).toEqual(['r1']);
  void queryClient.invalidateQueries({ queryKey });
  await expect.poll(() => requests.length).toBe(2);
  await cacheReview({ ...review('r2', 5), stream: 'admission-a', revision: 5 });
  expect(shown()).toEqual(['r1', 'r2']);
  await expect.poll(() => requests.length).toBe(3);
  requests[1]?.([review('r1', 1)]);
  requests[2]?.([review('r1', 1), review('r2', 5), review('r3', 6)]);
  await expect.poll(shown).toEqual(['r1', 'r2', 'r3']);
});

test('a list whose first read is cancelled is read again', async () => {
  const requests = openList();
  await updateCachedList<Review>(queryKey, (cached) => [...cached]);
  await expect.poll(() => requests.length).toBe(2);
  requests[1]?.([review('r1', 1)]);
  await expect.poll(shown).toEqual(['r1']);
});

test('after an answer that is older than a live note the list is read again', async () => {
  const requests = openList();
  requests[0]?.([]);
  await expect.poll(shown).toEqual([]);
  live.send({ type: 'start', token: 'mona' });
  live.send({
    type: 'note',
    note: {
      stream: 'admission-a',
      from: 7,
      revision: 7,
      touched: [],
      actorId: 'u',
      actorName: '',
      at: '2026-03-02T08:00:00Z',
    },
  });
  await expect.poll(() => requests.length).toBe(2);
  requests[1]?.([]);
  await expect.poll(() => queryClient.isFetching({ queryKey })).toBe(0);
  await cacheReview({ ...review('r1', 6), stream: 'admission-a', revision: 6 });
  await expect.poll(() => requests.length).toBe(3);
  requests[2]?.([]);
  await expect.poll(shown).toEqual([]);
});

test('a new item that follows unseen changes of other people gets its place from the whole list', async () => {
  const requests = openList();
  requests[0]?.([review('r1', 1)]);
  await expect.poll(shown).toEqual(['r1']);
  // Revision 0 would follow on what this page knows. At revision 5 another person may have written r2 before r3.
  await cacheReview({ ...review('r3', 5), stream: 'admission-a', revision: 5 });
  expect(shown()).toEqual(['r1', 'r3']);
  await expect.poll(() => requests.length).toBe(2);
  requests[1]?.([review('r1', 1), review('r2', 4), review('r3', 5)]);
  await expect.poll(shown).toEqual(['r1', 'r2', 'r3']);
});
