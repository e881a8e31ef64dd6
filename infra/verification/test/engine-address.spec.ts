import { expect, test } from 'vitest';
import { addressesOf, isLoopback, shown } from './engine-address.ts';

test.each([
  ['esdb://127.0.0.1:22113?tls=false', [{ host: '127.0.0.1', port: 22_113 }]],
  ['esdb+discover://admin:s@localhost', [{ host: 'localhost', port: 2113 }]],
  [
    'esdb://admin:changeit@one:2113,two:2114/?tls=true',
    [
      { host: 'one', port: 2113 },
      { host: 'two', port: 2114 },
    ],
  ],
  ['redis://127.0.0.1/3', [{ host: '127.0.0.1', port: 6379 }]],
  ['postgres://bench:a%40b@[::1]:5433/clinical?x=1', [{ host: '[::1]', port: 5433 }]],
  ['postgres:///clinical', [{ host: 'localhost', port: 5432 }]],
])('the servers of %s', (url, servers) => {
  expect(addressesOf(url)).toEqual(servers);
});

test('what is no address of an engine is refused', () => {
  expect(() => addressesOf('http://127.0.0.1:80')).toThrow('An engine has an address such as');
  expect(() => addressesOf('redis')).toThrow('An engine has an address such as');
});

test('only the addresses of this machine are loopback addresses', () => {
  const loopback = (host: string): boolean => isLoopback({ host, port: 1 });
  expect(['localhost', '127.0.0.1', '127.1.2.3', '[::1]'].map(loopback)).toEqual([true, true, true, true]);
  expect(['db', '10.0.0.1', '127.example.org'].map(loopback)).toEqual([false, false, false]);
});

test('an address is shown without its password', () => {
  expect(shown(addressesOf('esdb://admin:changeit@one:2113,two'))).toBe('one:2113, two:2113');
});
