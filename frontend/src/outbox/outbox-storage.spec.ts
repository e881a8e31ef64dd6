import { expect, test } from 'vitest';
import { createOutboxStorage } from './outbox-storage.ts';
import { memoryStorage } from '../platform/storage/testing.ts';
import { createDeviceStorage } from '../platform/storage/device-storage.ts';
import type { PendingCommand } from './pending-command.ts';

const item = (at: number, user = 'u'): PendingCommand => ({
  key: `k-${user}`,
  user,
  at,
  what: 'Entry',
  where: '/',
  of: 'x',
  draft: {},
  base: undefined,
  tried: false,
  call: { method: 'POST', path: '/', params: {}, body: {} },
});

const onPlainHttp = (storage: () => Storage) =>
  createOutboxStorage(
    createDeviceStorage(storage, () => false),
    storage,
  );

test('the outbox is read after a reload, however old it is and whatever the clock of the device says', () => {
  const storage = memoryStorage();
  const store = onPlainHttp(() => storage);
  const [fromLongAgo, fromTheFuture] = [item(1_000), item(Date.now() + 86_400_000)];
  store.write('u', { items: [fromLongAgo, fromTheFuture], ids: { 'waiting:a': 'b' } });
  expect(store.read('u')).toEqual({ items: [fromLongAgo, fromTheFuture], ids: { 'waiting:a': 'b' } });
});

test('each person has an outbox of their own', () => {
  const storage = memoryStorage();
  const store = onPlainHttp(() => storage);
  const both = { items: [item(Date.now(), 'u'), item(Date.now(), 'v')], ids: {} };
  store.write('u', both);
  expect(store.read('u').items).toEqual([both.items[0]]);
  expect(store.read('v').items).toEqual([]);
  store.write('v', both);
  store.write('u', { items: [], ids: {} });
  expect(store.read('v').items).toEqual([both.items[1]]);
});

test('what an earlier version stored for all people together is taken over by each of them', () => {
  const storage = memoryStorage();
  const both = { items: [item(Date.now(), 'u'), item(Date.now(), 'v')], ids: { 'waiting:a': 'b' } };
  storage.setItem('draft:waiting', JSON.stringify(both));
  const store = onPlainHttp(() => storage);
  expect(store.read('u')).toEqual({ items: [both.items[0]], ids: both.ids });
  expect(store.read('u').items).toEqual([both.items[0]]);
  expect(storage.getItem('draft:waiting')).not.toContain('k-u');
  expect(store.read('v').items).toEqual([both.items[1]]);
  expect(Object.keys(storage)).toEqual(['draft:u/outbox', 'draft:v/outbox']);
});

test('a sign-out removes the commands of its person, also those of an earlier version', () => {
  const storage = memoryStorage();
  const both = { items: [item(Date.now(), 'u'), item(Date.now(), 'v')], ids: {} };
  const store = onPlainHttp(() => storage);
  store.write('u', both);
  storage.setItem('draft:waiting', JSON.stringify(both));
  store.clear('u');
  expect(Object.keys(storage)).toEqual(['draft:waiting']);
  expect([store.read('u').items, store.read('v').items]).toEqual([[], [both.items[1]]]);
});

test('an empty outbox is removed from storage', () => {
  const storage = memoryStorage();
  const store = onPlainHttp(() => storage);
  store.write('u', { items: [item(1)], ids: {} });
  store.write('u', { items: [], ids: {} });
  expect(Object.keys(storage)).toEqual([]);
});

test.each(['{', '[]', '{"items":[{}],"ids":{}}', '{"items":1}'])('%s in storage is read as an empty outbox', (text) => {
  const storage = memoryStorage();
  storage.setItem('draft:u/outbox', text);
  expect(onPlainHttp(() => storage).read('u')).toEqual({ items: [], ids: {} });
});

test('with a blocked storage no call throws, and the outbox is empty after a reload', () => {
  const store = onPlainHttp(() => {
    throw new Error('denied');
  });
  expect(() => store.write('u', { items: [item(1)], ids: {} })).not.toThrow();
  expect(store.read('u').items).toEqual([]);
});
