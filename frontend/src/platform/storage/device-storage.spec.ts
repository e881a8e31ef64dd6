import { beforeEach, expect, test } from 'vitest';
import { createDeviceStorage, type DeviceStorage } from './device-storage.ts';
import { createDrafts } from './draft-storage.ts';
import { memoryStorage } from './testing.ts';
import { createTextCipher, type TextCipher } from './text-cipher.ts';

let storage: Storage;
let device: DeviceStorage;
beforeEach(() => {
  storage = memoryStorage();
  device = createDeviceStorage(
    () => storage,
    () => true,
  );
});
const keyOf = (person: number): TextCipher => createTextCipher(new Uint8Array(32).fill(person));
const stored = (): string => JSON.stringify(storage);
const later = (): DeviceStorage =>
  createDeviceStorage(
    () => storage,
    () => true,
  );

test('a text lies there encrypted, and a later page reads it with the same key', () => {
  device.open('u1', keyOf(1));
  device.write('u1', 'note/1', 'INR daily');
  expect(stored()).not.toContain('INR');
  const next = later();
  expect(next.read('u1', 'note/1')).toBeUndefined();
  next.open('u1', keyOf(1));
  expect(next.read('u1', 'note/1')).toBe('INR daily');
});

test('what is typed before the key is there is readable, is not stored in clear, and is stored with the key', () => {
  device.expect('u1');
  device.write('u1', 'note/1', 'INR daily');
  device.write('u1', 'note/2', 'gone');
  device.remove('u1', 'note/2');
  expect([device.read('u1', 'note/1'), device.list('u1', 'note/'), Object.keys(storage)]).toEqual([
    'INR daily',
    ['1'],
    [],
  ]);
  device.open('u1', keyOf(1));
  const next = later();
  next.open('u1', keyOf(1));
  expect([next.read('u1', 'note/1'), next.list('u1', '')]).toEqual(['INR daily', ['note/1']]);
});

test('after the key was dropped nothing can be read or stored, and names are still listed', () => {
  device.open('u1', keyOf(1));
  device.write('u1', 'note/1', 'INR daily');
  device.close();
  device.write('u1', 'note/1', 'a form that goes');
  expect([device.isOpen('u1'), device.hasSealed('u1')]).toEqual([false, true]);
  expect([device.read('u1', 'note/1'), device.list('u1', 'note/')]).toEqual([undefined, ['1']]);
  device.expect('u1');
  device.open('u1', keyOf(1));
  expect(device.read('u1', 'note/1')).toBe('INR daily');
});

test('dropping the key overwrites it', () => {
  const cipher = keyOf(1);
  device.open('u1', cipher);
  const sealed = cipher.seal('INR daily', 'n');
  device.close();
  expect(() => cipher.open(sealed, 'n')).toThrow();
});

test('open forms store what they have before the key goes, and again when it is back', () => {
  const drafts = createDrafts(device, () => 1);
  const key = { user: 'u1', of: 'note/1' };
  let typed = 'INR';
  device.open('u1', keyOf(1));
  drafts.register(key, {
    hasUnsavedText: () => true,
    store: () => drafts.save(key, typed, undefined),
    onSettled: () => undefined,
  });
  device.close();
  typed = 'INR daily';
  device.open('u1', keyOf(1));
  expect(JSON.parse(device.read('u1', 'note/1') ?? '')).toMatchObject({ value: 'INR daily' });
});

test('what lies there in clear is encrypted at the sign-in of its person, and that of others is not touched', () => {
  storage.setItem('draft:u1/note/1', '{"at":1}');
  storage.setItem('draft:u2/note/1', '{"at":2}');
  device.open('u1', keyOf(1));
  expect(storage.getItem('draft:u1/note/1')).toMatch(/^sealed/);
  expect([device.read('u1', 'note/1'), storage.getItem('draft:u2/note/1')]).toEqual(['{"at":1}', '{"at":2}']);
});

