import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { here, phone, program, open, openPin, typePin } from '../../testing/security.ts';
import { reads } from '../../testing/component.tsx';
import { mona, refusal, serve, visit } from '../../testing/screen.tsx';

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

test('a refused PIN says why beside its field', async () => {
  const message = 'This PIN is easy to guess: please choose digits without a pattern';
  const page = openPin(false, () =>
    refusal(400, { message, code: 'invalid', reason: 'pin-too-simple', fields: { pin: message } }),
  );
  await typePin(page, '123456', '123456');
  expect(await screen.findByText(message)).toBeVisible();
});

test.each([
  [true, /encrypted, until you save or discard it\. A locked page/],
  [false, /in clear: this page came over plain http/],
])('with a secure context (%s) the page says how drafts are kept', async (isSecure, sentence) => {
  Object.assign(globalThis, { isSecureContext: isSecure });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'isSecureContext'));
  open([here]);
  expect(await screen.findByRole('region', { name: 'Drafts on this device' })).toHaveTextContent(sentence);
});
