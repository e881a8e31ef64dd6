import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { idleMs, isAttended, listenToInput, watchInput, whenIdle } from './last-input.ts';

const MINUTE = 60_000;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  localStorage.clear();
  watchInput();
  // The test before has left a time in the future.
  expect(idleMs()).toBeGreaterThanOrEqual(0);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});
const wait = (ms: number) => void vi.setSystemTime(Date.now() + ms);
const press = () => void window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));

test.each(['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'])('%s is an input', (name) => {
  wait(2 * MINUTE);
  expect(isAttended()).toBe(false);
  window.dispatchEvent(new Event(name));
  expect(idleMs()).toBe(0);
  expect(isAttended()).toBe(true);
});

test('a page is attended for a minute after an input', () => {
  wait(2 * MINUTE);
  press();
  wait(MINUTE - 1);
  expect(isAttended()).toBe(true);
  wait(1);
  expect(isAttended()).toBe(false);
});

test('input in another tab counts', () => {
  wait(2 * MINUTE);
  localStorage.setItem('lastInput', String(Date.now() - 1_000));
  expect(idleMs()).toBe(1_000);
});

test('a stored time in the future counts from now on', () => {
  localStorage.setItem('lastInput', String(Date.now() + 60 * MINUTE));
  expect(idleMs()).toBe(0);
  wait(2 * MINUTE);
  expect(isAttended()).toBe(false);
});

test('where storage is blocked a tab counts by itself', () => {
  for (const call of ['getItem', 'setItem'] as const)
    vi.spyOn(Storage.prototype, call).mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
  wait(2 * MINUTE);
  press();
  expect(isAttended()).toBe(true);
  wait(2 * MINUTE);
  expect(isAttended()).toBe(false);
});

test('a listener hears how long there was no input, before the input counts', () => {
  const heard: number[] = [];
  press();
  const stop = listenToInput((idle) => heard.push(idle, idleMs()));
  wait(3 * MINUTE);
  press();
  stop();
  wait(3 * MINUTE);
  press();
  expect(heard).toEqual([3 * MINUTE, 3 * MINUTE]);
});

test('what waits for an idle time is done after it, and before the late input of a computer that wakes up counts', () => {
  const done: number[] = [];
  press();
  const stop = whenIdle(5 * MINUTE, () => done.push(idleMs()));
  wait(4 * MINUTE);
  press();
  wait(4 * MINUTE);
  press();
  expect(done).toEqual([]);
  wait(6 * MINUTE);
  press();
  expect(done).toEqual([6 * MINUTE]);
  stop();
  wait(6 * MINUTE);
  press();
  expect(done).toHaveLength(1);
});

test('what stops itself when its time has come is done once', () => {
  let count = 0;
  press();
  const stop = whenIdle(5 * MINUTE, () => {
    count += 1;
    stop();
  });
  for (let round = 0; round < 3; round += 1) {
    wait(6 * MINUTE);
    press();
  }
  expect(count).toBe(1);
});
