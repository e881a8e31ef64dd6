import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { cacheGallery } from './api.ts';

const group = { _id: 'g1', title: 'Wound', images: [{ image: '/api/images/i1' }] };
const queryKey = queryKeys.admission('a');
const shown = () => queryClient.getQueryData<{ gallery: object[] }>(queryKey)?.gallery;
let unsubscribe = (): void => undefined;
afterEach(() => {
  unsubscribe();
  queryClient.clear();
});

test('a read that began before images were added does not remove them from the screen', async () => {
  const pendingReads: ((answer: object) => void)[] = [];
  const observer = new QueryObserver<object>(queryClient, {
    queryKey,
    queryFn: () => new Promise<object>((resolve) => pendingReads.push(resolve)),
  });
  unsubscribe = observer.subscribe(() => undefined);
  pendingReads[0]?.({ _id: 'a', version: 3, gallery: [] });
  await expect.poll(shown).toEqual([]);
  void queryClient.invalidateQueries({ queryKey });
  await expect.poll(() => pendingReads.length).toBe(2);
  await cacheGallery({ ...group, version: 4, admission: 'a', gallery: [group], stream: 'admission-a', revision: 4 });
  pendingReads[1]?.({ _id: 'a', version: 3, gallery: [] });
  await new Promise((resolve) => void setTimeout(resolve, 0));
  expect(shown()).toEqual([group]);
  // The cancelled read is repeated: it may have been started by a colleague's change.
  await expect.poll(() => pendingReads.length).toBe(3);
});
