import { act, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { signedInOnly } from './route-guards.ts';
import { NoteForm } from '../testing/note-form.tsx';
import { mona, refusal, serve, visit } from '../testing/screen.tsx';
import { deviceStorage } from '../platform/storage/device-storage.ts';
import { clearUnsavedEdits } from '../platform/storage/unsaved-changes.ts';
import { areDraftsReadable } from '../platform/session/device-key.ts';
import { isSessionLocked, lockSession, session } from '../platform/session/session.ts';
// Loaded before the tests, so that the loading does not count into their timeouts.
import './frame.tsx';
import './lock-screen.tsx';
import '../platform/storage/text-cipher.ts';

const TYPED = 'Half a sent';
const omar = { ...mona, _id: 'u2', token: 't2', firstName: 'Omar' };
const noteOf = (user: string) => ({ user, of: 'note/1' });

const keyFor = (letter: string) => ({ key: letter.repeat(42) + 'A' });
const keyOfCaller = ({ headers }: { headers: Record<string, string> }) =>
  keyFor(headers['authorization'] === 'bearer t2' ? 'o' : 'm');
const stored = (): string => JSON.stringify({ ...localStorage, ...sessionStorage });

/** A browser with a secure context, with its pages one after the other. */
function secure(replies: Parameters<typeof serve>[0] = {}) {
  Object.assign(globalThis, { isSecureContext: true });
  onTestFinished(() => {
    Reflect.deleteProperty(globalThis, 'isSecureContext');
    act(() => session.send({ type: 'otherTab', user: undefined }));
    clearUnsavedEdits();
    for (const { _id } of [mona, omar]) deviceStorage.clear(_id);
  });
  const sent = serve({
    'GET /api/users/me/device-key': keyOfCaller,
    'POST /api/users/me/lock': { isLocked: true, ways: ['password'], isOfProvider: false },
    'POST /api/users/me/unlock': { isLocked: false, ways: [], isOfProvider: false },
    'POST /api/users/logout': {},
    'GET /api/users/me': {},
    ...replies,
  });
  return {
    calls: () => sent.filter(({ call }) => call === 'GET /api/users/me/device-key'),
    open: (as = mona) =>
      visit('/note', {
        as,
        also: [{ path: '/note', loader: signedInOnly, element: <NoteForm draftKey={noteOf(as._id)} asksToStay /> }],
      }),
  };
}
const isOpen = (user = mona): Promise<void> => waitFor(() => expect(deviceStorage.isOpen(user._id)).toBe(true));
async function typed({ user }: { user: ReturnType<typeof visit>['user'] }): Promise<void> {
  await user.type(await screen.findByLabelText('Note'), TYPED);
}
const draftsThere = (): string[] => Object.keys(sessionStorage).filter((name) => name.startsWith('draft:'));

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

test('a sign-out drops the key and the drafts', async () => {
  const page = secure().open();
  await isOpen();
  await typed(page);
  act(() => session.send({ type: 'logout' }));
  expect([deviceStorage.isOpen('u1'), draftsThere()]).toEqual([false, []]);
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
