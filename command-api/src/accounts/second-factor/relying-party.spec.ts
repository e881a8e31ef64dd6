import { expect, test } from 'vitest';
import { relyingPartyOf } from './relying-party.ts';

test.each([
  ['https://pharmacy.hospital.example', 'pharmacy.hospital.example'],
  ['https://pharmacy.hospital.example:8443', 'pharmacy.hospital.example'],
  ['http://localhost:8080', 'localhost'],
  ['http://ward.localhost:8080', 'ward.localhost'],
])('passkeys work at %s', (url, id) => {
  expect(relyingPartyOf(url)).toEqual({ id, origin: url });
});

test.each([
  'http://pharmacy.hospital.example',
  'http://10.1.2.3:8080',
  'https://10.1.2.3',
  'https://[2001:db8::1]',
  'http://127.0.0.1:8080',
  'http://localhost.hospital.example',
])('passkeys are off at %s', (url) => {
  expect(relyingPartyOf(url)).toBeUndefined();
});
