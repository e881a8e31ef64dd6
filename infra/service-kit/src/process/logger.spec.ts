import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { pino } from 'pino';
import { levelByName, loggedError } from './logger.ts';

test('the log of a Postgres error has no value of a patient', () => {
  const error = Object.assign(new DatabaseError('duplicate key value: منى فاروق', 100, 'error'), {
    code: '23505',
    detail: 'Key (first_name)=(منى) exists',
    table: 'patient',
    constraint: 'patient_pkey',
  });
  const logged = JSON.stringify(loggedError(error));
  expect(logged).not.toMatch(/منى|فاروق/);
  expect(loggedError(error)).toMatchObject({
    type: 'DatabaseError',
    code: '23505',
    table: 'patient',
    constraint: 'patient_pkey',
  });
  expect(logged).toContain('logger.spec');
});

test('any other error is logged with its message and stack', () => {
  expect(loggedError(new TypeError('no such room'))).toMatchObject({ type: 'TypeError', message: 'no such room' });
});

test('a line begins with its level by name', () => {
  const lines: string[] = [];
  pino({ formatters: levelByName, base: {} }, { write: (line) => lines.push(line) }).error('no such room');
  expect(lines[0]).toMatch(/^\{"level":"error"/);
});
