import { EntityConflict, Rejection } from 'language/domain/command';
import { refusal } from 'language/domain/reasons/refusal';
import { LogUnavailable } from 'service-kit/event-log/port';
import { forbidden } from 'service-kit/http/http-problem';
import { expect, test } from 'vitest';
import { TooManyWaiting } from './command-batcher.ts';
import { ChangedSince } from './intent.ts';
import { outcomeOf } from './tell-outcome.ts';

test('each failure is an outcome that an operator can act on', () => {
  expect(outcomeOf(new Rejection(refusal('not-allowed')))).toBe('refused');
  const conflict = new EntityConflict(
    { kind: 'review', id: 'r1' },
    { version: 1n, changedBy: 'u1', changedAt: '2026-03-01T09:30:00.000Z' },
  );
  expect(outcomeOf(new ChangedSince(conflict, {}))).toBe('conflict');
  expect(outcomeOf(forbidden())).toBe('refused');
  expect(outcomeOf(new TooManyWaiting('Too many are waiting'))).toBe('overloaded');
  expect(outcomeOf(new LogUnavailable('away'))).toBe('unavailable');
  expect(outcomeOf(new TypeError('a bug'))).toBe('failed');
});
