// @vitest-environment jsdom
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { live } from './live.ts';
import { queryClient } from './queries.ts';
import { keys } from './query-keys.ts';

let leave = (): void => undefined;
afterEach(() => {
  leave();
  queryClient.clear();
  live.send({ type: 'stop' });
});

test('what moves while a list is read for the first time is read once more', async () => {
  const queryKey = keys.reviewsOf('a');
  const asked: ((answer: string[]) => void)[] = [];
  leave = new QueryObserver<string[]>(queryClient, { queryKey, queryFn: () => new Promise<string[]>((resolve) => asked.push(resolve)) }).subscribe(() => undefined);
  live.send({ type: 'start', token: 'mona' });
  const isOld = new Promise((told) => queryClient.getQueryCache().subscribe(({ type, query }) => type === 'updated' && query.state.isInvalidated && told(true)));
  live.send({ type: 'note', note: { stream: 'admission-a', from: 7, revision: 7, touched: ['review:r1'], actorId: 'u', actorName: 'Omar', at: '2026-03-02T08:00:00Z' } });
  await isOld;
  asked[0]?.(['what was there before']);
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.(['what is there now']);
  await expect.poll(() => queryClient.getQueryData(queryKey)).toEqual(['what is there now']);
});
