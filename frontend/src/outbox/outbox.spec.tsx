import { act, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { lockSession, session, sessionUnlocked } from '../platform/session/session.ts';
import { createDeviceStorage, deviceStorage } from '../platform/storage/device-storage.ts';
import { createTextCipher, keyOfText } from '../platform/storage/text-cipher.ts';
import { mona, serve } from '../testing/screen.tsx';
import { createOutboxStorage, outboxStorage } from './outbox-storage.ts';
import { enqueue } from './outbox.ts';
import type { PendingCommand } from './pending-command.ts';

const KEY = `${'m'.repeat(42)}A`;
const TYPED = 'INR daily';
const command = (key: string, user: string): PendingCommand => ({
  key,
  user,
  at: Date.now(),
  what: 'Note',
  where: '/',
  of: 'note/1',
  draft: { text: TYPED },
  base: undefined,
  tried: true,
  call: { method: 'POST', path: '/api/notes', params: {}, body: { text: TYPED } },
});
const stored = (): string => JSON.stringify({ ...sessionStorage });

/** A browser with a secure context, and a server that can be away for commands. */
function secure() {
  Object.assign(globalThis, { isSecureContext: true });
  onTestFinished(() => {
    act(() => session.send({ type: 'logout' }));
    Reflect.deleteProperty(globalThis, 'isSecureContext');
  });
  const server = { isAway: false };
  const sent = serve({
    'GET /api/users/me/device-key': { key: KEY },
    'POST /api/users/logout': {},
    'POST /api/notes': () =>
      server.isAway ? new Response('', { status: 503 }) : { _id: 'n1', revision: '1', stream: 'admission-1' },
  });
  return {
    server,
    notes: () => sent.filter(({ call }) => call === 'POST /api/notes'),
    signIn: (user: string) => act(() => session.send({ type: 'signedUp', user: { ...mona, _id: user, token: user } })),
  };
}
const isOpen = (user: string): Promise<void> => waitFor(() => expect(deviceStorage.isOpen(user)).toBe(true));

test('commands that an earlier page stored are read with the key, and sent with theirs', async () => {
  const { signIn, notes } = secure();
  const earlier = createDeviceStorage(
    () => sessionStorage,
    () => true,
  );
  earlier.open('u11', createTextCipher(keyOfText(KEY)));
  createOutboxStorage(earlier, () => sessionStorage).write('u11', { items: [command('k11', 'u11')], ids: {} });
  expect(stored()).toContain('draft:u11/outbox');
  expect(stored()).not.toContain(TYPED);
  signIn('u11');
  await waitFor(() => expect(notes()).toHaveLength(1));
  expect(notes()[0]).toMatchObject({ body: { text: TYPED }, headers: { 'idempotency-key': 'k11' } });
  await waitFor(() => expect(outboxStorage.read('u11').items).toEqual([]));
});

test('commands of an earlier version are sent, and no longer lie there in clear', async () => {
  const { signIn, notes, server } = secure();
  server.isAway = true;
  sessionStorage.setItem('draft:waiting', JSON.stringify({ items: [command('k12', 'u12')], ids: {} }));
  signIn('u12');
  await waitFor(() => expect(notes().length).toBeGreaterThan(0));
  expect(stored()).not.toContain(TYPED);
  expect(outboxStorage.read('u12').items).toMatchObject([{ key: 'k12' }]);
});

test('what waits is encrypted on a locked page, and is sent after the unlocking', async () => {
  const { signIn, notes, server } = secure();
  server.isAway = true;
  signIn('u13');
  await isOpen('u13');
  const { user: _, at: __, ...item } = command('k13', 'u13');
  const answer = enqueue([item], new AbortController().signal);
  await waitFor(() => expect(notes().length).toBeGreaterThan(0));
  act(lockSession);
  expect(stored()).toContain('draft:u13/outbox');
  expect(stored()).not.toContain(TYPED);
  server.isAway = false;
  const before = notes().length;
  act(sessionUnlocked);
  await expect(answer).resolves.toMatchObject({ _id: 'n1' });
  expect(notes()).toHaveLength(before + 1);
  await isOpen('u13');
  await waitFor(() => expect(outboxStorage.read('u13').items).toEqual([]));
});

test("what waits for a locked person is there after another person's sign-out, and is sent at their return", async () => {
  const { signIn, notes, server } = secure();
  server.isAway = true;
  signIn('u15');
  await isOpen('u15');
  const { user: _, at: __, ...item } = command('k15', 'u15');
  void enqueue([item], new AbortController().signal).catch(() => undefined);
  await waitFor(() => expect(notes().length).toBeGreaterThan(0));
  act(lockSession);
  act(() => session.send({ type: 'leave' }));
  signIn('u16');
  await isOpen('u16');
  act(() => session.send({ type: 'logout' }));
  expect(stored()).toContain('draft:u15/outbox');
  expect(stored()).not.toContain(TYPED);
  server.isAway = false;
  const before = notes().length;
  signIn('u15');
  await waitFor(() => expect(notes()).toHaveLength(before + 1));
  expect(notes().at(-1)?.headers).toMatchObject({ authorization: 'bearer u15', 'idempotency-key': 'k15' });
});

test('what is saved before the key is there is stored with the key', async () => {
  const { signIn, server } = secure();
  server.isAway = true;
  signIn('u14');
  const { user: _, at: __, ...item } = command('k14', 'u14');
  void enqueue([item], new AbortController().signal).catch(() => undefined);
  expect(stored()).not.toContain('draft:u14');
  await isOpen('u14');
  expect(outboxStorage.read('u14').items).toMatchObject([{ key: 'k14' }]);
  expect(stored()).not.toContain(TYPED);
});
