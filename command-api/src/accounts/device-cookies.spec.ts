import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createDeviceCookies, DEVICE_DAYS } from './device-cookies.ts';

const KEY = randomBytes(32);
const DAY_MS = 24 * 60 * 60_000;
const MONA = 'mona@hospital.test';
const OMAR = 'omar@hospital.test';

let now = 0;
const open = (key = KEY) => {
  now = Date.UTC(2026, 0, 1);
  return createDeviceCookies(key, () => now);
};

test('a device is known to the accounts that have signed in there, under one id', () => {
  const devices = open();
  const cookie = devices.remember(devices.remember(undefined, MONA), OMAR);
  const id = devices.deviceOf(cookie, MONA);
  expect(id).toMatch(/^[\w-]{22}$/);
  expect(devices.deviceOf(cookie, OMAR)).toBe(id);
  expect(devices.deviceOf(cookie, 'sami@hospital.test')).toBeUndefined();
  expect(devices.deviceOf(cookie, undefined)).toBe(id);
});

test('the cookie names no account, and fits into a cookie', () => {
  const devices = open();
  let cookie: string | undefined;
  for (let n = 0; n < 30; n += 1) cookie = devices.remember(cookie, `person-${n}@hospital.test`);
  expect(cookie).not.toContain('hospital');
  expect(cookie).toMatch(/^[\w.-]{1,600}$/);
  // The newest twenty.
  expect(devices.deviceOf(cookie, 'person-9@hospital.test')).toBeUndefined();
  expect(devices.deviceOf(cookie, 'person-10@hospital.test')).toBeDefined();
});

test('it holds for ninety days from the last sign-in', () => {
  const devices = open();
  const first = devices.remember(undefined, MONA);
  now += DEVICE_DAYS * DAY_MS;
  expect(devices.deviceOf(first, MONA)).toBeDefined();
  const again = devices.remember(first, MONA);
  expect(again.split('.')).toHaveLength(5);
  now += 2 * DAY_MS;
  for (const email of [MONA, undefined]) expect(devices.deviceOf(first, email)).toBeUndefined();
  expect(devices.deviceOf(again, MONA)).toBeDefined();
});

test('what this product has not signed is not believed', () => {
  const devices = open();
  const cookie = devices.remember(undefined, MONA);
  const [id = '', day = '', signature = ''] = cookie.split('.');
  const stranger = createDeviceCookies(randomBytes(32), () => now).remember(undefined, MONA);
  for (const forged of [
    undefined,
    '',
    '...',
    id,
    stranger,
    `${randomBytes(16).toString('base64url')}.${day}.${signature}`,
    `${id}.zzzz.${signature}`,
    `${id}.${day}.${signature}x`,
    `${id}.${day}.`,
    `${id}.${'.'.repeat(5_000)}`,
  ])
    expect(devices.deviceOf(forged, MONA)).toBeUndefined();
  expect(devices.deviceOf(devices.remember('no cookie of ours', MONA), MONA)).toBeDefined();
});
