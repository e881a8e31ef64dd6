import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lockAfter } from './auto-lock.ts';
import { isSessionLocked, session, sessionUnlocked } from './session.ts';

const mona = { token: 't1', _id: 'u1', firstName: 'Mona', lastName: 'Farouk' };
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  localStorage.clear();
  session.send({ type: 'signedUp', user: mona });
});
afterEach(() => {
  lockAfter();
  sessionUnlocked();
  session.send({ type: 'otherTab', user: undefined });
  vi.useRealTimers();
});
const minutes = (count: number) => vi.advanceTimersByTime(count * 60_000);
const type = () => void window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));

test('locks after the time without input', () => {
  lockAfter(5);
  minutes(4.9);
  expect(isSessionLocked()).toBe(false);
  minutes(0.2);
  expect(isSessionLocked()).toBe(true);
});

test('input begins the time again', () => {
  lockAfter(5);
  for (let round = 0; round < 3; round += 1) {
    minutes(4);
    type();
  }
  expect(isSessionLocked()).toBe(false);
  minutes(5.1);
  expect(isSessionLocked()).toBe(true);
});

test('input in another tab counts', () => {
  lockAfter(5);
  minutes(4);
  localStorage.setItem('lastInput', String(Date.now()));
  minutes(4);
  expect(isSessionLocked()).toBe(false);
  minutes(1.1);
  expect(isSessionLocked()).toBe(true);
});

test('the time goes on while the browser is closed', () => {
  localStorage.setItem('lastInput', String(Date.now() - 6 * 60_000));
  lockAfter(5);
  expect(isSessionLocked()).toBe(true);
});

test('a computer that wakes up is locked before its first input counts', () => {
  lockAfter(5);
  vi.setSystemTime(Date.now() + 10 * 60_000);
  type();
  expect(isSessionLocked()).toBe(true);
});

test('a stored time in the future keeps nothing open', () => {
  localStorage.setItem('lastInput', String(Date.now() + 3_600_000));
  lockAfter(5);
  localStorage.removeItem('lastInput');
  minutes(5.1);
  expect(isSessionLocked()).toBe(true);
});

test('after unlocking the time begins again', () => {
  lockAfter(5);
  minutes(5.1);
  type();
  sessionUnlocked();
  minutes(4.9);
  expect(isSessionLocked()).toBe(false);
});

test.each([
  [0, 5],
  [5, 60],
  [30, 5],
])('of a lock after %s and an end after %s idle minutes the earlier one locks', (lock, idle) => {
  lockAfter(lock, idle);
  minutes(4.9);
  expect(isSessionLocked()).toBe(false);
  minutes(0.2);
  expect(isSessionLocked()).toBe(true);
});

test('an ended session is not locked', () => {
  lockAfter(5);
  session.send({ type: 'tokenFailed' });
  minutes(6);
  expect(isSessionLocked()).toBe(false);
});

test('a server that does not say when sessions end locks nothing', () => {
  lockAfter(0, undefined);
  minutes(600);
  expect(isSessionLocked()).toBe(false);
});

test('with 0 nothing locks by itself', () => {
  lockAfter(0);
  minutes(600);
  expect(isSessionLocked()).toBe(false);
});
