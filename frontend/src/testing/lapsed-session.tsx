/** A session that ends while its person types. */
import * as teamCalls from 'language/contract/calls/teams';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { onTestFinished, vi } from 'vitest';
import { api } from '../sync/client.ts';
import type { SessionUser } from '../platform/session/session.machine.ts';
import { useUnsaved } from '../platform/storage/unsaved-changes.ts';
import { signedInOnly } from '../app/route-guards.ts';
import { mona, refusal, serve, visit } from './screen.tsx';

export const team = {
  _id: 't1',
  name: 'Adult ICU',
  specialty: 1,
  about: '',
  admin: 'mona@demo.test',
  adminId: 'u1',
  cloudName: '',
  uploadPreset: 'local',
  version: 0,
  members: [],
};
export const bar = async () => within(await screen.findByRole('navigation', { name: 'Main' }));

export const expired = () =>
  refusal(401, { message: 'Not authorized, token failed', code: 'unauthorized', reason: 'token-failed' });
export const Note = () => {
  const [text, setText] = useState('');
  useUnsaved(text === '' ? undefined : 'Note');
  return (
    <label>
      Note
      <input value={text} onChange={(event) => setText(event.target.value)} />
    </label>
  );
};
/** A session that ends while Mona has unsaved text. */
export async function lapse(signedInNext: SessionUser) {
  let refuse = false;
  const sent = serve({
    'GET /api/teams/t1': () => (refuse ? expired() : team),
    'GET /api/teams': [],
    'GET /api/users/me': {},
    'POST /api/users/login': signedInNext,
  });
  const shown = visit('/note?from=list', {
    as: mona,
    also: [{ path: '/note', element: <Note />, loader: signedInOnly }],
  });
  await shown.user.type(await screen.findByLabelText('Note'), 'Half a sent');
  refuse = true;
  await api(teamCalls.getTeam, { params: { id: 't1' } }).catch(() => undefined);
  refuse = false;
  const dialog = within(await screen.findByRole('dialog', { name: 'Your session has ended' }));
  const logIn = async () => {
    await shown.user.type(dialog.getByLabelText(/Email/), 'person@demo.test');
    await shown.user.type(dialog.getByLabelText(/Password/), 'demo-pass-1');
    await shown.user.click(dialog.getByRole('button', { name: 'Log in' }));
  };
  return { ...shown, sent, dialog, logIn };
}

/** No input in any tab for two minutes. The page hears of it when it is looked at. */
export function goAway(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
  onTestFinished(() => void vi.useRealTimers());
  document.dispatchEvent(new Event('visibilitychange'));
}
