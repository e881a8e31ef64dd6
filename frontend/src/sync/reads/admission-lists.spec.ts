// @vitest-environment jsdom
import type { Review } from 'command-api/contract/entities';
import { afterEach, expect, test } from 'vitest';
import { QueryObserver } from '@tanstack/react-query';
import { updateCachedList, cacheReview } from './admission-lists.ts';
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

/** A list on a screen; each read is answered when the spec says so. */
function openList() {
  const asked: ((answer: Review[]) => void)[] = [];
  const observer = new QueryObserver<Review[]>(queryClient, {
    queryKey,
    queryFn: () => new Promise<Review[]>((resolve) => asked.push(resolve)),
  });
  leave = observer.subscribe(() => undefined);
  return asked;
}
let leave = (): void => undefined;
afterEach(() => {
  leave();
  queryClient.clear();
  live.send({ type: 'stop' });
});

test('a read that a command’s answer cuts off is begun anew: it may have been for a colleague’s change', async () => {
  const asked = openList();
  asked[0]?.([review('r1', 1)]);
  await expect.poll(shown).toEqual(['r1']);
  void queryClient.invalidateQueries({ queryKey });
  await expect.poll(() => asked.length).toBe(2);
  await cacheReview({ ...review('r2', 5), stream: 'admission-a', revision: 5 });
  expect(shown()).toEqual(['r1', 'r2']);
  await expect.poll(() => asked.length).toBe(3);
  asked[1]?.([review('r1', 1)]);
  asked[2]?.([review('r1', 1), review('r2', 5), review('r3', 6)]);
  await expect.poll(shown).toEqual(['r1', 'r2', 'r3']);
});

test('a list whose first read is cut off is read all the same', async () => {
  const asked = openList();
  await updateCachedList<Review>(queryKey, (held) => [...held]);
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.([review('r1', 1)]);
  await expect.poll(shown).toEqual(['r1']);
});

test('an answer that comes after news of what happened later has the list read again: it may have been deleted since', async () => {
  const asked = openList();
  asked[0]?.([]);
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
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.([]);
  await expect.poll(() => queryClient.isFetching({ queryKey })).toBe(0);
  await cacheReview({ ...review('r1', 6), stream: 'admission-a', revision: 6 });
  await expect.poll(() => asked.length).toBe(3);
  asked[2]?.([]);
  await expect.poll(shown).toEqual([]);
});
