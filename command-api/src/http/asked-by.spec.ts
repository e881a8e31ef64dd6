import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { ownOrigin } from './asked-by.ts';

const fallback = 'http://localhost:8080';

test('a link leads to the address of the setting, whatever the request says', () =>
  expect(ownOrigin('https://pharmacy.example', fallback, 'evil.example', 'http')).toBe('https://pharmacy.example'));

test.each(['localhost:3000', '127.0.0.1:8080', '[::1]:8080', `${hostname().toLowerCase()}:8080`])('without it, %s is this machine itself', (host) =>
  expect(ownOrigin(undefined, fallback, host, 'http')).toBe(`http://${host}`));

test('TLS in front is kept', () => expect(ownOrigin(undefined, fallback, 'localhost', 'https')).toBe('https://localhost'));

test.each([
  'evil.example', 'evil.example:8080', 'localhost.evil.example', 'localhost@evil.example', 'evil.example#localhost', 'localhost/../evil', 'localhost\\@evil.example', '127.0.0.1.evil.example', '',
  'a b', 'localhost?x=evil.example',
])('a host header of %o leads nowhere but to this machine', (host) => expect(ownOrigin(undefined, fallback, host, 'http')).toBe(fallback));
