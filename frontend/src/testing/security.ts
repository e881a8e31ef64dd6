/** The sessions of Mona with her PIN, and their screen. */
import { screen } from '@testing-library/react';
import type { UserSession } from 'language/contract/sessions';
import { mona, serve, visit } from './screen.tsx';

export const here: UserSession = {
  _id: 's1',
  device: 'Firefox on Linux',
  address: '10.1.2.3',
  method: 'password',
  kind: 'token',
  beganAt: '2026-03-02T08:00:00.000Z',
  lastUsedAt: '2026-03-02T09:00:00.000Z',
  isCurrent: true,
};
export const phone: UserSession = {
  ...here,
  _id: 's2',
  device: 'Safari on iOS (phone)',
  address: '10.9.9.9',
  method: 'signUp',
  isCurrent: false,
};
export const program: UserSession = { ...phone, _id: 's3', device: '', address: '', method: 'password' };

/** A server with these sessions, which end when they are told to. */
export function open(sessions: UserSession[]) {
  let live = sessions;
  const ending = (ids: string[]) => () => {
    const before = live.length;
    live = live.filter(({ _id }) => !ids.includes(_id));
    return { ended: before - live.length };
  };
  const sent = serve({
    'GET /api/users/me/sessions': () => live,
    'DELETE /api/users/me/sessions/s2': ending(['s2']),
    'DELETE /api/users/me/sessions': ending(['s2', 's3']),
  });
  return { sent, ...visit('/profile/security', { as: mona }) };
}

/** A server with or without a PIN on this device. */
export function openPin(isSet: boolean, put?: () => Response) {
  let pin = { isSet };
  const answer = (next: boolean) => () => (pin = { isSet: next });
  const sent = serve({
    'GET /api/users/me/sessions': [here],
    'GET /api/users/me/pin': () => pin,
    'PUT /api/users/me/pin': put ?? answer(true),
    'DELETE /api/users/me/pin': answer(false),
  });
  return { sent, ...visit('/profile/security', { as: mona }) };
}
type PinPage = ReturnType<typeof openPin>;
export async function typePin({ user }: PinPage, pin: string, again: string) {
  await user.click(await screen.findByRole('button', { name: /Set a PIN|Change the PIN/ }));
  await user.type(screen.getByLabelText(/^New PIN\*?$/), pin);
  await user.type(screen.getByLabelText(/^New PIN again/), again);
  await user.type(screen.getByLabelText(/Your password/), 'demo-pass-1');
  await user.click(screen.getByRole('button', { name: 'Save the PIN' }));
}
