/** For specs of drafts that are encrypted on the device: a note in a browser with a secure context. */
import { act, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished } from 'vitest';
import { signedInOnly } from '../app/route-guards.ts';
import { NoteForm } from './note-form.tsx';
import { mona, serve, visit } from './screen.tsx';
import { deviceStorage } from '../platform/storage/device-storage.ts';
import { clearUnsavedEdits } from '../platform/storage/unsaved-changes.ts';
import { session } from '../platform/session/session.ts';
// Loaded before the tests, so that the loading does not count into their timeouts.
import '../app/frame.tsx';
import '../app/lock-screen.tsx';
import '../platform/storage/text-cipher.ts';

export const TYPED = 'Half a sent';
export const omar = { ...mona, _id: 'u2', token: 't2', firstName: 'Omar' };
const noteOf = (user: string) => ({ user, of: 'note/1' });

export const keyFor = (letter: string) => ({ key: letter.repeat(42) + 'A' });
const keyOfCaller = ({ headers }: { headers: Record<string, string> }) =>
  keyFor(headers['authorization'] === 'bearer t2' ? 'o' : 'm');
export const stored = (): string => JSON.stringify({ ...localStorage, ...sessionStorage });

/** A browser with a secure context, with its pages one after the other. */
export function secure(replies: Parameters<typeof serve>[0] = {}) {
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
export const isOpen = (user = mona): Promise<void> => waitFor(() => expect(deviceStorage.isOpen(user._id)).toBe(true));
export async function typed({ user }: { user: ReturnType<typeof visit>['user'] }): Promise<void> {
  await user.type(await screen.findByLabelText('Note'), TYPED);
}
export const draftsThere = (): string[] => Object.keys(sessionStorage).filter((name) => name.startsWith('draft:'));
