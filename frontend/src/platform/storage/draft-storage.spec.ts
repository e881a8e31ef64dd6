import { beforeEach, expect, test } from 'vitest';
import { memoryStorage } from './testing.ts';
import { createDeviceStorage, type DeviceStorage } from './device-storage.ts';
import { createDrafts, type DraftKey } from './draft-storage.ts';

const onPlainHttp = (storage: () => Storage): DeviceStorage => createDeviceStorage(storage, () => false);
const isText = (value: unknown): value is { note: string } =>
  typeof value === 'object' && value !== null && 'note' in value;
const key: DraftKey = { user: 'u1', of: 'admission/7/entry/3' };
let clock: number;
let storage: Storage;
beforeEach(() => {
  clock = 1_000;
  storage = memoryStorage();
});

test('a draft is loaded with its base version', () => {
  const drafts = createDrafts(
    onPlainHttp(() => storage),
    () => clock,
  );
  drafts.save(key, { note: 'INR daily' }, 4);
  expect(drafts.load(key, isText)).toEqual({ at: 1_000, base: 4, value: { note: 'INR daily' } });
  expect(drafts.load({ ...key, user: 'u2' }, isText)).toBeUndefined();
});

test('no clock removes a draft: neither a long night, nor a device whose clock is set right', () => {
  const drafts = createDrafts(
    onPlainHttp(() => storage),
    () => clock,
  );
  drafts.save(key, { note: 'a' }, undefined);
  for (const now of [365 * 86_400_000, -365 * 86_400_000]) {
    clock = now;
    expect(drafts.load(key, isText)).toMatchObject({ at: 1_000, value: { note: 'a' } });
  }
});

test('a draft of another shape is not offered', () => {
  const drafts = createDrafts(
    onPlainHttp(() => storage),
    () => clock,
  );
  drafts.save(key, 'text', undefined);
  expect(drafts.load(key, isText)).toBeUndefined();
});

test('signing out removes the drafts of the person and nothing else', () => {
  const drafts = createDrafts(
    onPlainHttp(() => storage),
    () => clock,
  );
  drafts.save(key, { note: 'a' }, 1);
  drafts.save({ user: 'u2', of: 'x' }, { note: 'b' }, 1);
  storage.setItem('theme', 'dark');
  drafts.clear('u1');
  expect(Object.keys(storage).sort()).toEqual(['draft:u2/x', 'theme']);
});

test('an editor that closes after the sign-out stores no draft; after the next sign-in drafts are stored again', () => {
  const drafts = createDrafts(
    onPlainHttp(() => storage),
    () => clock,
  );
  drafts.clear('u1');
  drafts.save(key, { note: 'a' }, 1);
  expect(drafts.load(key, isText)).toBeUndefined();
  drafts.enable();
  drafts.save(key, { note: 'b' }, 1);
  expect(drafts.load(key, isText)?.value).toEqual({ note: 'b' });
});

test('a draft of something new is renamed to its real id; drafts of other people are unchanged', () => {
  const drafts = createDrafts(
    onPlainHttp(() => storage),
    () => clock,
  );
  const of = (review: string) => `admission/7/new:${review}:0`;
  drafts.save({ user: 'u1', of: of('waiting:k1') }, { note: 'mine' }, undefined);
  drafts.save({ user: 'u2', of: of('waiting:k1') }, { note: 'theirs' }, undefined);
  drafts.rename('u1', 'waiting:k1', '7.r9');
  expect(drafts.load({ user: 'u1', of: of('7.r9') }, isText)?.value).toEqual({ note: 'mine' });
  expect(drafts.load({ user: 'u1', of: of('waiting:k1') }, isText)).toBeUndefined();
  expect(drafts.load({ user: 'u2', of: of('waiting:k1') }, isText)?.value).toEqual({ note: 'theirs' });
});

test('a form that is there a moment longer than its person stores nothing', () => {
  const drafts = createDrafts(onPlainHttp(() => storage));
  drafts.save({ ...key, user: '' }, { note: 'a' }, 1);
  expect(Object.keys(storage)).toEqual([]);
});

test('onCleared listeners are called on sign-out', () => {
  const drafts = createDrafts(onPlainHttp(() => storage));
  const heard: string[] = [];
  drafts.onCleared((user) => void heard.push(user));
  drafts.clear('u1');
  expect(heard).toEqual(['u1']);
});

test('settling removes the draft and notifies its editors', () => {
  const drafts = createDrafts(
    onPlainHttp(() => storage),
    () => clock,
  );
  const heard: string[] = [];
  const editor = (name: string) => ({ hasUnsavedText: () => false, onSettled: () => void heard.push(name) });
  drafts.register(key, editor('form'));
  drafts.register(key, editor('left before'))();
  drafts.register({ ...key, user: 'u2' }, editor('another person'));
  drafts.save(key, { note: 'a' }, 1);
  drafts.settle(key);
  expect(drafts.load(key, isText)).toBeUndefined();
  expect(heard).toEqual(['form']);
});

test('discarding settles the drafts of open forms and keeps other drafts', () => {
  const drafts = createDrafts(
    onPlainHttp(() => storage),
    () => clock,
  );
  const offered: DraftKey = { user: 'u1', of: 'admission/7/new-note' };
  const heard: string[] = [];
  drafts.register(key, { hasUnsavedText: () => true, onSettled: () => void heard.push('form') });
  drafts.register(offered, { hasUnsavedText: () => false, onSettled: () => void heard.push('offer') });
  drafts.save(key, { note: 'a' }, 1);
  drafts.save(offered, { note: 'b' }, undefined);
  drafts.discardUnsaved();
  expect([drafts.load(key, isText), drafts.load(offered, isText)?.value]).toEqual([undefined, { note: 'b' }]);
  expect(heard).toEqual(['form']);
});

test('with a storage that throws there are no drafts, and no call throws', () => {
  const drafts = createDrafts(
    onPlainHttp(() => {
      throw new Error('denied');
    }),
  );
  expect(() => drafts.save(key, { note: 'a' }, 1)).not.toThrow();
  expect(drafts.load(key, isText)).toBeUndefined();
});

test('the drafts of a place are listed, without those of other people and places', () => {
  const drafts = createDrafts(
    onPlainHttp(() => storage),
    () => clock,
  );
  drafts.save(key, { note: 'a' }, 4);
  drafts.save({ ...key, user: 'u2' }, { note: 'b' }, 4);
  drafts.save({ user: 'u1', of: 'admission/71/entry/9' }, { note: 'c' }, 4);
  expect(drafts.list('u1', 'admission/7/')).toEqual(['entry/3']);
});

test('a draft that is marked for its return is taken once, and no mark outlives a sign-out', () => {
  const drafts = createDrafts(onPlainHttp(() => storage));
  expect(drafts.takeReturn(key)).toBe(false);
  drafts.save(key, { note: 'INR daily' }, 4);
  drafts.markForReturn(key);
  expect(drafts.list('u1', 'admission/7/')).toEqual(['entry/3']);
  expect([drafts.takeReturn({ ...key, user: 'u2' }), drafts.takeReturn(key), drafts.takeReturn(key)]).toEqual([
    false,
    true,
    false,
  ]);
  drafts.markForReturn(key);
  drafts.clear('u1');
  expect(drafts.takeReturn(key)).toBe(false);
});

test('without storage no draft returns', () => {
  const drafts = createDrafts(
    onPlainHttp(() => {
      throw new Error('SecurityError');
    }),
  );
  drafts.markForReturn(key);
  expect(drafts.takeReturn(key)).toBe(false);
});
