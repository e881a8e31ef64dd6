import { expect, test } from 'vitest';
import { createPresence } from './presence.ts';

const karim = { userId: 'karim', name: 'Karim Nabil' };
const editing = { admission: 'adm-1', target: 'review:rev-1', mode: 'editing' } as const;

test('a touch that changes nothing reports no change', () => {
  const presence = createPresence(() => 0);
  expect(presence.touch('tab-1', karim, editing)).toBe(true);
  expect(presence.touch('tab-1', karim, editing)).toBe(false);
  expect(presence.touch('tab-1', karim, { ...editing, mode: 'viewing' })).toBe(true);
  expect(presence.people('adm-1')).toEqual([{ ...karim, target: 'review:rev-1', mode: 'viewing' }]);
});

test('a person with the same thing open in two tabs is shown once, until both are closed', () => {
  const presence = createPresence(() => 0);
  presence.touch('tab-1', karim, editing);
  expect(presence.touch('tab-2', karim, editing)).toBe(false);
  expect(presence.people('adm-1')).toHaveLength(1);
  expect(presence.leaveAll('tab-1')).toEqual([]);
  expect(presence.leaveAll('tab-2')).toEqual(['adm-1']);
  expect(presence.people('adm-1')).toEqual([]);
});

test('a person without a message for 30 s is removed', () => {
  let now = 0;
  const presence = createPresence(() => now);
  presence.touch('tab-1', karim, editing);
  now = 20_000;
  presence.touch('tab-2', { userId: 'mona', name: 'Mona Adel' }, editing);
  now = 29_999;
  expect(presence.removeLapsed()).toEqual([]);
  now = 30_000;
  expect(presence.removeLapsed()).toEqual(['adm-1']);
  expect(presence.people('adm-1').map(({ userId }) => userId)).toEqual(['mona']);
  expect(presence.removeLapsed()).toEqual([]);
});

test('people of another instance are shown once, until its next notice or for 30 s', () => {
  let now = 0;
  const presence = createPresence(() => now);
  presence.touch('tab-1', karim, editing);
  const there = [
    { ...karim, target: 'review:rev-1', mode: 'editing' as const },
    { userId: 'mona', name: 'Mona Adel', target: 'note:n-1', mode: 'editing' as const },
  ];
  expect(presence.setRemote('b', 'adm-1', there)).toBe(true);
  expect(presence.setRemote('b', 'adm-1', there)).toBe(false);
  expect(presence.people('adm-1').map(({ userId }) => userId)).toEqual(['karim', 'mona']);
  // An instance publishes its own people only.
  expect(presence.localPeople('adm-1').map(({ userId }) => userId)).toEqual(['karim']);
  expect(presence.setRemote('b', 'adm-1', [])).toBe(true);
  expect(presence.setRemote('b', 'adm-2', there)).toBe(true);
  now = 29_999;
  expect(presence.removeLapsed()).toEqual([]);
  now = 30_000;
  expect(presence.removeLapsed()).toEqual(['adm-1', 'adm-2']);
  expect(presence.localAdmissions()).toEqual([]);
});

test('an instance that stops removes its people at once', () => {
  const presence = createPresence(() => 0);
  presence.setRemote('b', 'adm-1', [{ ...karim, target: 'admission', mode: 'viewing' }]);
  presence.setRemote('c', 'adm-1', [{ ...karim, target: 'admission', mode: 'viewing' }]);
  expect(presence.removeInstance('b')).toEqual([]);
  expect(presence.removeInstance('c')).toEqual(['adm-1']);
});
