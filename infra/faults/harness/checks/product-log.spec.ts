import { expect, test } from 'vitest';
import { isError } from '../../../test/started-program.ts';
import { logFindings } from './product-log.ts';

const line = (entry: object): string => JSON.stringify({ level: 50, service: 'command-api', ...entry });

test('a process that was killed is started again: that is the fault itself', () => {
  expect(logFindings([line({ msg: 'ended unexpectedly, is started again', process: 'product', code: null })])).toEqual(
    [],
  );
});
test('a killed Postgres says so to its connections', () => {
  const msg = 'terminating connection due to unexpected postmaster exit';
  expect(logFindings([line({ service: 'postgres', severity: 'FATAL', msg })])).toEqual([]);
  expect(logFindings([line({ service: 'postgres', severity: 'ERROR', msg: 'deadlock detected' })])).toHaveLength(1);
});
test('Postgres ends the session of a process that was stopped while it held a lock', () => {
  const msg = 'terminating connection due to idle-session timeout';
  expect(logFindings([line({ service: 'postgres', severity: 'FATAL', msg })])).toEqual([]);
  expect(logFindings([line({ service: 'projections', msg })])).toHaveLength(1);
});
test('the start of a service waits for an engine that is away', () => {
  const waits = (setting: string, error: object) =>
    logFindings([line({ msg: `${setting}: the server does not answer, the start waits for it`, error })]);
  expect(waits('DATABASE_URL', { code: '57P03' })).toEqual([]);
  expect(waits('EVENTSTORE_URL', { type: 'LogUnavailable' })).toEqual([]);
  expect(waits('DATABASE_URL', { code: '28P01' })).toHaveLength(1);
});
test('a Postgres whose disk fails says so and ends', () => {
  const msg = 'could not fdatasync file "000000010000000000000002": Input/output error';
  expect(logFindings([line({ service: 'postgres', severity: 'PANIC', msg })])).toEqual([]);
  expect(logFindings([line({ service: 'event-log', msg })])).toHaveLength(1);
});
test('a service that cannot start while Postgres is away is started again', () => {
  expect(logFindings([line({ msg: 'could not start', error: { code: '57P03' } })])).toEqual([]);
  for (const message of ['Connection terminated unexpectedly', 'COMMIT; - Connection terminated unexpectedly'])
    expect(logFindings([line({ msg: 'could not start', error: { message } })])).toEqual([]);
  expect(logFindings([line({ msg: 'could not start', error: { type: 'LogUnavailable' } })])).toEqual([]);
  expect(logFindings([line({ msg: 'could not start', error: { code: '42P01' } })])).toHaveLength(1);
});
test('a service that cannot start on a full disk is started again', () => {
  expect(logFindings([line({ msg: 'could not start', error: { code: '53100' } })])).toEqual([]);
});
test('Postgres or its client ends a connection that was begun over a stopped link', () => {
  for (const msg of ['canceling authentication due to timeout', 'expected SASL response, got message type 88'])
    expect(logFindings([line({ service: 'postgres', severity: 'FATAL', msg })])).toEqual([]);
});
test('a change is not announced while Postgres is away', () => {
  const msg = 'could not send a change';
  expect(logFindings([line({ msg, error: { message: 'Connection terminated unexpectedly' } })])).toEqual([]);
  expect(logFindings([line({ msg, error: { code: '42P01' } })])).toHaveLength(1);
});
test('a process that ended by itself, and any other error, is found', () => {
  expect(logFindings([line({ msg: 'ended unexpectedly, is started again', code: 134 })])).toHaveLength(1);
  expect(logFindings([line({ msg: 'unexpected failure' })])).toEqual([
    `The product logged 1 times: ${line({ msg: 'unexpected failure' })}`,
  ]);
});
test('a stream with a poison event is parked, and another one is not', () => {
  const parked = line({ msg: 'stream parked: this event cannot be projected', stream: 'drug-d' });
  expect(logFindings([parked], ['drug-d'])).toEqual([]);
  expect(logFindings([parked])).toHaveLength(1);
});
test('lines that say the same are one finding', () => {
  const [one, other] = [line({ msg: 'no room' }), line({ msg: 'no light' })];
  expect(logFindings([one, other, one])).toEqual([
    `The product logged 2 times: ${one}`,
    `The product logged 1 times: ${other}`,
  ]);
});

test('errors and crashes are told from other lines of a log', () => {
  expect(isError('{"level":50,"msg":"unexpected failure"}')).toBe(true);
  expect(isError('{"level":"fatal","msg":"unexpected failure"}')).toBe(true);
  expect(isError('{"level":"warn","msg":"the subscription was lost"}')).toBe(false);
  expect(isError(String.raw`{"level":40,"service":"x","msg":"Error: no\n    at run (file.js:1:1)"}`)).toBe(true);
  expect(isError('TypeError: x is not a function')).toBe(true);
  expect(isError('{"level":40,"msg":"the subscription was lost"}')).toBe(false);
  expect(
    isError(String.raw`{"level":40,"error":{"stack":"Error\n    at run (file.js:1:1)"},"msg":"tried again"}`),
  ).toBe(false);
  expect(isError('ready http://localhost:8080')).toBe(false);
});
