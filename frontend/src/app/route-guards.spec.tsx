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

/** Where the loader sends a visit of an address; its fragment is only in the browser's location. */
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

test('a signed-in person goes home from an address that is not of this origin', () => {
  session.send({ type: 'signedUp', user: mona });
  expect(sentTo(signedOutOnly, '/?returnFrom=%2F%09%2Fevil.example')).toBe('/teamlist');
});
