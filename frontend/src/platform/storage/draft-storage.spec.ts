import { beforeEach, expect, test } from 'vitest';
import { createDrafts, type DraftKey } from './draft-storage.ts';

const memory = (): Storage => {
  const held: Record<string, string> = {};
  return Object.create(held, {
    getItem: { value: (name: string) => held[name] ?? null },
    setItem: {
      value(this: Storage, name: string, text: string) {
        held[name] = text;
        Object.defineProperty(this, name, { value: text, enumerable: true, configurable: true });
      },
    },
    removeItem: {
      value(this: Storage, name: string) {
        delete held[name];
        delete (this as unknown as Record<string, string>)[name];
      },
    },
  }) as Storage;
};
const isText = (value: unknown): value is { note: string } =>
  typeof value === 'object' && value !== null && 'note' in value;
const key: DraftKey = { user: 'u1', of: 'admission/7/entry/3' };
let clock: number;
let storage: Storage;
beforeEach(() => {
  clock = 1_000;
  storage = memory();
});

test('a draft is found again with the version it was based on', () => {
  const drafts = createDrafts(
    () => storage,
    () => clock,
  );
  drafts.keep(key, { note: 'INR daily' }, 4);
  expect(drafts.find(key, isText)).toEqual({ at: 1_000, base: 4, value: { note: 'INR daily' } });
  expect(drafts.find({ ...key, user: 'u2' }, isText)).toBeUndefined();
});

test('after eight hours it is gone, from the storage too', () => {
  const drafts = createDrafts(
    () => storage,
    () => clock,
  );
  drafts.keep(key, { note: 'a' }, undefined);
  clock += 8 * 3_600_000 + 1;
  expect(drafts.find(key, isText)).toBeUndefined();
  expect(Object.keys(storage)).toEqual([]);
});

test('a draft of another shape is not offered', () => {
  const drafts = createDrafts(
    () => storage,
    () => clock,
  );
  drafts.keep(key, 'text', undefined);
  expect(drafts.find(key, isText)).toBeUndefined();
});

test('signing out leaves no draft of anybody, and nothing else is touched', () => {
  const drafts = createDrafts(
    () => storage,
    () => clock,
  );
  drafts.keep(key, { note: 'a' }, 1);
  drafts.keep({ user: 'u2', of: 'x' }, { note: 'b' }, 1);
  storage.setItem('theme', 'dark');
  drafts.clearAll();
  expect(Object.keys(storage)).toEqual(['theme']);
});

test('an editor that closes because of signing out leaves nothing behind; after the next sign-in drafts are kept again', () => {
  const drafts = createDrafts(
    () => storage,
    () => clock,
  );
  drafts.clearAll();
  drafts.keep(key, { note: 'a' }, 1);
  expect(drafts.find(key, isText)).toBeUndefined();
  drafts.reopen();
  drafts.keep(key, { note: 'b' }, 1);
  expect(drafts.find(key, isText)?.value).toEqual({ note: 'b' });
});

test('what was typed into something new is found under the id that it has got, and no other person’s is touched', () => {
  const drafts = createDrafts(
    () => storage,
    () => clock,
  );
  const of = (review: string) => `admission/7/new:${review}:0`;
  drafts.keep({ user: 'u1', of: of('waiting:k1') }, { note: 'mine' }, undefined);
  drafts.keep({ user: 'u2', of: of('waiting:k1') }, { note: 'theirs' }, undefined);
  drafts.move('u1', 'waiting:k1', '7.r9');
  expect(drafts.find({ user: 'u1', of: of('7.r9') }, isText)?.value).toEqual({ note: 'mine' });
  expect(drafts.find({ user: 'u1', of: of('waiting:k1') }, isText)).toBeUndefined();
  expect(drafts.find({ user: 'u2', of: of('waiting:k1') }, isText)?.value).toEqual({ note: 'theirs' });
});

test('whatever else holds what was typed hears of the signing out', () => {
  const drafts = createDrafts(() => storage);
  let heard = 0;
  drafts.onCleared(() => {
    heard += 1;
  });
  drafts.clearAll();
  expect(heard).toBe(1);
});

test('a draft that is settled is gone, and its holders hear of it', () => {
  const drafts = createDrafts(
    () => storage,
    () => clock,
  );
  const heard: string[] = [];
  const holder = (name: string) => ({ hasTyped: () => false, settled: () => void heard.push(name) });
  drafts.hold(key, holder('form'));
  drafts.hold(key, holder('left before'))();
  drafts.hold({ ...key, user: 'u2' }, holder('another person'));
  drafts.keep(key, { note: 'a' }, 1);
  drafts.settle(key);
  expect(drafts.find(key, isText)).toBeUndefined();
  expect(heard).toEqual(['form']);
});

test('discarding settles what open forms hold, and leaves what was typed elsewhere', () => {
  const drafts = createDrafts(
    () => storage,
    () => clock,
  );
  const offered: DraftKey = { user: 'u1', of: 'admission/7/new-note' };
  const heard: string[] = [];
  drafts.hold(key, { hasTyped: () => true, settled: () => void heard.push('form') });
  drafts.hold(offered, { hasTyped: () => false, settled: () => void heard.push('offer') });
  drafts.keep(key, { note: 'a' }, 1);
  drafts.keep(offered, { note: 'b' }, undefined);
  drafts.discardTyped();
  expect([drafts.find(key, isText), drafts.find(offered, isText)?.value]).toEqual([undefined, { note: 'b' }]);
  expect(heard).toEqual(['form']);
});

test('a storage that throws means no drafts, not a broken page', () => {
  const drafts = createDrafts(() => {
    throw new Error('denied');
  });
  expect(() => drafts.keep(key, { note: 'a' }, 1)).not.toThrow();
  expect(drafts.find(key, isText)).toBeUndefined();
});

test('what lies as a draft of a place can be listed, of nobody else and of no other place', () => {
  const drafts = createDrafts(
    () => storage,
    () => clock,
  );
  drafts.keep(key, { note: 'a' }, 4);
  drafts.keep({ ...key, user: 'u2' }, { note: 'b' }, 4);
  drafts.keep({ user: 'u1', of: 'admission/71/entry/9' }, { note: 'c' }, 4);
  expect(drafts.list('u1', 'admission/7/')).toEqual(['entry/3']);
});
