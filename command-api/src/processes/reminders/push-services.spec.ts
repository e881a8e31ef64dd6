import { expect, test } from 'vitest';
import { isPublicAddress, isPushEndpoint, pushMistakes, pushServices } from './push-services.ts';

const services = pushServices.parse(undefined);

test.each([
  ['https://fcm.googleapis.com/fcm/send/x', true],
  ['https://jmt17.google.com/fcm/send/x', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/x', true],
  ['https://web.push.apple.com/x', true],
  ['http://fcm.googleapis.com/x', false],
  ['https://fcm.googleapis.com:8443/x', false],
  ['https://user@fcm.googleapis.com/x', false],
  ['https://fcm.googleapis.com.evil.example/x', false],
  ['https://evil-push.services.mozilla.com.example/x', false],
  ['https://push.services.mozilla.com.evil/x', false],
  ['https://127.0.0.1/x', false],
  ['https://[::1]/x', false],
  ['no address', false],
])('%s may be a push endpoint: %s', (endpoint, may) => expect(isPushEndpoint(endpoint, services)).toBe(may));

test.each([
  ['142.250.1.1', true],
  ['2a00:1450:4001::1', true],
  ['10.1.2.3', false],
  ['172.31.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['127.0.0.1', false],
  ['100.64.0.1', false],
  ['::1', false],
  ['::ffff:10.1.2.3', false],
  ['fd00::1', false],
  ['fe80::1', false],
])('%s is public: %s', (address, isPublic) => expect(isPublicAddress(address)).toBe(isPublic));

test('a setting may name hosts, and no addresses', () => {
  expect(pushServices.parse('push.hospital.example, *.push.example')).toEqual([
    'push.hospital.example',
    '*.push.example',
  ]);
  for (const text of ['10.0.0.1', '*', 'https://push.example', 'localhost'])
    expect(pushServices.safeParse(text).success).toBe(false);
});

test('pushes need an address with https', () => {
  expect(pushMistakes({ WEB_PUSH: 'on', PUBLIC_URL: 'http://pharmacy.hospital.example' })).toHaveLength(1);
  expect(pushMistakes({ WEB_PUSH: 'on' })).toHaveLength(1);
  expect(pushMistakes({ WEB_PUSH: 'on', PUBLIC_URL: 'https://pharmacy.hospital.example' })).toEqual([]);
  expect(pushMistakes({ WEB_PUSH: 'off' })).toEqual([]);
});
