// @vitest-environment jsdom
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from '../../sync/cache/query-client.ts';
import { keys } from '../../sync/cache/query-keys.ts';
import { showGallery } from './api.ts';

const group = { _id: 'g1', title: 'Wound', images: [{ image: '/api/images/i1' }] };
const queryKey = keys.admission('a');
const shown = () => queryClient.getQueryData<{ gallery: object[] }>(queryKey)?.gallery;
let leave = (): void => undefined;
afterEach(() => {
  leave();
  queryClient.clear();
});

test('a read that began before images were added does not take them off the screen', async () => {
  const asked: ((answer: object) => void)[] = [];
  const observer = new QueryObserver<object>(queryClient, {
    queryKey,
    queryFn: () => new Promise<object>((resolve) => asked.push(resolve)),
  });
  leave = observer.subscribe(() => undefined);
  asked[0]?.({ _id: 'a', version: 3, gallery: [] });
  await expect.poll(shown).toEqual([]);
  void queryClient.invalidateQueries({ queryKey });
  await expect.poll(() => asked.length).toBe(2);
  await showGallery({ ...group, version: 4, admission: 'a', gallery: [group], stream: 'admission-a', revision: 4 });
  asked[1]?.({ _id: 'a', version: 3, gallery: [] });
  await new Promise((later) => void setTimeout(later, 0));
  expect(shown()).toEqual([group]);
  // It is read once more: the first may have been asked for what a colleague changed.
  await expect.poll(() => asked.length).toBe(3);
});
