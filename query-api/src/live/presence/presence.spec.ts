import { expect, test } from 'vitest';
import { createPresence } from './presence.ts';

const karim = { userId: 'karim', name: 'Karim Nabil' };
const editing = { admission: 'adm-1', target: 'review:rev-1', mode: 'editing' } as const;

test('a touch that changes nothing is no news', () => {
  const presence = createPresence(() => 0);
  expect(presence.touch('tab-1', karim, editing)).toBe(true);
  expect(presence.touch('tab-1', karim, editing)).toBe(false);
  expect(presence.touch('tab-1', karim, { ...editing, mode: 'viewing' })).toBe(true);
  expect(presence.people('adm-1')).toEqual([{ ...karim, target: 'review:rev-1', mode: 'viewing' }]);
});

test('a person in two tabs with the same thing open is shown once, until both are gone', () => {
  const presence = createPresence(() => 0);
  presence.touch('tab-1', karim, editing);
  expect(presence.touch('tab-2', karim, editing)).toBe(false);
  expect(presence.people('adm-1')).toHaveLength(1);
  expect(presence.leaveAll('tab-1')).toEqual([]);
  expect(presence.leaveAll('tab-2')).toEqual(['adm-1']);
  expect(presence.people('adm-1')).toEqual([]);
});

test('who is not heard of for 30 s is gone', () => {
  let now = 0;
  const presence = createPresence(() => now);
  presence.touch('tab-1', karim, editing);
  now = 20_000;
  presence.touch('tab-2', { userId: 'mona', name: 'Mona Adel' }, editing);
  now = 29_999;
  expect(presence.lapse()).toEqual([]);
  now = 30_000;
  expect(presence.lapse()).toEqual(['adm-1']);
  expect(presence.people('adm-1').map(({ userId }) => userId)).toEqual(['mona']);
  expect(presence.lapse()).toEqual([]);
});

test('who is at another instance is shown beside those who are here, once, until that instance says otherwise or nothing for 30 s', () => {
  let now = 0;
  const presence = createPresence(() => now);
  presence.touch('tab-1', karim, editing);
  const there = [
    { ...karim, target: 'review:rev-1', mode: 'editing' as const },
    { userId: 'mona', name: 'Mona Adel', target: 'note:n-1', mode: 'editing' as const },
  ];
  expect(presence.elsewhere('b', 'adm-1', there)).toBe(true);
  expect(presence.elsewhere('b', 'adm-1', there)).toBe(false);
  expect(presence.people('adm-1').map(({ userId }) => userId)).toEqual(['karim', 'mona']);
  // Only one's own are told on: nobody goes round in circles.
  expect(presence.here('adm-1').map(({ userId }) => userId)).toEqual(['karim']);
  expect(presence.elsewhere('b', 'adm-1', [])).toBe(true);
  expect(presence.elsewhere('b', 'adm-2', there)).toBe(true);
  now = 29_999;
  expect(presence.lapse()).toEqual([]);
  now = 30_000;
  expect(presence.lapse()).toEqual(['adm-1', 'adm-2']);
  expect(presence.places()).toEqual([]);
});

test('an instance that ends takes its people away at once', () => {
  const presence = createPresence(() => 0);
  presence.elsewhere('b', 'adm-1', [{ ...karim, target: 'admission', mode: 'viewing' }]);
  presence.elsewhere('c', 'adm-1', [{ ...karim, target: 'admission', mode: 'viewing' }]);
  expect(presence.elsewhereGone('b')).toEqual([]);
  expect(presence.elsewhereGone('c')).toEqual(['adm-1']);
});
