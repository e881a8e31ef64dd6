import type { Review } from 'language/contract/entities';
import { afterEach, expect, test } from 'vitest';
import { QueryObserver } from '@tanstack/react-query';
import { cacheReview, updateCachedList } from './admission-lists.ts';
import { mona, review as reviewOf } from '../../testing/hospital.ts';
import { live } from '../live/live-connection.ts';
import type { LiveEvent } from '../live/live-connection.machine.ts';
import { queryClient } from '../cache/query-client.ts';
import { queryKeys } from '../cache/query-keys.ts';

/** Each on a day of its own: r2 on the second. */
const review = (_id: string, version: number): Review =>
  reviewOf(_id, `2026-03-0${_id.slice(1)}`, mona, [], { version, headVersion: version, admission: 'a' });
const queryKey = queryKeys.reviewsOf('a');
const shown = () => queryClient.getQueryData<Review[]>(queryKey)?.map(({ _id }) => _id);

/** A list on a screen. The test answers its reads. */
function openList() {
  const requests: ((answer: Review[]) => void)[] = [];
  const observer = new QueryObserver<Review[]>(queryClient, {
    queryKey,
    queryFn: () => new Promise<Review[]>((resolve) => requests.push(resolve)),
    meta: { readItems: () => Promise.resolve([]) },
  });
  unsubscribe = observer.subscribe(() => undefined);
  return requests;
}
const note = (revision: number): LiveEvent => ({
  type: 'note',
  note: {
    stream: 'admission-a',
    from: revision,
    revision,
    touched: [],
    actorId: 'u',
    actorName: '',
    at: '2026-03-02T08:00:00Z',
  },
});
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
  live.send({ type: 'start', proof: { token: 'mona' } });
  live.send(note(7));
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
  requests[0]?.([]);
  await expect.poll(shown).toEqual([]);
  live.send({ type: 'start', proof: { token: 'mona' } });
  live.send(note(3));
  await expect.poll(() => requests.length).toBe(2);
  requests[1]?.([review('r1', 3)]);
  await expect.poll(shown).toEqual(['r1']);

  await cacheReview({ ...review('r2', 4), stream: 'admission-a', revision: 4 });
  expect(shown()).toEqual(['r1', 'r2']);
  expect(queryClient.isFetching({ queryKey })).toBe(0);

  live.send(note(4));
  // Another person wrote r3 at revision 5. Its note has not arrived.
  await cacheReview({ ...review('r4', 6), stream: 'admission-a', revision: 6 });
  expect(shown()).toEqual(['r1', 'r2', 'r4']);
  await expect.poll(() => requests.length).toBe(3);
  requests[2]?.([review('r1', 3), review('r2', 4), review('r3', 5), review('r4', 6)]);
  await expect.poll(shown).toEqual(['r1', 'r2', 'r3', 'r4']);
});

test('before the room is entered a new item starts no read: entering the room reads everything', async () => {
  const requests = openList();
  requests[0]?.([review('r1', 1)]);
  await expect.poll(shown).toEqual(['r1']);
  await cacheReview({ ...review('r3', 5), stream: 'admission-a', revision: 5 });
  expect(shown()).toEqual(['r1', 'r3']);
  expect(queryClient.isFetching({ queryKey })).toBe(0);
});

test('an own review on a day that has others gets its place from the whole list', async () => {
  const requests = openList();
  const onDayOf = (_id: string, other: string) => ({ ...review(_id, 5), reviewDate: review(other, 1).reviewDate });
  requests[0]?.([review('r1', 1), review('r2', 2)]);
  await expect.poll(shown).toEqual(['r1', 'r2']);
  await cacheReview({ ...onDayOf('r3', 'r2'), stream: 'admission-a', revision: 5 });
  expect(shown()).toEqual(['r1', 'r2', 'r3']);
  await expect.poll(() => requests.length).toBe(2);
  requests[1]?.([review('r1', 1), onDayOf('r3', 'r2'), review('r2', 2)]);
  await expect.poll(shown).toEqual(['r1', 'r3', 'r2']);
});
