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

test('OFFLINE is off by default, and needs TLS', () => {
  expect(settings.read(needed)).toMatchObject({ OFFLINE: 'off', OFFLINE_HOURS: 24, OFFLINE_CHARTS: 30 });
  for (const PUBLIC_URL of [undefined, 'https://pharmacy.test', 'http://localhost:8080'])
    expect(settings.read({ ...needed, OFFLINE: 'on', PUBLIC_URL }).OFFLINE).toBe('on');
  expect(() => settings.read({ ...needed, OFFLINE: 'on', PUBLIC_URL: 'http://pharmacy.test' })).toThrow(
    'OFFLINE: needs TLS, and PUBLIC_URL begins with http:.',
  );
});

test('LOCK_AFTER_MINUTES is off by default, and shorter than the life of an idle session', () => {
  expect(settings.read(needed).LOCK_AFTER_MINUTES).toBe(0);
  expect(settings.read({ ...needed, LOCK_AFTER_MINUTES: '5' }).LOCK_AFTER_MINUTES).toBe(5);
  for (const [minutes, idle] of [
    ['60', '60'],
    ['10', '5'],
  ] as const)
    expect(() => settings.read({ ...needed, LOCK_AFTER_MINUTES: minutes, SESSION_IDLE_MINUTES: idle })).toThrow(
      'LOCK_AFTER_MINUTES: must be less than SESSION_IDLE_MINUTES, or sessions end before they lock.',
    );
  expect(() => settings.read({ ...needed, LOCK_AFTER_MINUTES: 'soon' })).toThrow(
    'LOCK_AFTER_MINUTES: must be a number of minutes.',
  );
});
