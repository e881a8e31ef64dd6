import { expect, test, vi } from 'vitest';
import { eventLogId, FORGOTTEN_VERSION, noteEventLog, onAnotherLog, versionIn } from './event-log.ts';

test('another log is told once, the first one is not, and a late answer of the log before changes nothing', () => {
  const told = vi.fn();
  const stop = onAnotherLog(told);
  noteEventLog(null);
  noteEventLog('first');
  noteEventLog('first');
  expect(told).not.toHaveBeenCalled();
  noteEventLog('restored');
  noteEventLog('first');
  noteEventLog('restored');
  expect(told).toHaveBeenCalledTimes(1);
  expect(eventLogId()).toBe('restored');
  stop();
  noteEventLog('restored again');
  expect(told).toHaveBeenCalledTimes(1);
});

test('a version counts in its own log, and in any before the first is known', () => {
  noteEventLog('now');
  expect([versionIn('now', 7), versionIn(undefined, 7), versionIn('first', 7)]).toEqual([7, 7, FORGOTTEN_VERSION]);
});
