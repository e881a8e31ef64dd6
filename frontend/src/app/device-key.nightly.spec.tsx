import { act, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { TYPED, omar, keyFor, stored, secure, isOpen, typed, draftsThere } from '../testing/device-key.tsx';
import { mona, serve, visit } from '../testing/screen.tsx';
import { deviceStorage } from '../platform/storage/device-storage.ts';
import { areDraftsReadable } from '../platform/session/device-key.ts';
import { lockSession, session } from '../platform/session/session.ts';

test('a page with stored drafts waits for the key and then offers them; one without does not wait', async () => {
  let answer = (_: object): void => undefined;
  const { open } = secure();
  const first = open();
  await isOpen();
  await typed(first);
  first.unmount();
  act(() => session.send({ type: 'otherTab', user: undefined }));
  serve({
    'GET /api/users/me/device-key': () =>
      new Promise<object>((resolve) => {
        answer = resolve;
      }),
  });
  open();
  expect(areDraftsReadable()).toBe(false);
  expect(screen.queryByLabelText('Note')).toBeNull();
  answer(keyFor('m'));
  expect(await screen.findByRole('button', { name: 'Restore' })).toBeVisible();
});

test('a session that ends on a page that its person has left drops the key, and they find their text again', async () => {
  const { open } = secure();
  const page = open();
  await isOpen();
  await typed(page);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
  onTestFinished(() => void vi.useRealTimers());
  act(() => session.send({ type: 'tokenFailed' }));
  await waitFor(() => expect(screen.queryByLabelText('Note')).toBeNull());
  expect([deviceStorage.isOpen('u1'), draftsThere()]).toEqual([false, ['draft:u1/note/1']]);
  expect(stored()).not.toContain(TYPED);
  page.unmount();
  open();
  expect(await screen.findByRole('button', { name: 'Restore' })).toBeVisible();
});

test("another person's sign-out removes nothing of a person who had locked the page", async () => {
  const { open } = secure();
  const page = open();
  await isOpen();
  await typed(page);
  act(lockSession);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Unlock' })).toBeEnabled());
  await page.user.click(screen.getByRole('button', { name: 'Sign in as another person' }));
  act(() => session.send({ type: 'signedUp', user: omar }));
  await isOpen(omar);
  act(() => session.send({ type: 'logout' }));
  expect(draftsThere()).toEqual(['draft:u1/note/1']);
  expect(stored()).not.toContain(TYPED);
  page.unmount();
  open();
  await waitFor(() => expect(screen.getByLabelText('Note')).toHaveValue(TYPED));
});

test('drafts of another key are removed with one sentence', async () => {
  const { open } = secure();
  const first = open();
  await isOpen();
  await typed(first);
  first.unmount();
  act(() => session.send({ type: 'otherTab', user: undefined }));
  serve({ 'GET /api/users/me/device-key': keyFor('x') });
  visit('/teamlist', { as: mona });
  expect(await screen.findByText(/Drafts on this device could not be read any more and were removed/)).toBeVisible();
  expect(draftsThere()).toEqual([]);
});
