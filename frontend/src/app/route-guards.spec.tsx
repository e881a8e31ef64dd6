import type { LoaderFunctionArgs } from 'react-router-dom';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { session } from '../platform/session/session.ts';
import { mona } from '../testing/screen.tsx';
import { signedInOnly, signedOutOnly } from './route-guards.ts';

beforeEach(() => {
  onTestFinished(() => {
    history.replaceState(null, '', '/');
    session.send({ type: 'otherTab', user: undefined });
  });
});

/**
 * The address to which the loader sends a visit. The fragment of the visited address is only in the
 * browser's location.
 */
function sentTo(loader: typeof signedInOnly, address: string): string | null {
  history.replaceState(null, '', address);
  const { pathname, search } = globalThis.location;
  const args = { request: new Request(new URL(pathname + search, globalThis.location.origin)) };
  try {
    void loader(args as LoaderFunctionArgs);
  } catch (response) {
    return (response as Response).headers.get('location');
  }
  return null;
}

test('a mailed link that waits for the sign-in keeps its token in the fragment on both ways', () => {
  const landing = sentTo(signedInOnly, '/confirm-email#token=one-time');
  expect(landing).toBe('/?returnFrom=%2Fconfirm-email#token=one-time');
  session.send({ type: 'signedUp', user: mona });
  expect(sentTo(signedOutOnly, landing ?? '')).toBe('/confirm-email#token=one-time');
  expect(sentTo(signedInOnly, '/confirm-email#token=one-time')).toBeNull();
});

test.each(['%2F%09%2Fevil.example', '%2F%0D%2Fevil.example', '%2F%0A%2Fevil.example', '%2F%2Fevil.example'])(
  'a signed-in person goes home from an address that is not of this origin: %s',
  (address) => {
    session.send({ type: 'signedUp', user: mona });
    expect(sentTo(signedOutOnly, `/?returnFrom=${address}`)).toBe('/teamlist');
  },
);

test('an address with letters of any script leads there', () => {
  session.send({ type: 'signedUp', user: mona });
  expect(sentTo(signedOutOnly, '/?returnFrom=/patientlist/محمد?q=é%2520😀')).toBe(
    '/patientlist/%D9%85%D8%AD%D9%85%D8%AF?q=%C3%A9%20%F0%9F%98%80',
  );
});