test('texts of another key are removed, which is said once', () => {
  const said: string[] = [];
  device.open('u1', keyOf(1));
  device.write('u1', 'note/1', 'INR daily');
  const next = later();
  next.open('u1', keyOf(9));
  expect([next.read('u1', 'note/1'), Object.keys(storage)]).toEqual([undefined, []]);
  const unsubscribe = next.onUnreadable(() => said.push('first'));
  unsubscribe();
  next.onUnreadable(() => said.push('second'));
  next.open('u1', keyOf(9));
  expect(said).toEqual(['first']);
});

test('another person reads, lists and removes nothing of the first one, whose texts are there at their return', () => {
  device.open('u1', keyOf(1));
  device.write('u1', 'note/1', 'INR daily');
  device.close();
  device.open('u2', keyOf(2));
  device.write('u2', 'note/1', 'theirs');
  expect([device.list('u2', ''), device.read('u1', 'note/1')]).toEqual([['note/1'], undefined]);
  device.close();
  device.open('u1', keyOf(1));
  expect(device.read('u1', 'note/1')).toBe('INR daily');
});

test('a text is renamed, also while its key is away', () => {
  device.open('u1', keyOf(1));
  device.write('u1', 'new:waiting:k1:0', 'entry');
  device.write('u1', 'new:waiting:k2:0', 'another');
  device.rename('u1', 'waiting:k1', 'r9');
  device.close();
  device.rename('u1', 'waiting:k2', 'r10');
  device.expect('u1');
  device.open('u1', keyOf(1));
  expect(device.list('u1', '').sort()).toEqual(['new:r10:0', 'new:r9:0']);
  expect([device.read('u1', 'new:r9:0'), device.read('u1', 'new:r10:0')]).toEqual(['entry', 'another']);
});

test('a sign-out removes what its person stored and what waits for their key, and nothing of another person', () => {
  device.open('u1', keyOf(1));
  device.write('u1', 'note/1', 'INR daily');
  device.write('u2', 'note/1', 'waits');
  device.mark('u1', 'note/1');
  device.mark('u2', 'note/1');
  device.rename('u2', 'note/1', 'note/9');
  storage.setItem('theme', 'dark');
  device.clear('u1');
  expect([device.read('u1', 'note/1'), device.takeMark('u1', 'note/1')]).toEqual([undefined, false]);
  expect(Object.keys(storage).sort()).toEqual(['return:draft:u2/note/1', 'theme']);
  device.open('u2', keyOf(2));
  expect([device.read('u2', 'note/9'), device.takeMark('u2', 'note/1')]).toEqual(['waits', true]);
  device.write('u2', 'note/2', 'typed');
  device.close();
  device.clear('u2');
  device.write('u1', 'note/1', 'waits');
  device.rename('u1', 'note/1', 'note/9');
  device.clear('u1');
  device.open('u1', keyOf(1));
  expect(Object.keys(storage)).toEqual(['theme']);
});

test('with a blocked storage the key comes and goes without an error', () => {
  const blocked = createDeviceStorage(
    () => {
      throw new Error('denied');
    },
    () => true,
  );
  blocked.write('u1', 'note/1', 'INR daily');
  expect(blocked.hasSealed('u1')).toBe(false);
  blocked.open('u1', keyOf(1));
  blocked.close();
  expect(blocked.isOpen('u1')).toBe(false);
});

test('on plain http texts lie in clear and no key is needed', () => {
  const plain = createDeviceStorage(
    () => storage,
    () => false,
  );
  const opened: string[] = [];
  plain.onOpened((owner) => opened.push(owner));
  plain.write('u1', 'note/1', 'INR daily');
  plain.open('u1', undefined);
  expect([plain.isOpen('u1'), plain.read('u1', 'note/1'), opened]).toEqual([true, 'INR daily', ['u1']]);
  expect(stored()).toContain('INR daily');
});
