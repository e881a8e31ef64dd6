import { expect, test } from 'vitest';
import { settings } from './settings.ts';

const needed = {
  PORT: '0',
  DATABASE_URL: 'postgres://user@host/name',
  EVENTSTORE_URL: 'esdb://host:2113?tls=false',
  MASTER_KEY: Buffer.alloc(32).toString('base64'),
};

test('CHAT_URL is the address of the chat assistant; unset or empty there is none', () => {
  const address = 'https://chat.example/new?ask={prompt}';
  expect(settings.read({ ...needed, CHAT_URL: address }).CHAT_URL).toBe(address);
  for (const unset of [{}, { CHAT_URL: '' }]) expect(settings.read({ ...needed, ...unset }).CHAT_URL).toBeUndefined();
});

test.each(['http://chat.example/', 'chat.example', 'javascript:alert(1)', 'https://'])(
  '%s is refused at the start with a sentence: clinical text goes there',
  (address) =>
    expect(() => settings.read({ ...needed, CHAT_URL: address })).toThrow(
      'CHAT_URL: must be an https address such as https://chat.example/?q={prompt}.',
    ),
);
