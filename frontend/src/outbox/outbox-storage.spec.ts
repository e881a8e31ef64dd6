import { expect, test } from 'vitest';
import { createOutboxStorage } from './outbox-storage.ts';
import type { PendingCommand } from './pending-command.ts';

const memory = (): Storage => {
  const held = new Map<string, string>();
  return {
    getItem: (name: string) => held.get(name) ?? null,
    setItem: (name: string, text: string) => void held.set(name, text),
    removeItem: (name: string) => void held.delete(name),
    get length() {
      return held.size;
    },
  } as unknown as Storage;
};
const item = (at: number): PendingCommand => ({
  key: 'k',
  user: 'u',
  at,
  what: 'Entry',
  where: '/',
  of: 'x',
  draft: {},
  base: undefined,
  tried: false,
  call: { method: 'POST', path: '/', params: {}, body: {} },
});

test('the outbox is read after a reload, for eight hours', () => {
  const storage = memory();
  let clock = 1_000;
  const store = createOutboxStorage(
    () => storage,
    () => clock,
  );
  store.write({ items: [item(1_000)], ids: { 'waiting:a': 'b' } });
  expect(store.read()).toEqual({ items: [item(1_000)], ids: { 'waiting:a': 'b' } });
  clock += 8 * 3_600_000 + 1;
  expect(store.read().items).toEqual([]);
});

test('an empty outbox is removed from storage', () => {
  const storage = memory();
  const store = createOutboxStorage(() => storage);
  store.write({ items: [item(1)], ids: {} });
  store.write({ items: [], ids: {} });
  expect(storage.length).toBe(0);
});

test.each(['{', '[]', '{"items":[{}],"ids":{}}', '{"items":1}'])('%s in storage is read as an empty outbox', (text) => {
  const storage = memory();
  storage.setItem('draft:waiting', text);
  expect(createOutboxStorage(() => storage).read()).toEqual({ items: [], ids: {} });
});

test('with a blocked storage no call throws, and the outbox is empty after a reload', () => {
  const store = createOutboxStorage(() => {
    throw new Error('denied');
  });
  expect(() => store.write({ items: [item(1)], ids: {} })).not.toThrow();
  expect(store.read().items).toEqual([]);
});
