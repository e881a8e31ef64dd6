import { expect, test } from 'vitest';
import { enginesIn } from './engine-settings.ts';

test('a run without settings has the embedded engines', () => {
  expect(enginesIn({})).toEqual({});
});

test('an engine has its address, and the command that starts it', () => {
  expect(
    enginesIn({
      EVENTSTORE_URL: 'esdb://127.0.0.1:22113?tls=false',
      EVENTSTORE_COMMAND: 'exec log --port 22113',
      REDIS_URL: 'redis://redis.hospital.example',
    }),
  ).toEqual({
    'event-log': { url: 'esdb://127.0.0.1:22113?tls=false', command: 'exec log --port 22113' },
    redis: { url: 'redis://redis.hospital.example', command: undefined },
  });
});

test('a command without an address is refused', () => {
  expect(() => enginesIn({ REDIS_COMMAND: 'redis-server' })).toThrow('REDIS_COMMAND needs REDIS_URL');
});

test.each(['esdb://10.0.0.1:2113', 'esdb://127.0.0.1:2113,127.0.0.1:2114'])('a command cannot start %s', (url) => {
  expect(() => enginesIn({ EVENTSTORE_URL: url, EVENTSTORE_COMMAND: 'exec log' })).toThrow(
    'EVENTSTORE_URL must be one loopback address',
  );
});
