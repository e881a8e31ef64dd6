import { describe, expect, test } from 'vitest';
import { LogUnavailable, MalformedEvent } from 'service-kit/event-log/port';
import { describeFailure, isTransient, PoisonEvent } from './failure.ts';

const fromPostgres = (code: string, more: object = {}): Error =>
  Object.assign(new Error('invalid input for Ahmed Ali'), { code, ...more });

describe('a failure is transient', () => {
  test.each([
    '40001',
    '40P01',
    '55P03',
    '57014',
    '57P01',
    '57P03',
    '08006',
    '53300',
    '58030',
    'ECONNREFUSED',
    'ECONNRESET',
  ])('when its code is %s', (code) => {
    expect(isTransient(fromPostgres(code))).toBe(true);
  });
  test('when the log, the connection or every address of a host is away', () => {
    expect(isTransient(new LogUnavailable('away'))).toBe(true);
    expect(isTransient(new Error('Connection terminated unexpectedly'))).toBe(true);
    expect(isTransient(new Error('timeout exceeded when trying to connect'))).toBe(true);
    expect(isTransient(new AggregateError([fromPostgres('ECONNREFUSED')]))).toBe(true);
  });
});

describe('a failure is caused by the event', () => {
  test.each(['23505', '22007', '42703', 'P0001'])('when Postgres says %s', (code) => {
    expect(isTransient(fromPostgres(code))).toBe(false);
  });
  test('when our code or the stored form is wrong', () => {
    expect(isTransient(new TypeError('x is undefined'))).toBe(false);
    expect(isTransient(new MalformedEvent('admission-1', 3n, 'its metadata is broken'))).toBe(false);
    expect(isTransient('thrown')).toBe(false);
  });
});

describe('a failure is described without patient data', () => {
  test('an error of Postgres by its code and its constraint', () => {
    const failure = describeFailure(
      fromPostgres('23505', {
        constraint: 'app_user_email_key',
        table: 'app_user',
        detail: 'Key (email)=(ahmed@example.org) already exists.',
      }),
    );
    expect(failure).toMatch(/^Error code=23505 constraint=app_user_email_key table=app_user/);
    expect(failure).not.toMatch(/ahmed/i);
  });
  test('an error of our code by its name and its place', () => {
    const failure = describeFailure(new TypeError('cannot read Ahmed Ali of undefined'));
    expect(failure).toMatch(/^TypeError at src\/catch-up\/failure\.spec\.ts:\d+$/);
  });
  test('and so is a poison event, which is stored', () => {
    expect(new PoisonEvent(4n, 'ReviewAdded', fromPostgres('22007')).message).not.toMatch(/ahmed/i);
  });
});
