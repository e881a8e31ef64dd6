import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../platform/http/api.ts';
import { findRead } from '../../platform/offline/kept-reads.ts';
import { setOpenDevice } from '../../platform/offline/offline-state.ts';
import { memoryRecords } from '../../platform/offline/testing.ts';
import { createVault } from '../../platform/offline/vault.ts';
import { keepQueries, onKeptChart, readKept } from './kept-queries.ts';

const key = ['reviews', 'a1'];
const serverKey = new Uint8Array(32).fill(7);
let device = memoryRecords();

async function openDevice(owner = 'u1'): Promise<void> {
  const keys = await createVault(device.records, 10).openWithServerKey(owner, serverKey.slice());
  setOpenDevice({ keys, records: device.records });
}
/** A page has a cache of its own. */
function page() {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, retry: false, persister: readKept } },
  });
  keepQueries(client);
  return client;
}
const kept = async (of: readonly unknown[] = key) => (await findRead(of))?.data;

beforeEach(async () => {
  // A page in Node.
  vi.stubGlobal('document', { addEventListener: () => undefined });
  vi.stubGlobal('window', { addEventListener: () => undefined });
  device = memoryRecords();
  await openDevice();
});
afterEach(() => {
  setOpenDevice(undefined);
  vi.unstubAllGlobals();
});

test('an answer is kept, and so is a live patch of it', async () => {
  const client = page();
  await client.fetchQuery({ queryKey: key, queryFn: async () => ['one'] });
  await expect.poll(() => kept()).toEqual(['one']);
  client.setQueryData(key, ['one', 'two']);
  await expect.poll(() => kept()).toEqual(['one', 'two']);
  expect(JSON.stringify([...device.reads], (_, value: unknown) => value)).not.toContain('two');
});

test('the next page shows the kept answer at once, and the server’s in its place', async () => {
  await page().fetchQuery({ queryKey: key, queryFn: async () => ['old'] });
  await expect.poll(() => kept()).toEqual(['old']);
  const shown: unknown[] = [];
  const observer = new QueryObserver(page(), { queryKey: key, queryFn: async () => ['new'] });
  const end = observer.subscribe(({ data }) => void (data && shown.push(data)));
  await expect.poll(() => observer.getCurrentResult().data).toEqual(['new']);
  expect(shown[0]).toEqual(['old']);
  await expect.poll(() => kept()).toEqual(['new']);
  end();
});

test('without a network the kept answer stays, with the time of the server’s answer', async () => {
  await page().fetchQuery({ queryKey: key, queryFn: async () => ['old'] });
  await expect.poll(() => kept()).toEqual(['old']);
  const at = (await findRead(key))?.at;
  const observer = new QueryObserver(page(), {
    queryKey: key,
    queryFn: () => Promise.reject(new ApiError(0, 'No connection')),
  });
  const end = observer.subscribe(() => undefined);
  await expect.poll(() => observer.getCurrentResult().isError).toBe(true);
  expect(observer.getCurrentResult()).toMatchObject({ data: ['old'], dataUpdatedAt: at });
  end();
});

test('an answer that the person may no longer read leaves the device', async () => {
  const client = page();
  await client.fetchQuery({ queryKey: key, queryFn: async () => ['old'] });
  await expect.poll(() => kept()).toEqual(['old']);
  const refused = () => Promise.reject(new ApiError(403, 'Not a member'));
  await client.fetchQuery({ queryKey: key, queryFn: refused, staleTime: 0 }).catch(() => undefined);
  await expect.poll(() => device.reads.size).toBe(0);
});

test('searches and code are not kept, and nothing is without a key', async () => {
  const client = page();
  const search = ['patients', 'icu', 'search', { text: 'Mona' }];
  await client.fetchQuery({ queryKey: search, queryFn: async () => ['found'] });
  await client.fetchQuery({ queryKey: ['team', 't'], queryFn: async () => ({ part: () => undefined }) });
  setOpenDevice(undefined);
  await client.fetchQuery({ queryKey: ['notes', 'a1'], queryFn: async () => ['locked'] });
  await openDevice();
  await client.fetchQuery({ queryKey: key, queryFn: async () => ['last'] });
  await expect.poll(() => kept()).toEqual(['last']);
  expect(device.reads.size).toBe(1);
});

test('another person finds nothing of the first, and a look at a kept chart is told', async () => {
  await page().fetchQuery({ queryKey: ['admission', 'a1'], queryFn: async () => ({ _id: 'a1' }) });
  await expect.poll(() => kept(['admission', 'a1'])).toEqual({ _id: 'a1' });
  const looks: string[] = [];
  onKeptChart((admission) => void looks.push(admission));
  const later = page();
  await later.fetchQuery({ queryKey: ['admission', 'a1'], queryFn: () => Promise.reject(new Error('away')) });
  expect(looks).toEqual(['a1']);
  await openDevice('u2');
  expect(await kept(['admission', 'a1'])).toBeUndefined();
});
