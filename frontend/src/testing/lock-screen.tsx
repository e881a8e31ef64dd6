/** Mona at a note, and the screen that locks her page. */
import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished } from 'vitest';
import { NoteForm } from './note-form.tsx';
import { mona, refusal, serve, visit } from './screen.tsx';
// Loaded before the tests, so that the loading does not count into their timeouts.
import '../app/lock-screen.tsx';

export const key = { user: 'u1', of: 'note/1' };
const Note = () => (
  <>
    <p>Ahmed Mansour, warfarin</p>
    <NoteForm draftKey={key} />
  </>
);
const whenLocked = () =>
  refusal(401, { message: 'This session is locked', code: 'unauthorized', reason: 'session-locked' });

/** A browser that has passkeys. @param get the answer of its dialog */
export function withPasskeys(get: () => Promise<unknown>): void {
  const credentials = { get };
  Object.assign(globalThis, { isSecureContext: true, PublicKeyCredential: () => undefined });
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true });
  onTestFinished(() => {
    for (const name of ['isSecureContext', 'PublicKeyCredential']) Reflect.deleteProperty(globalThis, name);
    Reflect.deleteProperty(navigator, 'credentials');
  });
}
const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;
export const answered = () =>
  Promise.resolve({
    id: 'a2V5',
    rawId: bytes('key'),
    type: 'public-key',
    response: { clientDataJSON: bytes('c'), authenticatorData: bytes('a'), signature: bytes('s'), userHandle: null },
    getClientExtensionResults: () => ({}),
  });
export const passkeyButton = () => screen.queryByRole('button', { name: 'Unlock with a passkey' });

/** Mona at a note, and a server that knows whether her session is locked. */
export async function open(
  ways: string[] = ['password'],
  answers: ((sent: Record<string, string>) => Response)[] = [],
  isOfProvider = false,
) {
  const server = { isLocked: false };
  const sent = serve({
    'POST /api/users/me/lock': () => {
      server.isLocked = true;
      return { isLocked: true, ways, isOfProvider };
    },
    'POST /api/users/me/unlock': ({ body }) => {
      const wrong = answers.shift();
      if (wrong) return wrong(body as Record<string, string>);
      server.isLocked = false;
      return { isLocked: false, ways: [] };
    },
    'POST /api/users/me/unlock/passkey-options': { ticket: 't', options: { challenge: 'AAAA', rpId: 'localhost' } },
    'GET /api/users/me/device-key': { key: 'm'.repeat(42) + 'A' },
    'POST /api/users/logout': {},
    'GET /api/users/me': () => (server.isLocked ? whenLocked() : {}),
    'GET /api/teams': () => (server.isLocked ? whenLocked() : []),
  });
  const shown = visit('/note?firstName=Ahmed', { as: mona, also: [{ path: '/note', element: <Note /> }] });
  await screen.findByLabelText('Note');
  return {
    ...shown,
    server,
    sent,
    /** The lock is at the server. */
    async locked() {
      await waitFor(() => expect(screen.getByRole('button', { name: 'Unlock' })).toBeEnabled());
    },
    calls: (call: string) => sent.filter((one) => one.call === call),
  };
}
