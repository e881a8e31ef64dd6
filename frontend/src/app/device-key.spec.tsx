import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TYPED, omar, keyFor, stored, secure, isOpen, typed, draftsThere } from '../testing/device-key.tsx';
import { mona, refusal, serve } from '../testing/screen.tsx';
import { deviceStorage } from '../platform/storage/device-storage.ts';
import { isSessionLocked, lockSession, session } from '../platform/session/session.ts';

test('a locked page has no typed text in the storage and no key, and the text comes back with the unlocking', async () => {
  const { open, calls } = secure();
  const page = open();
  await isOpen();
  await typed(page);
  act(lockSession);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Unlock' })).toBeEnabled());
  expect(draftsThere()).toEqual(['draft:u1/note/1']);
  expect(stored()).not.toContain(TYPED);
  expect(deviceStorage.read('u1', 'note/1')).toBeUndefined();
  await page.user.type(screen.getByLabelText(/Password/), 'demo-pass-1{Enter}');
  await waitFor(() => expect(screen.getByLabelText('Note')).toHaveValue(TYPED));
  expect(isSessionLocked()).toBe(false);
  expect(calls()).toHaveLength(2);
});

test('a form that goes stores its text in the same task', async () => {
  const page = secure().open();
  await isOpen();
  await typed(page);
  page.unmount();
  expect(draftsThere()).toEqual(['draft:u1/note/1']);
  expect(stored()).not.toContain(TYPED);
  expect(deviceStorage.read('u1', 'note/1')).toContain(TYPED);
});

test('a page that is closed or reloaded stores what was typed, to the last letter', async () => {
  const page = secure().open();
  await isOpen();
  await typed(page);
  window.dispatchEvent(new Event('pagehide'));
  expect(deviceStorage.read('u1', 'note/1')).toContain(TYPED);
  expect(stored()).not.toContain(TYPED);
});

test('what is typed before the key is there is kept', async () => {
  let answer = (_: object): void => undefined;
  const { open } = secure({
    'GET /api/users/me/device-key': () =>
      new Promise<object>((resolve) => {
        answer = resolve;
      }),
  });
  const page = open();
  await typed(page);
  page.unmount();
  expect(draftsThere()).toEqual([]);
  answer(keyFor('m'));
  await isOpen();
  expect(draftsThere()).toEqual(['draft:u1/note/1']);
  expect(stored()).not.toContain(TYPED);
});

test('a session that ends over typed text drops the key and keeps the text, in the page and encrypted', async () => {
  const { open, calls } = secure();
  const page = open();
  await isOpen();
  await typed(page);
  act(() => session.send({ type: 'tokenFailed' }));
  expect(deviceStorage.isOpen('u1')).toBe(false);
  expect(draftsThere()).toEqual(['draft:u1/note/1']);
  expect(stored()).not.toContain(TYPED);
  act(() => session.send({ type: 'signedUp', user: { ...mona, token: 't3' } }));
  await isOpen();
  expect(screen.getByLabelText('Note')).toHaveValue(TYPED);
  expect(calls().map(({ headers }) => headers['authorization'])).toEqual(['bearer t1', 'bearer t3']);
});

test('another person on the same page sees no draft of the first one, who finds it again', async () => {
  const { open } = secure();
  const page = open();
  await isOpen();
  await typed(page);
  act(() => session.send({ type: 'tokenFailed' }));
  act(() => session.send({ type: 'signedUp', user: omar }));
  await isOpen(omar);
  page.unmount();
  expect(stored()).not.toContain(TYPED);
  expect(deviceStorage.list('u2', '')).toEqual([]);
  act(() => session.send({ type: 'otherTab', user: undefined }));
  open();
  expect(await screen.findByRole('button', { name: 'Restore' })).toBeVisible();
});

test('a sign-out drops the key and the drafts', async () => {
  const page = secure().open();
  await isOpen();
  await typed(page);
  act(() => session.send({ type: 'logout' }));
  expect([deviceStorage.isOpen('u1'), draftsThere()]).toEqual([false, []]);
});

test('a server that refuses the key stops no screen', async () => {
  const { open } = secure();
  const first = open();
  await isOpen();
  await typed(first);
  first.unmount();
  act(() => session.send({ type: 'otherTab', user: undefined }));
  serve({ 'GET /api/users/me/device-key': () => refusal(404, { message: 'Not found', code: 'notFound' }) });
  open();
  expect(await screen.findByLabelText('Note')).toBeVisible();
  expect(draftsThere()).toEqual(['draft:u1/note/1']);
});

test('on plain http no key is asked for, and drafts are stored as they are', async () => {
  const { open, calls } = secure();
  Object.assign(globalThis, { isSecureContext: false });
  const page = open();
  await typed(page);
  page.unmount();
  expect(stored()).toContain(TYPED);
  expect(calls()).toEqual([]);
});
