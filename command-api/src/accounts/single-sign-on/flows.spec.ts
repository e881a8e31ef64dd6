import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { refusal } from 'language/domain/reasons/refusal';
import { createFlows, FETCH_SECONDS, FLOW_SECONDS } from './flows.ts';

const rootKey = randomBytes(32);
const open = (now = 0) => {
  let time = now;
  return { flows: createFlows(rootKey, () => time), at: (ms: number) => (time = ms) };
};

test('the cookie brings back the secrets of its sign-in, and where it was begun', () => {
  const { flows } = open();
  const { cookie, flow } = flows.begin({ returnFrom: '/ward/1', isProved: true, isReauthentication: true });
  expect(flows.resume(cookie)).toEqual(flow);
  expect(flow).toMatchObject({
    returnFrom: '/ward/1',
    isProved: true,
    isReauthentication: true,
    codeVerifier: expect.stringMatching(/^[\w-]{43}$/) as string,
  });
  expect(new Set([flow.state, flow.nonce, flow.codeVerifier]).size).toBe(3);
  expect(flows.begin({}).flow.state).not.toBe(flow.state);
});

test('the cookie does not show the secrets', () => {
  const { cookie, flow } = open().flows.begin({});
  const shown = cookie + Buffer.from(cookie.split('.')[0] ?? '', 'base64url').toString();
  for (const secret of [flow.state, flow.nonce, flow.codeVerifier]) expect(shown).not.toContain(secret);
});

test('another process of the installation reads it, another installation does not', () => {
  const { cookie, flow } = open().flows.begin({});
  expect(open().flows.resume(cookie)).toEqual(flow);
  expect(createFlows(randomBytes(32), () => 0).resume(cookie)).toBeUndefined();
});

test('a cookie expires', () => {
  const { flows, at } = open();
  const { cookie } = flows.begin({});
  const waiting = flows.waiting();
  at(FETCH_SECONDS * 1000 - 1);
  expect(flows.browserHash(waiting.cookie)).toEqual(waiting.browserHash);
  at(FETCH_SECONDS * 1000);
  expect(flows.browserHash(waiting.cookie)).toBeUndefined();
  at(FLOW_SECONDS * 1000 - 1);
  expect(flows.resume(cookie)).toBeDefined();
  at(FLOW_SECONDS * 1000);
  expect(flows.resume(cookie)).toBeUndefined();
});

test('the cookie of one step is not good for the other, nor is a changed or missing one', () => {
  const { flows } = open();
  const { cookie } = flows.begin({});
  const { cookie: waiting } = flows.waiting();
  expect([flows.resume(waiting), flows.browserHash(cookie), flows.readRefused(cookie)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  const longer = Buffer.from(JSON.stringify({ seed: 'x', until: 9e15 })).toString('base64url');
  for (const wrong of [undefined, '', '.', 'x', `${cookie}x`, `${longer}.${cookie.split('.')[1]}`])
    expect(flows.resume(wrong)).toBeUndefined();
});

test('a refusal travels to the page with its sentence and values', () => {
  const { flows, at } = open();
  const code = flows.refused(refusal('provider-sign-in-refused', { code: 'access_denied' }));
  expect(flows.readRefused(code)).toEqual(refusal('provider-sign-in-refused', { code: 'access_denied' }));
  expect(flows.readRefused(flows.refused(refusal('provider-away')))).toEqual(refusal('provider-away'));
  expect(flows.readRefused('a-code')).toBeUndefined();
  at(FLOW_SECONDS * 1000);
  expect(flows.readRefused(code)).toBeUndefined();
});
