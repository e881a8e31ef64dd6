import { screen, waitFor, within } from '@testing-library/react';
import type { UserSession } from 'command-api/contract/sessions';
import { expect, onTestFinished, test } from 'vitest';
import { reads } from '../../testing/component.tsx';
import { mona, refusal, serve, visit } from '../../testing/screen.tsx';

const here: UserSession = {
  _id: 's1',
  device: 'Firefox on Linux',
  address: '10.1.2.3',
  method: 'password',
  kind: 'token',
  beganAt: '2026-03-02T08:00:00.000Z',
  lastUsedAt: '2026-03-02T09:00:00.000Z',
  isCurrent: true,
};
const phone: UserSession = {
  ...here,
  _id: 's2',
  device: 'Safari on iOS (phone)',
  address: '10.9.9.9',
  method: 'signUp',
  isCurrent: false,
};
const program: UserSession = { ...phone, _id: 's3', device: '', address: '', method: 'password' };

/** A server with these sessions, which end when they are told to. */
function open(sessions: UserSession[]) {
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
const rows = () =>
  screen
    .findAllByRole('listitem')
    .then(() => within(screen.getByRole('region', { name: 'Where you are signed in' })).getAllByRole('listitem'));

test('the list shows device, address, method and times, this session first', async () => {
  open([phone, here, program]);
  await screen.findByText(reads('Safari on iOS (phone)'));
  const [first, second, third] = await rows();
  expect(first).toHaveTextContent(/Firefox on Linux.*This session.*Signed in with a password.*from 10\.1\.2\.3/);
  expect(within(first!).queryByRole('button')).toBeNull();
  expect(second).toHaveTextContent(/Safari on iOS \(phone\).*Signed up.*from 10\.9\.9\.9/);
  expect(second).toHaveTextContent(/Last used/);
  expect(third).toHaveTextContent(/Unknown device/);
});

test('one session is ended, and leaves the list', async () => {
  const { sent, user } = open([here, phone]);
  await user.click(await screen.findByRole('button', { name: 'End the session of Safari on iOS (phone), 10.9.9.9' }));
  await waitFor(() => expect(screen.queryByText(reads('Safari on iOS (phone)'))).toBeNull());
  expect(sent.map(({ call }) => call)).toContain('DELETE /api/users/me/sessions/s2');
  expect(screen.getByText('You are signed in nowhere else.')).toBeVisible();
});

test('all others are ended after a question', async () => {
  const { sent, user } = open([here, phone, program]);
  const button = await screen.findByRole('button', { name: 'End all others' });
  const ended = () => sent.filter(({ call }) => call === 'DELETE /api/users/me/sessions').length;
  await user.click(button);
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: /No|Cancel/ }));
  expect(ended()).toBe(0);
  await user.click(button);
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'End all others' }));
  expect(await screen.findByText('You are signed in nowhere else.')).toBeVisible();
  expect(ended()).toBe(1);
});

test('a session that has ended meanwhile leaves the list without an error', async () => {
  let reads = 0;
  serve({ 'GET /api/users/me/sessions': () => ((reads += 1) === 1 ? [here, phone] : [here]) });
  const { user } = visit('/profile/security', { as: mona });
  await user.click(await screen.findByRole('button', { name: /End the session of Safari/ }));
  expect(await screen.findByText('You are signed in nowhere else.')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a failed read is said, and tried again', async () => {
  let isAway = true;
  serve({
    'GET /api/users/me/sessions': () =>
      isAway ? refusal(500, { message: 'Something went wrong on the server', code: 'internal' }) : [here],
  });
  const { user } = visit('/profile/security', { as: mona });
  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong on the server');
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(reads('Firefox on Linux'))).toBeVisible();
});

test('a visitor is led to the landing page, and back after signing in', async () => {
  const { router } = visit('/profile/security');
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(router.state.location.search).toBe('?returnFrom=%2Fprofile%2Fsecurity');
});

/** A server with or without a PIN on this device. */
function openPin(isSet: boolean, put?: () => Response) {
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
async function typePin({ user }: PinPage, pin: string, again: string) {
  await user.click(await screen.findByRole('button', { name: /Set a PIN|Change the PIN/ }));
  await user.type(screen.getByLabelText(/^New PIN\*?$/), pin);
  await user.type(screen.getByLabelText(/^New PIN again/), again);
  await user.type(screen.getByLabelText(/Your password/), 'demo-pass-1');
  await user.click(screen.getByRole('button', { name: 'Save the PIN' }));
}

test('a PIN is set with the password, and removed', async () => {
  const page = openPin(false);
  expect(await screen.findByText(/No PIN: your password unlocks/)).toBeVisible();
  await typePin(page, '482915', '482915');
  expect(await screen.findByText('A PIN unlocks your sessions on this device.')).toBeVisible();
  expect(page.sent.find(({ call }) => call === 'PUT /api/users/me/pin')?.body).toEqual({
    pin: '482915',
    password: 'demo-pass-1',
  });
  await page.user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText(/No PIN: your password unlocks/)).toBeVisible();
});

test('two different PINs are not sent', async () => {
  const page = openPin(true);
  await typePin(page, '482915', '482916');
  expect(await screen.findByText('The two PINs differ')).toBeVisible();
  expect(page.sent.map(({ call }) => call)).not.toContain('PUT /api/users/me/pin');
});

test('a refused PIN says why beside its field', async () => {
  const message = 'This PIN is easy to guess: please choose digits without a pattern';
  const page = openPin(false, () =>
    refusal(400, { message, code: 'invalid', reason: 'pin-too-simple', fields: { pin: message } }),
  );
  await typePin(page, '123456', '123456');
  expect(await screen.findByText(message)).toBeVisible();
});

test.each([
  ['cookie', false, true],
  ['cookie', true, false],
  ['token', false, false],
] as const)('with a %s and a secure context (%s) the page says of the cookie: %s', async (kind, isSecure, isSaid) => {
  Object.assign(globalThis, { isSecureContext: isSecure });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'isSecureContext'));
  open([{ ...here, kind }]);
  expect(await screen.findByText(reads('Firefox on Linux'))).toBeVisible();
  expect(screen.queryAllByText(/cookie of this session is not marked secure/)).toHaveLength(isSaid ? 1 : 0);
});

test.each([
  [true, /for eight hours, encrypted\. A locked page/],
  [false, /in clear: this page came over plain http/],
])('with a secure context (%s) the page says how drafts are kept', async (isSecure, sentence) => {
  Object.assign(globalThis, { isSecureContext: isSecure });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'isSecureContext'));
  open([here]);
  expect(await screen.findByRole('region', { name: 'Drafts on this device' })).toHaveTextContent(sentence);
});
